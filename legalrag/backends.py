"""The registry of replaceable parts, in the shape of Django's ``STORAGES``.

A setting maps an alias to ``{"BACKEND": dotted path, "OPTIONS": {...}}``. One instance of each alias
lives in a process. ``get_backend("EMBEDDERS")`` returns the instance under ``default``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from threading import RLock
from typing import Any

KINDS = ("DOCUMENT_PARSERS", "LEXICAL_INDEXES", "EMBEDDERS", "LLMS")


class BackendError(Exception):
    """A backend is configured wrongly or can't do its work; the text says what to do."""


class Backend(ABC):
    """Base of all backends. Options arrive as keyword arguments; unknown ones are an error."""

    @abstractmethod
    def check(self) -> None:
        """Raise ``BackendError`` when the backend can't work as configured. Runs at start-up."""


def build_backend(definition: Mapping[str, Any], where: str) -> Any:
    """Instantiate ``{"BACKEND": path, "OPTIONS": {...}}``; ``where`` names the setting in errors."""
    from django.utils.module_loading import import_string

    try:
        backend_class = import_string(definition["BACKEND"])
    except (KeyError, ImportError) as error:
        raise BackendError(f"{where} names no backend that can be imported: {error}") from error
    if not (isinstance(backend_class, type) and issubclass(backend_class, Backend)):
        raise BackendError(f"{where} names {definition['BACKEND']}, which is no backend.")
    try:
        return backend_class(**definition.get("OPTIONS", {}))
    except TypeError as error:
        raise BackendError(f"{where} has options that its backend does not take: {error}") from error


# Two threads must not load the same weights; the lock is re-entrant, because a backend may use another.
_lock = RLock()
_instances: dict[tuple[str, str], Any] = {}


def get_backend(kind: str, alias: str = "default") -> Any:
    """Return the process's one instance of a backend.

    ``kind`` is one of ``KINDS``; raises ``BackendError`` for an unknown kind or alias.
    """
    from django.conf import settings

    if kind not in KINDS:
        raise BackendError(f"There is no kind of backend called {kind}; there are {', '.join(KINDS)}.")
    configured = getattr(settings, kind)
    if alias not in configured:
        raise BackendError(f"{kind} has no entry {alias!r}; it has {', '.join(configured)}.")
    with _lock:
        if (kind, alias) not in _instances:
            _instances[kind, alias] = build_backend(configured[alias], f"{kind}[{alias!r}]")
        return _instances[kind, alias]


def backend_aliases(kind: str) -> list[str]:
    """The configured aliases of a kind, in the order of the setting."""
    from django.conf import settings

    return list(getattr(settings, kind))


def forget_backends(kind: str) -> None:
    """Drop the cached instances of a kind, so that changed settings count."""
    for key in [key for key in _instances if key[0] == kind]:
        del _instances[key]
