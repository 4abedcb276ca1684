"""The chain as it is written: by many at once, and through crashes."""

from __future__ import annotations

import uuid
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import Error, OperationalError, connection, connections, transaction

from audit import services
from audit.canonical import canonical_bytes
from audit.chain import chain_verify
from audit.models import ChainLink, Event
from audit.services import SYSTEM, audited, chain_seal, event_fields, event_record
from audit.verbs import UnknownVerb, verb_in_words
from matters.access import acting_as, events_visible_to
from matters.models import Client
from tests.audit.conftest import TABLES
from tests.factories import Firm

VERB = "matters.client.created"
WRITERS, EACH = 8, 12


def record(subject: str) -> Event:
    with transaction.atomic():
        return event_record(VERB, actor=SYSTEM, subject=subject, matter=None)


def recorded(subject: str) -> int:
    events = Event.objects.using("owner").unscoped(reason="counted by the owner")
    return events.filter(subject=subject).count()


def test_eight_writers_at_once_make_one_chain_without_gap_or_fork(
    committed: None, caplog: pytest.LogCaptureFixture
) -> None:
    chain_seal()
    before = chain_verify()
    subject, start, errors = f"test.chain:{uuid.uuid4()}", Barrier(WRITERS), []

    def write() -> None:
        try:
            start.wait(timeout=20)
            for _ in range(EACH):
                record(subject)
        except Exception as error:  # noqa: BLE001 (a thread's error must reach the test)
            errors.append(error)
        finally:
            connection.close()

    threads = [Thread(target=write) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = chain_verify()
    assert errors == []
    assert caplog.messages == [], "two writers ran into each other"
    assert after.faults == []
    assert (after.links - before.links, after.unsealed) == (WRITERS * EACH, 0)
    assert recorded(subject) == WRITERS * EACH


def test_an_event_of_a_change_that_was_rolled_back_does_not_exist(committed: None) -> None:
    subject = f"test.chain:{uuid.uuid4()}"
    with transaction.atomic():
        event_record(VERB, actor=SYSTEM, subject=subject, matter=None)
        transaction.set_rollback(True)
    assert recorded(subject) == 0
    assert chain_verify().unsealed == 0


def test_an_event_whose_process_died_is_sealed_with_the_next(
    committed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dead:
        dead.setattr(services, "chain_seal", lambda: None)
        first = record("test.chain:died")
    assert chain_verify().unsealed == 1
    assert chain_verify().faults == []
    second = record("test.chain:next")
    assert chain_verify().unsealed == 0
    places = {link.event: link.sequence for link in ChainLink.objects.filter(event__in=[first.pk, second.pk])}
    assert places[second.pk] == places[first.pk] + 1


def test_a_seal_that_fails_does_not_undo_a_change_that_is_committed(
    committed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise OperationalError("the server went away")

    with monkeypatch.context() as failing:
        failing.setattr(services, "chain_seal", broken)
        record("test.chain:unsealed")
    assert chain_verify().unsealed == 1
    assert chain_seal() == 1


def test_the_chain_is_not_locked_while_work_goes_on(committed: None) -> None:
    with transaction.atomic():
        event_record(VERB, actor=SYSTEM, subject="test.chain:slow", matter=None)
        with connections["owner"].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
            assert cursor.fetchone()[0] == 0


@pytest.mark.parametrize("role", ["default", "owner"])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement",
    ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"],
    ids=["update", "delete", "truncate"],
)
def test_the_audit_refuses_to_forget(committed: None, role: str, table: str, statement: str) -> None:
    _one_row_each()
    column = "hash" if table == "audit_chainlink" else "canonical"
    with pytest.raises(Error, match=r"append-only|permission denied"), transaction.atomic(using=role):
        connections[role].cursor().execute(statement.format(table, column, column))


def _one_row_each() -> None:
    firm = Firm()
    with acting_as(firm.member):
        log = services.query_log_open(actor=firm.member, kind="search", question="x", matters=[], record={})
        services.query_log_complete(actor=firm.member, log=log, matters=[], record={})


def test_an_unknown_verb_is_refused(committed: None) -> None:
    with pytest.raises(UnknownVerb):
        event_record("matters.client.obliterated", actor=SYSTEM, subject="x", matter=None)
    with pytest.raises(UnknownVerb):
        audited("matters.client.obliterated")
    with pytest.raises(UnknownVerb):
        verb_in_words("")


def test_an_event_needs_an_actor(committed: None) -> None:
    with pytest.raises(TypeError):
        event_record(VERB, actor=None, subject="x", matter=None)


def test_the_canonical_bytes_hold_every_column(firm: Firm) -> None:
    with acting_as(firm.member):
        event = events_visible_to(firm.member).first()
        assert canonical_bytes(event_fields(event)) == bytes(event.canonical)
        assert set(event_fields(event)) | {"canonical"} == {field.name for field in Event._meta.fields}


def test_an_audited_service_records_its_verb_with_the_actor(firm: Firm) -> None:
    @audited(VERB)
    def client_made(*, actor: Any, name: str) -> Client:
        client = Client(name=name)
        client.save(force_insert=True)
        return client

    with acting_as(firm.records):
        made = client_made(actor=firm.records, name="Client")
        event = events_of(firm.records).get(subject=f"matters.client:{made.pk}")
    assert (event.verb, event.actor, event.actor_name) == (
        VERB,
        str(firm.records.pk),
        firm.records.get_full_name(),
    )
    assert client_made.audit_verb == VERB


def test_an_audited_service_that_fails_leaves_nothing(firm: Firm) -> None:
    @audited(VERB)
    def client_lost(*, actor: Any) -> Client:
        Client(name="Lost").save(force_insert=True)
        raise ValidationError("no")

    with acting_as(firm.records), pytest.raises(ValidationError):
        client_lost(actor=firm.records)
    with acting_as(firm.records):
        assert not Client.objects.unscoped(reason="read by Records").filter(name="Lost").exists()


def test_an_audited_service_takes_keywords_only(firm: Firm) -> None:
    @audited(VERB)
    def nothing(*, actor: Any) -> None: ...

    with pytest.raises(TypeError):
        nothing(firm.records)


def events_of(user: Any) -> Any:
    return Event.objects.unscoped(reason="the person's own events outside of matters").filter(
        actor=str(user.pk)
    )


def test_the_command_says_that_the_audit_holds(committed: None, capsys: pytest.CaptureFixture[str]) -> None:
    record("test.chain:held")
    call_command("verify_audit")
    assert "The audit holds." in capsys.readouterr().out
