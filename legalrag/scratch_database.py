"""A database of its own for tests and evaluations, so that the firm's is never touched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connections
from psycopg import sql


@contextmanager
def scratch_database(name: str) -> Iterator[None]:
    """Make the database ``name`` as the owner, migrate it, and point both roles at it until the block ends.

    An older one of that name is dropped first. The owner needs the right to create databases.
    """
    if "owner" not in connections:
        raise ImproperlyConfigured("Set LEGALRAG_OWNER_DATABASE_URL: only the owner makes databases.")
    before = {alias: connections[alias].settings_dict["NAME"] for alias in ("owner", "default")}
    _recreate(name)
    try:
        for alias in before:
            connections[alias].close()
            connections[alias].settings_dict["NAME"] = name
        call_command("migrate", database="owner", verbosity=0)
        yield
    finally:
        for alias, original in before.items():
            connections[alias].close()
            connections[alias].settings_dict["NAME"] = original
        _drop(name)


def _recreate(name: str) -> None:
    _drop(name)
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def _drop(name: str) -> None:
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
