"""The pages of evaluation runs."""

import uuid

import pytest
from django.test import Client

from retrieval.models import EvaluationRun
from tests.factories import person

FIGURES = {
    "suite": "legalbench-rag",
    "n": 4,
    "seconds": 12.0,
    "configuration": {"embedder": {"name": "mini"}, "reranker": None, "code": "0.1.0"},
    "metrics": {"ALL": {"P@1": 0.125, "R@8": 0.5}, "cuad": {"P@1": 0.25, "R@8": 0.75}},
    "baselines": {"bm25": {"ALL": {"P@1": 0.02, "R@8": 0.08}}},
    "latency_ms": {"dense": {"p50": 4.0, "p99": 9.0}},
}


@pytest.fixture
def reader(db: None) -> Client:
    client = Client()
    client.force_login(person())
    return client


def test_a_run_is_listed_with_its_means_and_opens_with_its_baselines(reader: Client) -> None:
    run = EvaluationRun.objects.create(suite="legalbench-rag", figures=FIGURES)
    listed = reader.get("/audit/evaluations/").content.decode()
    assert "12.5" in listed
    page = reader.get(f"/audit/evaluations/{run.pk}/").content.decode()
    assert "bm25" in page
    assert "75.0" in page
    assert "mini" in page


def test_without_runs_the_page_says_how_to_make_one(reader: Client) -> None:
    EvaluationRun.objects.all().delete()
    assert "manage.py evaluate" in reader.get("/audit/evaluations/").content.decode()


def test_a_run_that_does_not_exist_is_not_found(reader: Client) -> None:
    assert reader.get(f"/audit/evaluations/{uuid.uuid4()}/").status_code == 404
