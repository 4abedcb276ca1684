"""The job table: one worker a job, leases, fences, and jobs that come to grief."""

from __future__ import annotations

import datetime
import time
import uuid
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from documents import jobs
from documents.jobs import (
    LostLease,
    job_claim,
    job_enqueue,
    job_finish,
    job_postpone,
    job_renew,
    lease_kept,
    oldest_waiting_seconds,
    register_job_kind,
    require_lease,
    work_off_jobs,
)
from documents.models import Job

pytestmark = pytest.mark.usefixtures("own_jobs")
SOON = datetime.timedelta(seconds=30)


def enqueue(kind: str = "test", subject: uuid.UUID | None = None) -> uuid.UUID:
    subject = subject or uuid.uuid4()
    with transaction.atomic():
        job_enqueue(kind=kind, subject=subject, matter=uuid.uuid4())
    return subject


def expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=Now() - SOON)


def make_due(subject: uuid.UUID) -> None:
    Job.objects.filter(subject=subject).update(run_after=Now())


def state(subject: uuid.UUID) -> str:
    return Job.objects.get(subject=subject).state


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> str:
    """A kind of job whose handler closes it, registered for one test."""
    monkeypatch.setattr(jobs, "_HANDLERS", dict(jobs._HANDLERS))
    register_job_kind("test", lambda job: job_finish(job, Job.State.DONE))
    return "test"


def test_workers_at_once_never_get_the_same_job() -> None:
    wanted = {enqueue() for _ in range(24)}
    got: list[uuid.UUID] = []
    start = Barrier(4)

    def claim_all() -> None:
        try:
            start.wait(timeout=20)
            while (job := job_claim()) is not None:
                got.append(job.subject)
        finally:
            connection.close()

    workers = [Thread(target=claim_all) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(got) == sorted(wanted)


def test_a_job_that_is_held_is_not_given_away() -> None:
    enqueue()
    assert job_claim() is not None
    assert job_claim() is None


def test_a_job_that_is_not_due_waits() -> None:
    subject = enqueue()
    Job.objects.filter(subject=subject).update(run_after=Now() + SOON)
    assert job_claim() is None


def test_an_expired_lease_hands_the_job_over_with_a_new_fence() -> None:
    enqueue()
    first = job_claim()
    expire(first)
    second = job_claim()
    assert (second.pk, second.fence, second.attempts) == (first.pk, first.fence + 1, 2)
    for act in (
        lambda: job_renew(first),
        lambda: require_lease(first),
        lambda: job_finish(first, Job.State.DONE),
        lambda: job_postpone(first, 1),
    ):
        with pytest.raises(LostLease), transaction.atomic():
            act()
    job_renew(second)
    job_finish(second, Job.State.DONE)


def test_a_worker_that_lost_its_lease_writes_nothing() -> None:
    subject = enqueue()
    old = job_claim()
    expire(old)
    job_claim()
    other = enqueue()

    def write() -> None:
        with transaction.atomic():
            Job.objects.filter(subject=other).update(attempts=F("attempts") + 7)
            require_lease(old)

    with pytest.raises(LostLease):
        write()
    assert Job.objects.get(subject=other).attempts == 0
    assert state(subject) == Job.State.RUNNING


def test_a_takeover_waits_for_a_write_that_has_begun() -> None:
    enqueue()
    job = job_claim()
    expire(job)
    seen: list[Job | None] = []

    def take_over() -> None:
        seen.append(job_claim())
        connection.close()

    with transaction.atomic():
        require_lease(job)
        other = Thread(target=take_over)
        other.start()
        other.join(timeout=10)
        job_finish(job, Job.State.DONE)
    assert seen == [None]


def test_a_lease_is_renewed_while_the_work_goes_on() -> None:
    enqueue()
    job = job_claim()
    with lease_kept(job):
        time.sleep(1.4)
        assert job_claim() is None
    job_finish(job, Job.State.DONE)


def test_one_job_for_a_subject_while_it_waits() -> None:
    subject = enqueue()
    enqueue(subject=subject)
    assert Job.objects.filter(subject=subject).count() == 1


def test_a_job_asked_for_while_it_runs_is_done_once_more(kind: str) -> None:
    subject = enqueue(kind)
    job = job_claim()
    enqueue(kind, subject)
    job_finish(job, Job.State.DONE)
    assert state(subject) == Job.State.WAITING
    assert work_off_jobs() == 1
    assert state(subject) == Job.State.DONE


def test_a_job_is_not_taken_before_the_change_that_asked_for_it_is_committed() -> None:
    subject = enqueue()
    seen: list[Job | None] = []

    def claim() -> None:
        seen.append(job_claim())
        connection.close()

    with transaction.atomic():
        job_enqueue(kind="test", subject=subject, matter=uuid.uuid4())
        other = Thread(target=claim)
        other.start()
        other.join(timeout=10)
    assert seen == [None]


def test_a_job_of_a_change_that_was_rolled_back_does_not_exist() -> None:
    subject = uuid.uuid4()
    with transaction.atomic():
        job_enqueue(kind="test", subject=subject, matter=uuid.uuid4())
        transaction.set_rollback(True)
    assert not Job.objects.filter(subject=subject).exists()


def test_a_new_job_after_the_last_one_was_closed(kind: str) -> None:
    subject = enqueue(kind)
    work_off_jobs()
    enqueue(kind, subject)
    assert sorted(Job.objects.filter(subject=subject).values_list("state", flat=True)) == ["done", "waiting"]


def test_a_wake_up_that_fails_does_not_undo_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise ConnectionError("no queue")

    monkeypatch.setattr(jobs, "async_task", broken)
    assert state(enqueue()) == Job.State.WAITING


def test_a_job_of_an_unknown_kind_does_not_keep_others_from_being_done(kind: str) -> None:
    unknown = enqueue("of a plugin that was removed")
    known = enqueue(kind)
    assert work_off_jobs() == 2
    assert (state(unknown), state(known)) == (Job.State.WAITING, Job.State.DONE)


def test_a_job_that_fails_outside_of_its_steps_is_tried_a_bounded_number_of_times(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MAX_CLAIMS", 3)
    subject = enqueue("unknown")
    claims = 0
    while state(subject) == Job.State.WAITING:
        claims += work_off_jobs()
        make_due(subject)
    assert claims == 3
    assert state(subject) == Job.State.FAILED


def test_a_handler_that_lost_its_lease_is_not_an_error(kind: str) -> None:
    def lose(job: Job) -> None:
        raise LostLease("gone")

    register_job_kind("test", lose)
    subject = enqueue(kind)
    assert work_off_jobs() == 1
    assert state(subject) == Job.State.RUNNING


def test_the_oldest_job_counts_from_when_it_was_due() -> None:
    assert oldest_waiting_seconds() is None
    subject = enqueue()
    Job.objects.filter(subject=subject).update(run_after=Now() - SOON)
    assert oldest_waiting_seconds() == pytest.approx(30, abs=5)


def test_a_job_whose_worker_died_counts_as_waiting() -> None:
    enqueue()
    job = job_claim()
    assert oldest_waiting_seconds() is None
    expire(job)
    assert oldest_waiting_seconds() == pytest.approx(30, abs=5)
