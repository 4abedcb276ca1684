"""The documentation names what there is, and only that."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from audit.verbs import verb_in_words
from legalrag.backends import KINDS

ROOT = Path(settings.BASE_DIR)
APPS = ("audit", "documents", "legalrag", "matters", "retrieval")
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
# Only in the environment of psql and of the tests.
NOT_SETTINGS = {"LEGALRAG_OWNER_PASSWORD", "LEGALRAG_SERVING_PASSWORD", "LEGALRAG_DATA"}


def read(*parts: str) -> str:
    return (ROOT / "docs").joinpath(*parts).read_text()


def variables_read() -> set[str]:
    """The variables that the code reads from the environment, by the typed readers."""
    found = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if (
                    isinstance(node, ast.Call)
                    and getattr(node.func, "id", "").startswith("read_")
                    and node.args
                    and isinstance(node.args[0], ast.Constant)
                ):
                    found.add(node.args[0].value)
    return {name for name in found if isinstance(name, str) and name.isupper()}


def test_every_variable_of_the_environment_is_documented_and_no_other() -> None:
    documented = set(re.findall(r"^\| `([A-Z_]+)`", read("reference", "settings.md"), re.MULTILINE))

    assert documented == variables_read()


def test_every_command_is_documented() -> None:
    own = {name for name, app in get_commands().items() if app in APPS}
    documented = set(re.findall(r"^\| `([a-z_]+)", read("reference", "commands.md"), re.MULTILINE))

    assert own - documented == set()


def test_every_audit_verb_is_documented_with_its_words_and_no_other() -> None:
    documented = dict(
        re.findall(r"^\| `(\S+)` \| (.+) \|$", read("reference", "audit-verbs.md"), re.MULTILINE)
    )
    used = set(
        re.findall(
            r'^    "([a-z_]+\.[a-z_]+\.[a-z_]+)":', (ROOT / "audit/verbs.py").read_text(), re.MULTILINE
        )
    )

    assert set(documented) == used
    assert documented == {verb: verb_in_words(verb) for verb in used}


def test_every_kind_of_backend_is_documented_and_no_other() -> None:
    documented = re.findall(r"^\| `([A-Z_]+)`", read("reference", "backends.md"), re.MULTILINE)

    assert documented == list(KINDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_points_at_is_there(page: Path) -> None:
    text = page.read_text()
    links = re.findall(r"\]\((?!http)([^)#]+)\)", text)
    named = re.findall(r"`((?:docs|scripts|tests)/[\w./-]+)`", text)
    commands = re.findall(r"manage\.py ([a-z_]+)", text)
    variables = set(re.findall(r"LEGALRAG_[A-Z_]+", text))

    assert [link for link in links if not (page.parent / link).exists()] == []
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert [command for command in commands if command not in get_commands()] == []
    assert variables - variables_read() - NOT_SETTINGS == set()


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(path.name[:4]) for path in sorted((ROOT / "docs/adr").glob("*.md"))]

    assert numbers == list(range(1, len(numbers) + 1))
