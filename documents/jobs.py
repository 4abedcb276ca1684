"""The job table: claimed with SKIP LOCKED, held by a lease, fenced against workers thought dead."""

from __future__ import annotations

import datetime
import logging
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from django.conf import settings
from django.db import connection, transaction
from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, Value, When
from django.db.models.functions import Now
from django_q.tasks import async_task

from documents.models import Job

logger = logging.getLogger(__name__)
OPEN = (Job.State.WAITING, Job.State.RUNNING)
RUNS = ExpressionWrapper(Q(state=Job.State.RUNNING), output_field=BooleanField())
# Steps bound their own attempts; this bounds a job that comes to grief outside of any step.
MAX_CLAIMS = 50


class LostLease(Exception):
    """Another worker has the job now; this one must stop without writing."""


_HANDLERS: dict[str, Callable[[Job], None]] = {}


def register_job_kind(kind: str, handler: Callable[[Job], None]) -> None:
    """Say which function does the jobs of a kind. The function must be idempotent."""
    _HANDLERS[kind] = handler


def job_enqueue(*, kind: str, subject: uuid.UUID, matter: uuid.UUID) -> None:
    """Put a job on the table and wake a worker on commit.

    While one is open for the subject there is no second: it is done once more if it runs already. The
    update holds its row until the caller commits, so that no worker takes or closes it before then.
    """
    open_job = Job.objects.filter(kind=kind, subject=subject, state__in=OPEN)
    with transaction.atomic():
        while not open_job.update(again=RUNS):
            Job.objects.bulk_create([Job(kind=kind, subject=subject, matter=matter)], ignore_conflicts=True)
    transaction.on_commit(wake_workers, robust=True)


def wake_workers() -> None:
    """Tell django-q2 that there may be work. A lost wake-up is made good by the schedule."""
    async_task("documents.tasks.work_off_jobs", q_options={"save": False})


def job_claim() -> Job | None:
    """Take the oldest job that is due, or whose worker's lease ran out; ``None`` when there is none."""
    with transaction.atomic():
        job = (
            Job.objects.select_for_update(skip_locked=True)
            .filter(
                Q(state=Job.State.WAITING, run_after__lte=Now())
                | Q(state=Job.State.RUNNING, lease_until__lt=Now())
            )
            .order_by("run_after")
            .first()
        )
        if job is None:
            return None
        Job.objects.filter(pk=job.pk).update(
            state=Job.State.RUNNING,
            fence=F("fence") + 1,
            attempts=F("attempts") + 1,
            again=False,
            lease_until=_lease(),
        )
        job.refresh_from_db()
        return job


def _lease() -> Now:
    return Now() + datetime.timedelta(seconds=settings.JOB_LEASE_SECONDS)


def job_renew(job: Job) -> None:
    """Extend the lease; raises ``LostLease`` if the job is another worker's by now."""
    held = Job.objects.filter(pk=job.pk, fence=job.fence, state=Job.State.RUNNING)
    if not held.update(lease_until=_lease()):
        raise LostLease(f"Job {job.pk} was taken over.")


def require_lease(job: Job) -> None:
    """Lock the job's row inside the transaction of a step, so that a takeover and a commit can't cross."""
    held = Job.objects.select_for_update().filter(pk=job.pk, fence=job.fence, state=Job.State.RUNNING)
    if not held.exists():
        raise LostLease(f"Job {job.pk} was taken over.")


@contextmanager
def lease_kept(job: Job) -> Iterator[None]:
    """Renew the lease in the background while a step takes long."""
    stop = Event()

    def renew() -> None:
        try:
            while not stop.wait(settings.JOB_LEASE_SECONDS / 3):
                job_renew(job)
        except LostLease:
            return
        finally:
            connection.close()

    thread = Thread(target=renew, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def job_finish(job: Job, state: str) -> None:
    """Close the job, or put it back if it was asked for once more while it ran.

    Raises ``LostLease`` if it is another worker's.
    """
    held = Job.objects.filter(pk=job.pk, fence=job.fence, state=Job.State.RUNNING)
    after = Case(When(again=True, then=Value(Job.State.WAITING)), default=Value(state))
    if not held.update(state=after, again=False, lease_until=None):
        raise LostLease(f"Job {job.pk} was taken over.")


def job_postpone(job: Job, seconds: int) -> None:
    """Give the job back, to be taken again after ``seconds``."""
    held = Job.objects.filter(pk=job.pk, fence=job.fence, state=Job.State.RUNNING)
    later = Now() + datetime.timedelta(seconds=seconds)
    if not held.update(state=Job.State.WAITING, lease_until=None, run_after=later):
        raise LostLease(f"Job {job.pk} was taken over.")


def work_off_jobs(seconds: float | None = None) -> int:
    """Do jobs until none is due, or until ``seconds`` have passed and a job ends. Returns how many were taken."""
    taken, started = 0, time.monotonic()
    while (seconds is None or time.monotonic() - started < seconds) and (job := job_claim()) is not None:
        taken += 1
        with suppress(LostLease):
            _do(job)
    return taken


def _do(job: Job) -> None:
    try:
        with lease_kept(job):
            _HANDLERS[job.kind](job)
    except LostLease:
        raise
    except Exception:
        # One job that can't be done must not keep the others from being done.
        logger.exception("Job %s (%s of %s) failed", job.pk, job.kind, job.subject)
        if job.attempts < MAX_CLAIMS:
            job_postpone(job, seconds=min(5 * 2**job.attempts, 3600))
        else:
            job_finish(job, Job.State.FAILED)


def oldest_waiting_seconds() -> float | None:
    """Age of the oldest job that is due, in seconds; the figure to watch. ``None`` when nothing waits.

    A job whose worker died is due since its lease ran out.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT extract(epoch FROM statement_timestamp() - min(due)) FROM"
            " (SELECT CASE state WHEN 'waiting' THEN run_after WHEN 'running' THEN lease_until END AS due"
            " FROM documents_job) jobs WHERE due <= statement_timestamp()"
        )
        age = cursor.fetchone()[0]
    return float(age) if age is not None else None
