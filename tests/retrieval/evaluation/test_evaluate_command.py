"""The command on a tiny suite written for this project: everything real, nothing left behind."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from matters.models import User
from retrieval.models import EvaluationRun
from tests.factories import AGREEMENT

pytestmark = pytest.mark.usefixtures("committed")
LEASE = "LEASE OF A MILL\n\n1. Rent\n\n1.1 The Tenant shall pay a yearly rent of 12,000 pounds.\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    rows = []
    for name, text, answer, question in (
        ("supply/agreement.txt", AGREEMENT, "thirty (30) days", "Within how many days is an invoice due?"),
        ("leases/lease.txt", LEASE, "yearly rent of 12,000 pounds", "What rent does the Tenant pay a year?"),
    ):
        path = tmp_path / "corpus" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        start = text.index(answer)
        snippet = {"file_path": name, "span": [start, start + len(answer)], "answer": answer}
        rows.append({"id": name, "subset": name.split("/")[0], "query": question, "snippets": [snippet]})
    lines = "\n".join(json.dumps(row) for row in rows)
    (tmp_path / "tests.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def test_evaluate_measures_engine_and_baselines_and_keeps_the_run(suite: Path, tmp_path: Path) -> None:
    people = User.objects.count()
    out = tmp_path / "figures.json"
    call_command("evaluate", "legalbench-rag", data=suite, out=out)
    figures = json.loads(out.read_text())
    assert figures["n"] == 2
    assert figures["metrics"]["ALL"]["R@8"] == 1.0
    assert set(figures["baselines"]) == {"fixed-500-dense", "bm25"}
    assert figures["latency_ms"]["end_to_end"]["p50"] > 0
    assert len(figures["configuration"]["embedder"]["sha256"]) == 64
    assert EvaluationRun.objects.filter(suite="legalbench-rag").exists()
    assert User.objects.count() == people


def test_the_scratch_database_is_gone_afterwards(suite: Path) -> None:
    call_command("evaluate", "legalbench-rag", data=suite)
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_database WHERE datname LIKE 'scratch_legalrag_%%'")
        assert cursor.fetchone()[0] == 0


def test_the_gate_fails_when_a_metric_fell(suite: Path, tmp_path: Path) -> None:
    gate = tmp_path / "baseline.json"
    gate.write_text(json.dumps({"metrics": {"ALL": {"P@1": 2.0}}}))
    with pytest.raises(CommandError, match="fell by more than 2 %"):
        call_command("evaluate", "legalbench-rag", data=suite, gate=gate)


def test_a_folder_that_is_not_the_suite_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"holds no tests\.jsonl"):
        call_command("evaluate", "legalbench-rag", data=tmp_path)
