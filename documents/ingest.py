"""Reading a version in: named steps, each idempotent, shown as progress, retried a bounded number of times."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.db.models import F

from audit.services import SYSTEM, event_record
from documents.jobs import LostLease, job_enqueue, job_finish, job_postpone, register_job_kind, require_lease
from documents.models import DocumentVersion, IngestStep, Job
from documents.parsers.base import UnreadableDocument
from matters.access import working_on

logger = logging.getLogger(__name__)
WORKER = "the worker reads in one version of one matter"

# Does the long work without a transaction, and returns what is to be written in one.
Prepare = Callable[[DocumentVersion, Job], Callable[[], None]]


@dataclass(frozen=True)
class Step:
    """A step of reading in: ``name`` in the table, ``label`` on the page."""

    name: str
    label: str
    prepare: Prepare


_STEPS: dict[str, Step] = {}


def register_step(name: str, label: str, prepare: Prepare) -> None:
    """Append a step. Apps register in the order of the pipeline: documents first, then retrieval."""
    _STEPS[name] = Step(name, label, prepare)


def step_label(name: str) -> str:
    """What the page calls a step."""
    return _STEPS[name].label


def ingest_start(version: DocumentVersion) -> None:
    """Put all steps of a new version on the page and its job on the table."""
    IngestStep.objects.bulk_create(
        IngestStep(version=version, matter_id=version.matter_id, name=name, position=position)
        for position, name in enumerate(_STEPS)
    )
    job_enqueue(kind="ingest", subject=version.pk, matter=version.matter_id)


def ingest_run(job: Job) -> None:
    """Do the remaining steps of a version. The handler of jobs of the kind ``ingest``."""
    for step in _STEPS.values():
        row, version = _step_begin(job, step)
        if row is None:
            continue
        if row.attempts > settings.JOB_MAX_ATTEMPTS:
            _fail(
                job,
                row,
                "The worker stopped each time that it tried this step. Ask the administrator to look.",
            )
            return
        started = time.monotonic()
        try:
            write = step.prepare(version, job)
            with working_on(job.matter):
                require_lease(job)
                write()
                _save_step(row, state=IngestStep.State.DONE, seconds=time.monotonic() - started, error="")
        except LostLease:
            raise
        except UnreadableDocument as error:
            _fail(job, row, str(error), DocumentVersion.Reading.NOT_READABLE)
            return
        except Exception as error:
            logger.exception("Step %s of version %s failed", step.name, version.pk)
            _retry_or_fail(job, row, error)
            return
    _complete(job)


def _step_begin(job: Job, step: Step) -> tuple[IngestStep | None, DocumentVersion]:
    """Count an attempt before it starts, so that one that kills the worker counts too."""
    with working_on(job.matter):
        require_lease(job)
        version = (
            DocumentVersion.objects.unscoped(reason=WORKER).select_related("document").get(pk=job.subject)
        )
        row, _ = IngestStep.objects.unscoped(reason=WORKER).get_or_create(
            version=version,
            name=step.name,
            defaults={"matter_id": job.matter, "position": list(_STEPS).index(step.name)},
        )
        if row.state == IngestStep.State.DONE:
            return None, version
        _save_step(row, state=IngestStep.State.RUNNING, attempts=F("attempts") + 1)
        row.refresh_from_db()
        return row, version


def _save_step(row: IngestStep, **fields: object) -> None:
    IngestStep.objects.unscoped(reason=WORKER).filter(pk=row.pk).update(**fields)


def _retry_or_fail(job: Job, row: IngestStep, error: Exception) -> None:
    words = f"{type(error).__name__}: {error}"
    if row.attempts >= settings.JOB_MAX_ATTEMPTS:
        _fail(job, row, f"{words} (tried {row.attempts} times)")
        return
    with working_on(job.matter):
        require_lease(job)
        _save_step(row, state=IngestStep.State.WAITING, error=words)
        job_postpone(job, seconds=5 * 2 ** (row.attempts - 1))


def _fail(job: Job, row: IngestStep, words: str, reading: str = DocumentVersion.Reading.FAILED) -> None:
    """Keep the version, mark it, and say why."""
    with working_on(job.matter):
        require_lease(job)
        _save_step(row, state=IngestStep.State.FAILED, error=words)
        _close(job, reading, "documents.version.not_read", Job.State.FAILED, {"step": row.name})


def _complete(job: Job) -> None:
    with working_on(job.matter):
        require_lease(job)
        _close(job, DocumentVersion.Reading.READY, "documents.version.read", Job.State.DONE, {})


def _close(job: Job, reading: str, verb: str, job_state: str, detail: dict[str, str]) -> None:
    DocumentVersion.objects.unscoped(reason=WORKER).filter(pk=job.subject).update(reading_state=reading)
    event_record(
        verb,
        actor=SYSTEM,
        subject=f"documents.documentversion:{job.subject}",
        matter=job.matter,
        detail=detail,
    )
    job_finish(job, job_state)


register_job_kind("ingest", ingest_run)
