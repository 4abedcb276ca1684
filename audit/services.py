"""Recording: events, the decorator for services, query logs."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.db import connection, transaction
from django.utils import timezone

from audit.canonical import canonical_bytes, sha256_hex
from audit.models import Event, QueryLog, QueryResult
from audit.verbs import verb_in_words

Service = TypeVar("Service", bound=Callable[..., Any])
SYSTEM = ("system", "LegalRAG")


def _actor_columns(actor: Any) -> tuple[str, str]:
    if actor is None:
        raise TypeError("An event needs an actor: a person, or audit.services.SYSTEM for the system itself.")
    if actor == SYSTEM:
        return SYSTEM
    return str(actor.pk), actor.get_full_name() or actor.get_username()


def event_record(
    verb: str, *, actor: Any, subject: str, matter: uuid.UUID | None, detail: dict[str, Any] | None = None
) -> Event:
    """Write one event in the current transaction; it joins the chain when the transaction commits.

    The chain's lock is taken only then, by ``audit_seal``, so no lock is held while work goes on. An
    event whose process dies in between is sealed with the next one.
    """
    verb_in_words(verb)
    identity, name = _actor_columns(actor)
    event = Event(
        verb=verb, actor=identity, actor_name=name, subject=subject, matter=matter, detail=detail or {}
    )
    event.canonical = canonical_bytes(event_fields(event))
    event.save(force_insert=True)
    # The change is committed by then: sealing that fails is logged, and made good by the next event.
    transaction.on_commit(chain_seal, robust=True)
    return event


def event_fields(event: Event) -> dict[str, Any]:
    """The fields of an event that its canonical bytes hold."""
    return {
        "id": event.id,
        "occurred_at": event.occurred_at,
        "verb": event.verb,
        "actor": event.actor,
        "actor_name": event.actor_name,
        "matter": event.matter,
        "subject": event.subject,
        "detail": event.detail,
    }


def chain_seal() -> int:
    """Link all committed events that are not in the chain yet. Returns how many were linked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT audit_seal()")
        return cursor.fetchone()[0]


def audited(verb: str) -> Callable[[Service], Service]:
    """Make a service atomic and record ``verb`` with its outcome.

    The service takes keyword arguments only, one of them ``actor``, and returns the object it made or
    changed. That object may say more with ``audit_detail()``, and ``matter_id`` names its matter.
    """
    verb_in_words(verb)

    def decorate(service: Service) -> Service:
        @functools.wraps(service)
        def run(*, actor: Any, **arguments: Any) -> Any:
            with transaction.atomic():
                result = service(actor=actor, **arguments)
                event_record(
                    verb,
                    actor=actor,
                    subject=f"{result._meta.label_lower}:{result.pk}",
                    matter=getattr(result, "matter_id", None),
                    detail=result.audit_detail() if hasattr(result, "audit_detail") else {},
                )
            return result

        run.audit_verb = verb  # type: ignore[attr-defined]
        return run  # type: ignore[return-value]

    return decorate


def query_log_open(
    *, actor: Any, kind: str, question: str, matters: Iterable[uuid.UUID], record: dict[str, Any]
) -> QueryLog:
    """Open a log before anything is searched.

    ``record`` holds scope, filters, as-of date and configuration; it is stored as canonical bytes with
    the question and the person. The caller commits before it searches.
    """
    identity, name = _actor_columns(actor)
    log = QueryLog(
        actor=identity,
        actor_name=name,
        kind=kind,
        question=question,
        matters=sorted(matters),
        opened_at=timezone.now(),
    )
    log.canonical = canonical_bytes(
        {
            **record,
            "id": log.id,
            "opened_at": log.opened_at,
            "actor": identity,
            "actor_name": name,
            "kind": kind,
            "question": question,
            "matters": log.matters,
        }
    )
    log.sha256 = sha256_hex(log.canonical)
    log.save(force_insert=True)
    _record_query_event("retrieval.query.opened", actor, log, {"sha256": log.sha256})
    return log


def query_log_complete(
    *, actor: Any, log: QueryLog, matters: Iterable[uuid.UUID], record: dict[str, Any]
) -> QueryResult:
    """Store what was found: hits with ranks and scores, the answer, timings. Written once.

    ``matters`` are those that a later reader must see: the scope where it was named, and the hits'. Raises
    ``ValueError`` for one that was not searched.
    """
    if strange := set(matters := list(matters)) - set(log.matters):
        raise ValueError(
            f"Query {log.pk} did not search {len(strange)} of the matters that its result names."
        )
    result = QueryResult(log=log, actor=log.actor, matters=sorted(set(matters)), completed_at=timezone.now())
    result.canonical = canonical_bytes(
        {
            **record,
            "log": log.id,
            "completed_at": result.completed_at,
            "actor": result.actor,
            "matters": result.matters,
        }
    )
    result.sha256 = sha256_hex(result.canonical)
    result.save(force_insert=True)
    _record_query_event("retrieval.query.completed", actor, log, {"sha256": result.sha256})
    return result


def query_log_fail(*, actor: Any, log: QueryLog, reason: str) -> None:
    """Say why a search did not complete."""
    _record_query_event("retrieval.query.failed", actor, log, {"reason": reason})


def _record_query_event(verb: str, actor: Any, log: QueryLog, detail: dict[str, Any]) -> None:
    matter = log.matters[0] if len(log.matters) == 1 else None
    event_record(verb, actor=actor, subject=f"audit.querylog:{log.pk}", matter=matter, detail=detail)
