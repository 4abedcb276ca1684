"""Workers that are killed at each step of reading in, and what is there after a restart."""

from __future__ import annotations

import signal
import time
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db.models.functions import Now

from documents.ingest import _STEPS
from documents.jobs import work_off_jobs
from documents.models import Clause, Document, DocumentText, DocumentVersion, IngestStep, Job, Page
from legalrag.backends import get_backend
from matters.access import acting_as, events_visible_to
from retrieval.models import Passage
from retrieval.search.lexical.base import LexicalScope
from tests.factories import Firm
from tests.processes import run_python

MOMENTS = [(step, "") for step in _STEPS] + [("index", "after")]


def killed_at(step: str, moment: str = "") -> None:
    ended = run_python("-m", "tests.documents.killed_worker", step, moment)
    assert ended.returncode == -signal.SIGKILL, ended.stderr


def wait_for_the_lease() -> None:
    due = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=Now())
    deadline = time.monotonic() + 5
    while not due.exists():
        assert time.monotonic() < deadline, "the lease of a dead worker did not run out"
        time.sleep(0.05)


def of(firm: Firm, model: Any) -> list[Any]:
    return list(model.objects.visible_to(firm.member))


def test_every_step_is_tried() -> None:
    assert [step for step, moment in MOMENTS if not moment] == [
        *("store", "parse", "clauses", "passages", "embed", "index")
    ]


@pytest.mark.parametrize(("step", "moment"), MOMENTS)
def test_a_worker_killed_at_a_step_leaves_one_version_with_every_passage_once(
    own_jobs: None, firm: Firm, step: str, moment: str
) -> None:
    firm.file()
    killed_at(step, moment)
    with acting_as(firm.member):
        assert not [row for row in of(firm, IngestStep) if row.name == step and row.state == "done"]
    wait_for_the_lease()
    assert work_off_jobs() == 1
    with acting_as(firm.member):
        (version,) = of(firm, DocumentVersion)
        assert version.reading_state == DocumentVersion.Reading.READY
        assert {row.name: row.attempts for row in of(firm, IngestStep)} == {
            name: 2 if name == step else 1 for name in _STEPS
        }
        text = DocumentText.objects.visible_to(firm.member).get().text
        assert len(of(firm, Page)) == 1
        assert [clause.position for clause in of(firm, Clause)] == list(range(len(of(firm, Clause))))
        passages = of(firm, Passage)
        assert [passage.position for passage in passages] == list(range(len(passages)))
        assert all(passage.embedding is not None for passage in passages)
        assert all(text[passage.start : passage.end] == passage.text for passage in passages)
        assert [e.verb for e in events_visible_to(firm.member)].count("documents.version.read") == 1
    _indexed_once(firm, passages)


def _indexed_once(firm: Firm, passages: list[Passage]) -> None:
    index = get_backend("LEXICAL_INDEXES")
    assert index.count() == len(passages)
    everything = LexicalScope(matter_ids=frozenset({str(firm.matter.pk)}))
    words = " ".join(passage.text for passage in passages)
    found = [hit.passage_id for hit in index.search(words, everything, 1000)]
    assert sorted(found) == sorted(str(passage.pk) for passage in passages)


def test_a_job_that_kills_its_worker_each_time_ends_failed_and_explained(own_jobs: None, firm: Firm) -> None:
    firm.file()
    for _ in range(django_settings.JOB_MAX_ATTEMPTS):
        killed_at("parse")
        Job.objects.filter(state=Job.State.RUNNING).update(lease_until=Now())
    assert work_off_jobs() == 1
    with acting_as(firm.member):
        (version,) = of(firm, DocumentVersion)
        step = IngestStep.objects.visible_to(firm.member).get(name="parse")
        assert version.reading_state == DocumentVersion.Reading.FAILED
        assert step.state == IngestStep.State.FAILED
        assert "worker stopped each time" in step.error
        assert len(of(firm, Document)) == 1
    assert Job.objects.get(subject=version.pk, kind="ingest").state == Job.State.FAILED
    assert work_off_jobs() == 0
