"""Reading the chain as its owner, and breaking it where the break is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections, transaction

TABLES = ("audit_event", "audit_chainlink", "audit_querylog", "audit_queryresult")


@pytest.fixture
def tamper(committed: None) -> Iterator[Any]:
    """A cursor of the owner with the triggers off, in a transaction that is rolled back."""
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield cursor
        transaction.set_rollback(True, using="owner")
