"""Verification of the hash chain, from the stored bytes alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import connections

from audit.canonical import canonical_bytes, sha256_hex
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
    yield from _rows(
        using,
        "SELECT l.sequence, l.event, l.previous, l.hash, e.canonical, "  # noqa: S608 (no value from outside)
        "       jsonb_build_object('id', e.id, 'verb', e.verb, 'actor', e.actor, 'actor_name', e.actor_name,"
        f"                         'occurred_at', {_in_utc('e.occurred_at')},"
        "                          'matter', e.matter, 'subject', e.subject, 'detail', e.detail) "
        "FROM audit_chainlink l LEFT JOIN audit_event e ON e.id = l.event ORDER BY l.sequence",
    )


def _rows(using: str, query: str, *parameters: str) -> Iterator[tuple]:
    with connections[using].chunked_cursor() as cursor:
        cursor.execute(query, parameters)
        while rows := cursor.fetchmany(2000):
            yield from rows


def _in_utc(column: str) -> str:
    """SQL for a time in the same words as in canonical bytes."""
    return f"to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"+00:00\"')"


def _columns_agree(canonical: bytes, columns: str | dict) -> bool:
    stored = json.loads(canonical)
    shown = json.loads(columns) if isinstance(columns, str) else columns
    return canonical_bytes({key: stored.get(key) for key in shown}) == canonical_bytes(shown)


def _verify_rest(report: ChainReport, using: str) -> None:
    """Events outside the chain, and query logs that are not what their events say."""
    report.unsealed = next(_rows(using, "SELECT count(*) FROM audit_unsealed"))[0]
    astray = _rows(
        using,
        "SELECT e.id FROM audit_event e WHERE NOT EXISTS (SELECT 1 FROM audit_chainlink l WHERE l.event = e.id)"
        " AND NOT EXISTS (SELECT 1 FROM audit_unsealed u WHERE u.event = e.id)",
    )
    report.faults += [f"Event {event} is neither sealed nor waiting." for (event,) in astray]
    for record in (_OPENED, _COMPLETED):
        report.faults += _record_faults(using, *record)


_ACTOR_AND_MATTERS = "'actor', q.actor, 'matters', to_jsonb(q.matters)"
_OPENED = (
    "audit_querylog",
    "id",
    "retrieval.query.opened",
    f"'id', q.id, 'opened_at', {_in_utc('q.opened_at')}, {_ACTOR_AND_MATTERS},"
    " 'actor_name', q.actor_name, 'kind', q.kind, 'question', q.question",
)
_COMPLETED = (
    "audit_queryresult",
    "log_id",
    "retrieval.query.completed",
    f"'log', q.log_id, 'completed_at', {_in_utc('q.completed_at')}, {_ACTOR_AND_MATTERS}",
)


def _record_faults(using: str, table: str, key: str, verb: str, columns: str) -> Iterator[str]:
    """What is wrong with the rows of one table, whose hashes are in the events with ``verb``."""
    subject = f"'audit.querylog:' || q.{key}"
    recorded = _rows(
        using,
        f"SELECT q.{key}, q.canonical, q.sha256, e.detail ->> 'sha256', jsonb_build_object({columns})"  # noqa: S608 (the constants above)
        f" FROM {table} q LEFT JOIN audit_event e ON e.subject = {subject} AND e.verb = %s",
        verb,
    )
    for log, canonical, stored_hash, sealed_hash, shown in recorded:
        if sha256_hex(bytes(canonical)) != stored_hash or stored_hash != sealed_hash:
            yield f"Query log {log} is not what was recorded ({table})."
        elif not _columns_agree(bytes(canonical), shown):
            yield f"Query log {log} shows columns that differ from its record ({table})."
    gone = _rows(
        using,
        f"SELECT e.subject FROM audit_event e WHERE e.verb = %s"  # noqa: S608 (the constants above)
        f" AND NOT EXISTS (SELECT 1 FROM {table} q WHERE e.subject = {subject})",
        verb,
    )
    yield from (f"The record of {name} is gone ({table})." for (name,) in gone)


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
