"""What somebody with the owner's rights may try, and that the verification finds it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, transaction

from audit.chain import chain_verify
from audit.services import SYSTEM, event_record, query_log_complete, query_log_open
from matters.access import acting_as
from tests.factories import Firm
from tests.processes import run_python


@pytest.fixture
def links(committed: None) -> list[tuple[int, uuid.UUID]]:
    """Three neighbouring links in the middle of the chain: (sequence, event)."""
    made = []
    for _ in range(4):
        with transaction.atomic():
            made.append(event_record("matters.client.created", actor=SYSTEM, subject="x", matter=None).pk)
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT sequence, event FROM audit_chainlink WHERE event = ANY(%s) ORDER BY 1", [made[:3]]
        )
        found = cursor.fetchall()
    assert chain_verify().faults == []
    return found


@pytest.fixture
def log(committed: None) -> str:
    """A completed query log."""
    firm = Firm()
    with acting_as(firm.member):
        log = query_log_open(
            actor=firm.member, kind="ask", question="When?", matters=[firm.matter.pk], record={"as_of": None}
        )
        query_log_complete(actor=firm.member, log=log, matters=[firm.matter.pk], record={"hits": []})
    assert chain_verify().faults == []
    return str(log.pk)


EVENT_COLUMNS = {
    "verb": "verb = 'matters.wall.lifted'",
    "actor": "actor = '1'",
    "actor_name": "actor_name = 'Somebody else'",
    "subject": "subject = 'y'",
    "matter": "matter = gen_random_uuid()",
    "detail": "detail = '{\"x\": 1}'",
    "occurred_at": "occurred_at = occurred_at - interval '1 day'",
}


@pytest.mark.parametrize("column", EVENT_COLUMNS)
def test_a_changed_column_is_found(links: list, tamper: Any, column: str) -> None:
    statement = f"UPDATE audit_event SET {EVENT_COLUMNS[column]} WHERE id = %s"  # noqa: S608 (from above)
    tamper.execute(statement, [links[1][1]])
    assert chain_verify().faults == [
        f"Event {links[1][0]} ({links[1][1]}) shows columns that differ from its record."
    ]


def test_changed_bytes_are_found(links: list, tamper: Any) -> None:
    tamper.execute(
        "UPDATE audit_event SET canonical = overlay(canonical placing 'z' from 5) WHERE id = %s",
        [links[1][1]],
    )
    assert chain_verify().faults == [f"Event {links[1][0]} ({links[1][1]}) is not what was sealed."]


def test_a_removed_event_is_found(links: list, tamper: Any) -> None:
    tamper.execute("DELETE FROM audit_event WHERE id = %s", [links[1][1]])
    assert chain_verify().faults == [
        f"Event {links[1][0]} ({links[1][1]}) is in the chain but its record is gone."
    ]


def test_a_link_removed_in_the_middle_is_found(links: list, tamper: Any) -> None:
    tamper.execute("DELETE FROM audit_chainlink WHERE sequence = %s", [links[1][0]])
    faults = " ".join(chain_verify().faults)
    assert f"Event {links[1][0]} is missing" in faults
    assert f"Event {links[2][0]} does not follow" in faults
    assert "neither sealed nor waiting" in faults


def test_an_event_removed_with_its_link_is_found(links: list, tamper: Any) -> None:
    tamper.execute("DELETE FROM audit_chainlink WHERE sequence = %s", [links[1][0]])
    tamper.execute("DELETE FROM audit_event WHERE id = %s", [links[1][1]])
    assert any("is missing" in fault for fault in chain_verify().faults)


def test_a_gap_that_was_closed_is_found(links: list, tamper: Any) -> None:
    (gone, event), (after, _) = links[1], links[2]
    tamper.execute("DELETE FROM audit_chainlink WHERE sequence = %s", [gone])
    tamper.execute("DELETE FROM audit_event WHERE id = %s", [event])
    tamper.execute("UPDATE audit_chainlink SET sequence = -sequence WHERE sequence >= %s", [after])
    tamper.execute("UPDATE audit_chainlink SET sequence = -sequence - 1 WHERE sequence < 0")
    assert chain_verify().faults == [f"Event {gone} does not follow the one before it."]


def test_two_events_that_changed_places_are_found(links: list, tamper: Any) -> None:
    (one, first), (other, second) = links[:2]
    third = uuid.uuid4()
    for sequence, event in ((one, third), (other, first), (one, second)):
        tamper.execute("UPDATE audit_chainlink SET event = %s WHERE sequence = %s", [event, sequence])
    assert len(chain_verify().faults) == 2


def test_an_event_slipped_in_past_the_chain_is_found(links: list, tamper: Any) -> None:
    tamper.execute(
        "INSERT INTO audit_event SELECT gen_random_uuid(), occurred_at, verb, actor, actor_name, matter, subject,"
        " detail, canonical FROM audit_event WHERE id = %s",
        [links[0][1]],
    )
    assert any("neither sealed nor waiting" in fault for fault in chain_verify().faults)


LOG_CHANGES = {
    "question": ("audit_querylog", "question = 'Never?'"),
    "actor": ("audit_querylog", "actor = '1'"),
    "actor_name": ("audit_querylog", "actor_name = 'Somebody else'"),
    "kind": ("audit_querylog", "kind = 'search'"),
    "searched matters": ("audit_querylog", "matters = '{}'"),
    "opened_at": ("audit_querylog", "opened_at = opened_at - interval '1 day'"),
    "bytes": ("audit_querylog", "canonical = '{}'"),
    "bytes with their hash": ("audit_querylog", "canonical = '{}', sha256 = encode(sha256('{}'), 'hex')"),
    "matters of the result": ("audit_queryresult", "matters = '{}'"),
    "actor of the result": ("audit_queryresult", "actor = '1'"),
    "bytes of the result": ("audit_queryresult", "canonical = '{}', sha256 = encode(sha256('{}'), 'hex')"),
    "completed_at": ("audit_queryresult", "completed_at = now()"),
}


@pytest.mark.parametrize("change", LOG_CHANGES)
def test_a_changed_query_log_is_found(log: str, tamper: Any, change: str) -> None:
    table, columns = LOG_CHANGES[change]
    key = "id" if table == "audit_querylog" else "log_id"
    statement = f"UPDATE {table} SET {columns} WHERE {key} = %s"  # noqa: S608 (from above)
    tamper.execute(statement, [log])
    (fault,) = chain_verify().faults
    assert fault.startswith(f"Query log {log}")


def test_a_removed_query_log_is_found(log: str, tamper: Any) -> None:
    tamper.execute("DELETE FROM audit_queryresult WHERE log_id = %s", [log])
    assert chain_verify().faults == [f"The record of audit.querylog:{log} is gone (audit_queryresult)."]
    tamper.execute("DELETE FROM audit_querylog WHERE id = %s", [log])
    assert len(chain_verify().faults) == 2


def test_a_query_log_without_its_event_is_found(log: str, tamper: Any) -> None:
    tamper.execute("UPDATE audit_event SET subject = 'x' WHERE subject = %s", [f"audit.querylog:{log}"])
    assert any(fault.startswith(f"Query log {log}") for fault in chain_verify().faults)


def test_the_command_names_the_faults_and_fails(
    links: list, tamper: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper.execute("DELETE FROM audit_event WHERE id = %s", [links[1][1]])
    with pytest.raises(CommandError, match="1 fault"):
        call_command("verify_audit")
    assert "its record is gone" in capsys.readouterr().err


@pytest.fixture
def forged(links: list) -> Iterator[None]:
    """A committed forgery, put right afterwards."""

    def set_name(name: str) -> None:
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            cursor.execute("ALTER TABLE audit_event DISABLE TRIGGER USER")
            cursor.execute("UPDATE audit_event SET actor_name = %s WHERE id = %s", [name, links[1][1]])
            cursor.execute("ALTER TABLE audit_event ENABLE TRIGGER USER")

    set_name("Somebody else")
    yield
    set_name(SYSTEM[1])


def test_the_command_exits_with_1(forged: None) -> None:
    ended = run_python("manage.py", "verify_audit")
    assert ended.returncode == 1
    assert "shows columns that differ" in ended.stderr


def test_a_forgery_that_was_put_right_leaves_a_chain_that_holds(committed: None) -> None:
    ended = run_python("manage.py", "verify_audit")
    assert ended.returncode == 0, ended.stderr
    assert "The audit holds." in ended.stdout
