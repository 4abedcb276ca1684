"""Fixtures of all tests. The database is real, and every test speaks to it as the serving role."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from documents.jobs import OPEN
from documents.models import Job
from legalrag.backends import forget_backends
from legalrag.scratch_database import scratch_database
from tests.factories import Firm


@pytest.fixture(scope="session")
def test_database_name(worker_id: str) -> str:
    # With the process's number, so that two runs on one machine do not meet.
    return f"test_legalrag_{worker_id}_{os.getpid()}"


@pytest.fixture(scope="session")
def django_db_setup(test_database_name: str, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """A database of its own for each test process, migrated by the owner."""
    with django_db_blocker.unblock(), scratch_database(test_database_name):
        yield


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """Access to the database with real commits, for what spans transactions or processes.

    Nothing is cleaned up: the audit refuses to forget. Each test makes a firm of its own, and people of
    one firm see nothing of another.
    """
    with django_db_blocker.unblock():
        # Jobs that an earlier test left behind speak of files that are gone.
        Job.objects.filter(state__in=OPEN).update(state=Job.State.FAILED)
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
