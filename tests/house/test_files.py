"""Sizes of files, and words that do not belong in them."""

from __future__ import annotations

import re

from tests.house.project import PRODUCT, ROOT, files

SOON, NEVER = 300, 400
WRITTEN = files(*PRODUCT, "templates", "tests", "scripts", endings=(".py", ".html", ".css", ".js"))
# A file that may have more than 300 lines, never more than 400 -> reason.
LONG: dict[str, str] = {}
# Written in parts, so that this file does not find itself.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]) + r")\b")


def lines(name: str) -> int:
    return len((ROOT / name).read_text(encoding="utf-8").splitlines())


def test_files_are_short() -> None:
    sizes = {str(path.relative_to(ROOT)): lines(str(path.relative_to(ROOT))) for path in WRITTEN}
    assert {name: size for name, size in sizes.items() if size > SOON and name not in LONG} == {}
    assert {name: size for name, size in sizes.items() if size > NEVER} == {}


def test_a_file_that_is_short_again_leaves_the_list() -> None:
    assert [name for name in LONG if lines(name) <= SOON] == []


def test_nothing_is_left_for_later() -> None:
    assert [str(path) for path in WRITTEN if UNFINISHED.search(path.read_text(encoding="utf-8"))] == []


def test_nothing_prints() -> None:
    printing = re.compile(r"^\s*print\(", re.MULTILINE)
    assert [str(path) for path in files(*PRODUCT) if printing.search(path.read_text(encoding="utf-8"))] == []


def test_the_project_names_no_machine() -> None:
    paths = re.compile(r"/" + r"(?:work|root)/")
    assert [str(path) for path in WRITTEN if paths.search(path.read_text(encoding="utf-8"))] == []
