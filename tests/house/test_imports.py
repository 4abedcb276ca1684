"""Imports go one way: retrieval → documents → matters → audit, and inside retrieval along the pipeline."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.apps import apps

from tests.house.project import APPS, files, imports, module_of

# A module of legalrag that apps use although it rests on an app itself -> the apps it rests on, and why.
EXEMPT = {
    "legalrag.api": ("matters", "base of the REST views, which knows who acts; audit has no part in it")
}
PIPELINE = ("passages", "embedders", "search", "llms", "answering", "correction", "review", "evaluation")
# Parts that a plugin author or a child process uses without Django.
PURE = (
    "documents/parsers",
    "documents/structure",
    "retrieval/passages",
    "retrieval/embedders",
    "retrieval/llms",
)


def belongs_to(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")


@pytest.mark.parametrize("app", APPS)
def test_an_app_imports_only_the_apps_below_it(app: str) -> None:
    above = APPS[APPS.index(app) + 1 :]
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in files(app)
        for name in imports(path)
        if any(belongs_to(name, other) for other in above)
    ]
    assert wrong == []


def legalrag_modules() -> dict[str, Path]:
    return {module_of(path): path for path in files("legalrag")}


def used_of_legalrag(path: Path) -> set[str]:
    """The modules of legalrag that a file imports."""
    known = legalrag_modules()
    names = {name for name in imports(path) if belongs_to(name, "legalrag")}
    return {name if name in known else name.rpartition(".")[0] for name in names} - {"legalrag"}


def apps_below(module: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """The apps that a module of legalrag rests on, through others of legalrag too."""
    path = legalrag_modules()[module]
    found = {app for name in imports(path) for app in APPS if belongs_to(name, app)}
    for other in used_of_legalrag(path) - seen - {module}:
        found |= apps_below(other, seen | {module})
    return found


@pytest.mark.parametrize("app", APPS)
def test_an_app_uses_only_the_leaves_of_legalrag(app: str) -> None:
    wrong = [
        f"{module_of(path)} uses {used}, which rests on {sorted(apps_below(used))}"
        for path in files(app)
        for used in used_of_legalrag(path)
        if apps_below(used) - ({EXEMPT[used][0]} if used in EXEMPT else set())
        or (used in EXEMPT and APPS.index(app) < APPS.index(EXEMPT[used][0]))
    ]
    assert wrong == []


@pytest.mark.parametrize("module", EXEMPT)
def test_every_exemption_is_needed(module: str) -> None:
    assert apps_below(module)
    assert any(module in used_of_legalrag(path) for app in APPS for path in files(app))


def test_the_guard_the_registry_and_the_environment_are_leaves() -> None:
    for module in ("legalrag.guard", "legalrag.backends", "legalrag.environment"):
        assert apps_below(module) == set()


@pytest.mark.parametrize("folder", PIPELINE)
def test_a_folder_of_retrieval_imports_only_those_before_it(folder: str) -> None:
    later = PIPELINE[PIPELINE.index(folder) + 1 :]
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in files(f"retrieval/{folder}")
        for name in imports(path)
        if any(belongs_to(name, f"retrieval.{other}") for other in later)
    ]
    assert wrong == []


def test_what_lies_below_the_engine_does_not_import_it() -> None:
    below = [f"retrieval/{folder}" for folder in PIPELINE[: PIPELINE.index("llms") + 1]]
    wrong = [
        module_of(path)
        for path in files(*below)
        if any(belongs_to(name, "retrieval.engine") for name in imports(path))
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", PURE)
def test_the_pure_parts_load_without_django(folder: str) -> None:
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in files(folder)
        for name in imports(path, top_level_only=True)
        if belongs_to(name, "django")
    ]
    assert wrong == []


def test_the_audit_has_no_key_into_another_app() -> None:
    keys = [
        f"{model._meta.label}.{field.name}"
        for model in apps.get_app_config("audit").get_models()
        for field in model._meta.get_fields()
        if field.is_relation and field.related_model._meta.app_label != "audit"
    ]
    assert keys == []


def test_no_module_is_called_after_nothing() -> None:
    vague = {"utils", "helpers", "core", "misc"}
    assert [path for path in files("legalrag", *APPS) if {path.stem, *_folders(path)} & vague] == []


def _folders(path: Path) -> set[str]:
    return set(Path(*module_of(path).split(".")).parts)
