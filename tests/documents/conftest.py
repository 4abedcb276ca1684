"""Reading in without a model, on a job table that holds nothing of other tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from documents.jobs import OPEN
from documents.models import Job
from legalrag.backends import forget_backends


@pytest.fixture
def own_jobs(committed: None, settings: Any) -> Iterator[None]:
    """Real commits, a short lease, an embedder without weights, and no open job of another test."""
    settings.JOB_LEASE_SECONDS = 1
    settings.EMBEDDERS = {"default": {"BACKEND": "retrieval.embedders.fake.FakeEmbedder"}}
    forget_backends("EMBEDDERS")
    _close_all()
    yield
    _close_all()
    forget_backends("EMBEDDERS")


def _close_all() -> None:
    Job.objects.filter(state__in=OPEN).update(state=Job.State.FAILED)
