"""Reading a version in: progress, bounded retries, files that can't be read, dates that change meanwhile."""

from __future__ import annotations

import dataclasses
import datetime
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db.models.functions import Now

from documents import ingest
from documents.jobs import job_claim, work_off_jobs
from documents.models import Clause, DocumentVersion, IngestStep, Job
from documents.storage import blob_path
from legalrag.backends import get_backend
from matters.access import acting_as, events_visible_to
from retrieval.indexing import index_run
from retrieval.search.lexical.base import LexicalScope
from tests.factories import AGREEMENT, Firm

pytestmark = pytest.mark.usefixtures("own_jobs")


def only_version(firm: Firm) -> DocumentVersion:
    with acting_as(firm.member):
        return DocumentVersion.objects.visible_to(firm.member).get()


def steps(firm: Firm) -> dict[str, IngestStep]:
    with acting_as(firm.member):
        return {step.name: step for step in IngestStep.objects.visible_to(firm.member)}


def replace_step(monkeypatch: pytest.MonkeyPatch, name: str, prepare: Any) -> None:
    step = dataclasses.replace(ingest._STEPS[name], prepare=prepare)
    monkeypatch.setitem(ingest._STEPS, name, step)


def broken(version: Any, job: Any) -> Any:
    raise RuntimeError("the disk is full")


def test_every_step_is_on_the_page_before_it_is_done(firm: Firm) -> None:
    firm.file()
    waiting = steps(firm)
    assert list(waiting) == ["store", "parse", "clauses", "passages", "embed", "index"]
    assert {step.state for step in waiting.values()} == {IngestStep.State.WAITING}
    work_off_jobs()
    done = steps(firm)
    assert {(step.state, step.attempts, step.error) for step in done.values()} == {("done", 1, "")}
    assert all(step.seconds is not None for step in done.values())
    assert ingest.step_label("parse") == "Text and pages"


def test_a_step_that_fails_is_shown_and_tried_again_later(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    firm.file()
    with monkeypatch.context() as failing:
        replace_step(failing, "clauses", broken)
        work_off_jobs()
    step = steps(firm)["clauses"]
    assert (step.state, step.attempts, step.error) == ("waiting", 1, "RuntimeError: the disk is full")
    assert work_off_jobs() == 0, "it was tried again at once"
    Job.objects.filter(subject=only_version(firm).pk).update(run_after=Now())
    work_off_jobs()
    step = steps(firm)["clauses"]
    assert (step.state, step.attempts, step.error) == ("done", 2, "")
    assert only_version(firm).reading_state == DocumentVersion.Reading.READY


def test_retries_are_bounded_and_the_last_error_stays(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    firm.file()
    replace_step(monkeypatch, "clauses", broken)
    tries = 0
    while work_off_jobs():
        tries += 1
        Job.objects.filter(subject=only_version(firm).pk).update(run_after=Now())
    step = steps(firm)["clauses"]
    assert tries == step.attempts == django_settings.JOB_MAX_ATTEMPTS
    assert (step.state, step.error) == ("failed", "RuntimeError: the disk is full (tried 3 times)")
    assert only_version(firm).reading_state == DocumentVersion.Reading.FAILED


@pytest.mark.parametrize(
    ("data", "filename"),
    [(b"", "empty.md"), (b"%PDF-1.7\nbroken", "broken.pdf"), (b"\x7fELF\x00\x01", "program.exe")],
    ids=["empty", "broken", "unknown"],
)
def test_a_file_that_can_not_be_read_is_kept_marked_and_explained(
    firm: Firm, data: bytes, filename: str
) -> None:
    firm.file(text=data, filename=filename)
    work_off_jobs()
    version = only_version(firm)
    assert version.reading_state == DocumentVersion.Reading.NOT_READABLE
    assert blob_path(version.blob).read_bytes() == data
    failed = steps(firm)["parse"]
    assert (failed.state, failed.attempts) == ("failed", 1)
    assert failed.error.endswith(".")
    assert steps(firm)["clauses"].state == IngestStep.State.WAITING
    with acting_as(firm.member):
        event = events_visible_to(firm.member).get(verb="documents.version.not_read")
    assert (event.actor, event.detail) == ("system", {"step": "parse"})
    assert work_off_jobs() == 0


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_damaged_bytes_are_never_read(firm: Firm, damage: str) -> None:
    firm.file()
    path = blob_path(only_version(firm).blob)
    path.chmod(0o600)
    path.write_bytes(b"something else") if damage == "changed" else path.unlink()
    work_off_jobs()
    error = steps(firm)["store"].error
    assert "Restore it from the backup." in error
    assert steps(firm)["parse"].state == IngestStep.State.WAITING


def test_bytes_that_are_damaged_between_two_steps_are_never_read(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_step(monkeypatch, "store", lambda version, job: lambda: None)
    firm.file()
    path = blob_path(only_version(firm).blob)
    path.chmod(0o600)
    path.write_bytes(b"# Something else")
    work_off_jobs()
    assert "not what was filed" in steps(firm)["parse"].error


def test_a_worker_that_was_thought_dead_does_not_write(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    firm.file()
    prepare = ingest._STEPS["clauses"].prepare
    second: list[Job] = []

    def overtaken(version: Any, job: Job) -> Any:
        write = prepare(version, job)
        if not second:
            Job.objects.filter(pk=job.pk).update(lease_until=Now() - datetime.timedelta(seconds=1))
            second.append(job_claim())
        return write

    replace_step(monkeypatch, "clauses", overtaken)
    work_off_jobs()
    assert steps(firm)["clauses"].state == IngestStep.State.RUNNING
    with acting_as(firm.member):
        assert not Clause.objects.visible_to(firm.member).exists()
    ingest.ingest_run(second[0])
    assert only_version(firm).reading_state == DocumentVersion.Reading.READY
    with acting_as(firm.member):
        positions = [clause.position for clause in Clause.objects.visible_to(firm.member)]
        read = events_visible_to(firm.member).filter(verb="documents.version.read").count()
    assert positions == list(range(len(positions)))
    assert read == 1


def found_on(firm: Firm, day: datetime.date) -> set[str]:
    scope = LexicalScope(matter_ids=frozenset({str(firm.matter.pk)}), as_of=day)
    return {hit.version_id for hit in get_backend("LEXICAL_INDEXES").search("undisputed invoice", scope, 50)}


def work_off_everything() -> None:
    while work_off_jobs():
        Job.objects.filter(state=Job.State.WAITING).update(run_after=Now())


def test_the_word_index_hears_of_a_version_that_takes_the_place_of_another(firm: Firm) -> None:
    old_day, new_day = datetime.date(2021, 6, 1), datetime.date(2026, 6, 1)
    document = firm.file(effective=datetime.date(2020, 1, 1))
    work_off_everything()
    first = only_version(firm)
    assert found_on(firm, new_day) == {str(first.pk)}
    second = firm.file_version(document, AGREEMENT, effective=datetime.date(2025, 1, 1))
    work_off_everything()
    assert (found_on(firm, old_day), found_on(firm, new_day)) == ({str(first.pk)}, {str(second.pk)})


def test_dates_that_change_while_a_version_is_read_reach_the_word_index(firm: Firm) -> None:
    document = firm.file(effective=datetime.date(2020, 1, 1))
    first = only_version(firm)
    firm.file_version(document, AGREEMENT, effective=datetime.date(2025, 1, 1))
    again = Job.objects.get(kind="index", subject=first.pk)
    Job.objects.filter(pk=again.pk).update(state=Job.State.RUNNING, fence=1)
    again.refresh_from_db()
    index_run(again)
    again.refresh_from_db()
    assert again.state == Job.State.WAITING, "it was closed before the version was read"
    work_off_everything()
    assert str(first.pk) not in found_on(firm, datetime.date(2026, 6, 1))


def test_a_new_version_is_indexed_once(firm: Firm) -> None:
    firm.file()
    assert not Job.objects.filter(kind="index", subject=only_version(firm).pk).exists()
