"""The registry of replaceable parts."""

from __future__ import annotations

import time
from threading import Thread
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from legalrag import checks
from legalrag.backends import (
    Backend,
    BackendError,
    backend_aliases,
    build_backend,
    forget_backends,
    get_backend,
)

HERE = "tests.legalrag.test_backends"


class Slow(Backend):
    """Takes its time, as one that loads weights does."""

    made = 0

    def __init__(self, size: int = 1) -> None:
        time.sleep(0.05)
        type(self).made += 1
        self.size = size

    def check(self) -> None:
        if self.size < 0:
            raise BackendError("The size must not be below nought.")


class NoBackend:
    """Has no check, so it is none."""


@pytest.fixture(autouse=True)
def own_llms(settings: Any) -> Any:
    settings.LLMS = {
        "default": {"BACKEND": f"{HERE}.Slow"},
        "large": {"BACKEND": f"{HERE}.Slow", "OPTIONS": {"size": 9}},
    }
    Slow.made = 0
    forget_backends("LLMS")
    yield
    forget_backends("LLMS")


def test_an_alias_has_one_instance_with_its_options() -> None:
    assert get_backend("LLMS") is get_backend("LLMS", "default")
    assert get_backend("LLMS", "large").size == 9
    assert Slow.made == 2
    assert backend_aliases("LLMS") == ["default", "large"]


def test_threads_that_ask_at_once_get_the_same_instance() -> None:
    got: list[Backend] = []
    threads = [Thread(target=lambda: got.append(get_backend("LLMS"))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, got))) == Slow.made == 1


def test_forgotten_instances_are_made_anew_with_changed_settings(settings: Any) -> None:
    first = get_backend("LLMS")
    settings.LLMS = {"default": {"BACKEND": f"{HERE}.Slow", "OPTIONS": {"size": 5}}}
    assert get_backend("LLMS") is first
    forget_backends("LLMS")
    assert get_backend("LLMS").size == 5


@pytest.mark.parametrize(("kind", "alias"), [("ORACLES", "default"), ("LLMS", "missing")])
def test_an_unknown_kind_or_alias_is_named(kind: str, alias: str) -> None:
    with pytest.raises(BackendError, match=kind if kind == "ORACLES" else alias):
        get_backend(kind, alias)


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        ({}, "no backend that can be imported"),
        ({"BACKEND": "no.such.Thing"}, "no backend that can be imported"),
        ({"BACKEND": f"{HERE}.Missing"}, "no backend that can be imported"),
        ({"BACKEND": f"{HERE}.Slow", "OPTIONS": {"colour": 1}}, "options that its backend does not take"),
        ({"BACKEND": f"{HERE}.NoBackend"}, "which is no backend"),
        ({"BACKEND": "time.sleep"}, "which is no backend"),
    ],
)
def test_a_wrong_definition_names_its_setting(definition: dict[str, Any], words: str) -> None:
    with pytest.raises(BackendError, match=rf"LLMS\['x'\].*{words}"):
        build_backend(definition, "LLMS['x']")


def test_the_start_up_check_asks_each_alias(settings: Any) -> None:
    for kind in ("DOCUMENT_PARSERS", "LEXICAL_INDEXES", "EMBEDDERS"):
        setattr(settings, kind, {})
    settings.LLMS["large"]["OPTIONS"] = {"size": -1}
    assert [error.msg for error in checks.backends(None)] == ["The size must not be below nought."]


def test_what_serves_does_not_start_with_a_backend_that_can_not_work(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    for kind in ("DOCUMENT_PARSERS", "LEXICAL_INDEXES", "EMBEDDERS"):
        setattr(settings, kind, {})
    for check in ("serving_role", "row_security"):
        monkeypatch.setattr(checks, check, lambda *args: [])
    checks.require_fit_to_serve()
    settings.LLMS = {"default": {"BACKEND": f"{HERE}.Slow", "OPTIONS": {"size": -1}}}
    forget_backends("LLMS")
    with pytest.raises(ImproperlyConfigured, match="nought"):
        checks.require_fit_to_serve()
