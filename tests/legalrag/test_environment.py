"""Variables of the environment, read with their type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from legalrag.environment import read_bool, read_int, read_list, read_path, read_text

NAME = "LEGALRAG_TEST"


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (lambda: read_text(NAME), "x", "x"),
        (lambda: read_bool(NAME, False), "Yes", True),
        (lambda: read_bool(NAME, True), "0", False),
        (lambda: read_int(NAME, 1), "12", 12),
        (lambda: read_list(NAME), " a, ,b,", ["a", "b"]),
        (lambda: read_path(NAME, Path("/x")), "/tmp/../srv", Path("/srv")),  # noqa: S108 (only a path)
        (lambda: read_path(NAME, Path("/x")), "", Path("/x")),
    ],
)
def test_a_variable_is_read(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[], Any], text: str, value: Any
) -> None:
    monkeypatch.setenv(NAME, text)
    assert read() == value


def test_a_variable_that_is_not_set_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert (read_text(NAME, "x"), read_bool(NAME, True), read_int(NAME, 3), read_list(NAME, ("a",))) == (
        *("x", True, 3),
        ["a"],
    )
    with pytest.raises(ImproperlyConfigured, match=NAME):
        read_text(NAME)


@pytest.mark.parametrize(
    ("read", "text"), [(read_bool, "perhaps"), (read_bool, ""), (read_int, "1.5"), (read_int, "")]
)
def test_an_error_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, read: Callable[..., Any], text: str
) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match=NAME):
        read(NAME, 1)
