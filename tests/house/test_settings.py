"""Each variable of the environment is documented, and nothing is documented that is not read."""

from __future__ import annotations

import re

from tests.house.project import PRODUCT, ROOT, files

REFERENCE = ROOT / "docs" / "reference" / "settings.md"
NAME = r"(?:LEGALRAG_[A-Z0-9_]+|DATABASE_URL|OPENSEARCH_URL)"
# Only the tests read it.
OF_TESTS = {"LEGALRAG_DATA"}


def read() -> set[str]:
    quoted = re.compile(rf'"({NAME})"')
    return {name for path in files(*PRODUCT) for name in quoted.findall(path.read_text(encoding="utf-8"))}


def documented() -> set[str]:
    return set(re.findall(rf"`({NAME})`", REFERENCE.read_text(encoding="utf-8")))


def test_each_variable_is_documented() -> None:
    assert "LEGALRAG_DATA_DIR" in read()
    assert read() - documented() == set()


def test_nothing_is_documented_that_is_not_read() -> None:
    assert documented() - read() - OF_TESTS == set()
