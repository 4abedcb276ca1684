"""Verification of the hash chain, from the stored bytes alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import connections

from audit.canonical import canonical_bytes
from audit.models import ChainLink, Event, QueryLog

GENESIS = bytes(32)


@dataclass
class ChainReport:
    """What a verification saw. ``faults`` is empty when everything holds."""

    links: int = 0
    unsealed: int = 0
    head: str = GENESIS.hex()
    faults: list[str] = field(default_factory=list)


def chain_verify(using: str = "owner") -> ChainReport:
    """Walk the whole chain and compare every hash, gap and repeated column.

    Reads as the owner, because no single person may see every event. A cut tail can't be seen from
    inside: compare ``links`` and ``head`` with a figure that was noted outside the database.
    """
    report = ChainReport()
    previous = GENESIS
    for sequence, event_id, stored_previous, stored_hash, canonical, columns in _links(using):
        report.links += 1
        if sequence != report.links:
            report.faults.append(f"Event {report.links} is missing: the chain goes on at {sequence}.")
            report.links = sequence
        if bytes(stored_previous) != previous:
            report.faults.append(f"Event {sequence} does not follow the one before it.")
        if canonical is None:
            report.faults.append(f"Event {sequence} ({event_id}) is in the chain but its record is gone.")
        elif hashlib.sha256(bytes(stored_previous) + bytes(canonical)).digest() != bytes(stored_hash):
            report.faults.append(f"Event {sequence} ({event_id}) is not what was sealed.")
        elif not _columns_agree(bytes(canonical), columns):
            report.faults.append(f"Event {sequence} ({event_id}) shows columns that differ from its record.")
        previous = bytes(stored_hash)
    report.head = previous.hex()
    _verify_rest(report, using)
    return report


def _links(using: str) -> Iterator[tuple]:
    with connections[using].chunked_cursor() as cursor:
        cursor.execute(
            "SELECT l.sequence, l.event, l.previous, l.hash, e.canonical, "
            "       jsonb_build_object('id', e.id, 'verb', e.verb, 'actor', e.actor, 'actor_name', e.actor_name,"
            "                          'matter', e.matter, 'subject', e.subject, 'detail', e.detail) "
            "FROM audit_chainlink l LEFT JOIN audit_event e ON e.id = l.event ORDER BY l.sequence"
        )
        while rows := cursor.fetchmany(2000):
            yield from rows


def _columns_agree(canonical: bytes, columns: str | dict) -> bool:
    stored = json.loads(canonical)
    shown = json.loads(columns) if isinstance(columns, str) else columns
    return canonical_bytes({key: stored.get(key) for key in shown}) == canonical_bytes(shown)


def _verify_rest(report: ChainReport, using: str) -> None:
    """Events outside the chain, and query logs that are not what their event says."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM audit_unsealed")
        report.unsealed = cursor.fetchone()[0]
        cursor.execute(
            "SELECT e.id FROM audit_event e WHERE NOT EXISTS (SELECT 1 FROM audit_chainlink l WHERE l.event = e.id)"
            " AND NOT EXISTS (SELECT 1 FROM audit_unsealed u WHERE u.event = e.id)"
        )
        report.faults += [f"Event {row[0]} is neither sealed nor waiting." for row in cursor.fetchall()]
        for table, key, verb in (
            ("audit_querylog", "id", "retrieval.query.opened"),
            ("audit_queryresult", "log_id", "retrieval.query.completed"),
        ):
            cursor.execute(
                f"SELECT q.{key} FROM {table} q LEFT JOIN audit_event e"  # noqa: S608 (names from the tuple above)
                f" ON e.subject = 'audit.querylog:' || q.{key} AND e.verb = %s"
                " WHERE encode(sha256(q.canonical), 'hex') <> q.sha256"
                " OR e.detail ->> 'sha256' IS DISTINCT FROM q.sha256",
                [verb],
            )
            report.faults += [f"Query log {row[0]} is not what was recorded." for row in cursor.fetchall()]


def event_proof(log: QueryLog) -> tuple[int | None, list[dict[str, str]]]:
    """Where a query log stands in the chain: the number of its last event, and facts to verify it by."""
    events = Event.objects.unscoped(reason="the events of a log that the reader was given")
    event = (
        events.filter(subject=f"audit.querylog:{log.pk}")
        .order_by("-occurred_at")
        .exclude(verb="audit.query_log.printed")
        .first()
    )
    link = ChainLink.objects.filter(event=event.pk).first() if event else None
    facts = [{"label": "Log", "value": "", "code": log.sha256}]
    if link is None:
        return None, [*facts, {"label": "Event", "value": "not in the chain yet"}]
    return link.sequence, [
        *facts,
        {"label": "Event", "value": str(link.sequence)},
        {"label": "Hash", "value": "", "code": bytes(link.hash).hex()},
        {"label": "Before it", "value": "", "code": bytes(link.previous).hex()},
    ]
