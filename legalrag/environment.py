"""Typed readers of environment variables, with errors that say what to set."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


def read_text(name: str, default: str | None = None) -> str:
    """The variable's text; raises ``ImproperlyConfigured`` if it is unset and has no default."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"Set the environment variable {name}.")
    return value


def read_bool(name: str, default: bool) -> bool:
    """One of 1/true/yes/on or 0/false/no/off."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in TRUE:
        return True
    if value.lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be one of {', '.join(sorted(TRUE | FALSE))}, not {value!r}.")


def read_int(name: str, default: int) -> int:
    """A whole number."""
    value = os.environ.get(name)
    if value is None:
        return default
    try:
        return int(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from error


def read_list(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Comma-separated texts; blank entries are dropped."""
    value = os.environ.get(name)
    if value is None:
        return list(default)
    return [part.strip() for part in value.split(",") if part.strip()]


def read_path(name: str, default: Path) -> Path:
    """An absolute path; a relative one counts from the current folder."""
    return Path(os.environ.get(name) or default).expanduser().resolve()
