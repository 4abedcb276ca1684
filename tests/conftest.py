"""Fixtures of all tests. The database is real, and every test speaks to it as the serving role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from legalrag.backends import forget_backends
from tests.factories import Firm


@pytest.fixture(scope="session")
def test_database_name(worker_id: str) -> str:
    return f"test_legalrag_{worker_id}"


@pytest.fixture(scope="session")
def django_db_setup(test_database_name: str, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """Make a database as the owner, migrate it, and point both roles at it."""
    with django_db_blocker.unblock():
        owner = connections["owner"]
        with owner._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {test_database_name} WITH (FORCE)")
            cursor.execute(f"CREATE DATABASE {test_database_name}")
        for alias in ("owner", "default"):
            connections[alias].close()
            connections[alias].settings_dict["NAME"] = test_database_name
        call_command("migrate", database="owner", verbosity=0)
    yield
    with django_db_blocker.unblock():
        for alias in ("owner", "default"):
            connections[alias].close()
        with owner._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {test_database_name} WITH (FORCE)")


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """Access to the database with real commits, for what spans transactions or processes.

    Nothing is cleaned up: the audit refuses to forget. Each test makes a firm of its own, and people of
    one firm see nothing of another.
    """
    with django_db_blocker.unblock():
        yield


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path) -> Iterator[None]:
    """Files and index of each test lie in a folder of its own."""
    index = settings.LEXICAL_INDEXES["default"]
    blobs, options = settings.BLOB_DIR, index.get("OPTIONS")
    settings.BLOB_DIR = tmp_path / "blobs"
    index["OPTIONS"] = {"path": str(tmp_path / "index")}
    forget_backends("LEXICAL_INDEXES")
    yield
    settings.BLOB_DIR, index["OPTIONS"] = blobs, options


@pytest.fixture
def firm(request: pytest.FixtureRequest) -> Firm:
    """A small firm with two matters and a wall, made through the services."""
    if "committed" not in request.fixturenames:
        request.getfixturevalue("db")
    return Firm()
