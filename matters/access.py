"""The one access rule, and the transaction that knows who reads.

The database view ``matter_access`` decides who may see a matter: current members of its team, active,
and not named by a wall in force. ``visible_to`` filters by it, and the row-level security policies
repeat it for the person whose id the transaction carries.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from audit.models import Event, QueryLog
from matters.models import Matter, MatterAccess, User


def accessible_matters(user: Any) -> QuerySet:
    """Sub-query with the ids of the matters that ``user`` may see now. Raises ``TypeError`` for nobody."""
    return MatterAccess.objects.granted_to(user).values("matter_id")


def events_visible_to(user: Any) -> QuerySet:
    """Audit events of the matters that ``user`` may see."""
    return Event.objects.filter(matter__in=accessible_matters(user)).with_scope("user", user.pk)


def query_logs_visible_to(user: Any) -> QuerySet:
    """The person's own query logs, as long as every matter with a hit is open to them.

    A log that did not complete counts by the matters that it searched.
    """
    return (
        QueryLog.objects.annotate(read_matters=Coalesce("result__matters", F("matters")))
        .filter(actor=str(user.pk), read_matters__contained_by=ArraySubquery(accessible_matters(user)))
        .with_scope("user", user.pk)
    )


def matter_by_number(number: str) -> Matter | None:
    """Find a matter by its number for Records and Risk, who manage matters without reading them.

    Returns an object with nothing but id and number, and None for anyone else or no such matter.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT matter_by_number(%s)", [number])
        found = cursor.fetchone()[0]
    return Matter(pk=found, number=number) if found else None


@contextmanager
def acting_as(user: User | AnonymousUser, *, durable: bool = False) -> Iterator[None]:
    """A transaction in which the database shows what ``user`` may see.

    ``durable`` refuses to be nested: what is written is committed when the block ends.
    """
    if user is None:
        raise TypeError("acting_as() needs a person.")
    with _transaction_for(user_id=str(user.pk or ""), matter_id="", durable=durable):
        yield


@contextmanager
def working_on(matter_id: uuid.UUID) -> Iterator[None]:
    """A transaction of a worker, in which the database shows one matter and nothing else."""
    with _transaction_for(user_id="", matter_id=str(matter_id)):
        yield


def set_acting_user(user: User | AnonymousUser) -> None:
    """Change the reader of the current transaction, where a token names the person after it began."""
    if not connection.in_atomic_block:
        raise RuntimeError("set_acting_user() counts only inside a transaction.")
    _set_scope(str(user.pk or ""), "")


@contextmanager
def _transaction_for(*, user_id: str, matter_id: str, durable: bool = False) -> Iterator[None]:
    nested = connection.in_atomic_block
    before = _read_scope() if nested else ("", "")
    with transaction.atomic(durable=durable):
        _set_scope(user_id, matter_id)
        yield
        if nested and not connection.needs_rollback:
            # SET LOCAL ends with the outermost transaction only; rolling back takes the setting back itself.
            _set_scope(*before)


def _read_scope() -> tuple[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(current_setting('legalrag.user_id', true), ''),"
            " coalesce(current_setting('legalrag.matter_id', true), '')"
        )
        return cursor.fetchone()


def _set_scope(user_id: str, matter_id: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('legalrag.user_id', %s, true), set_config('legalrag.matter_id', %s, true)",
            [user_id, matter_id],
        )
