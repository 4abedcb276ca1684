"""What the engine was measured to do. The figures speak of suites, never of a matter."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from retrieval.models import EvaluationRun

SHOWN = 100
COLUMNS = ("P@1", "P@8", "R@1", "R@8", "R@64", "DRM@1")


@require_GET
def evaluation_list(request: HttpRequest) -> HttpResponse:
    """The runs, newest first, with the mean over their subsets."""
    runs = [
        {"run": run, "values": _values(run.figures["metrics"].get("ALL", {}))}
        for run in EvaluationRun.objects.all()[:SHOWN]
    ]
    return render(
        request, "retrieval/evaluation_list.html", {"runs": runs, "columns": COLUMNS, "nav": "audit"}
    )


@require_GET
def evaluation_detail(request: HttpRequest, run_id: uuid.UUID) -> HttpResponse:
    """One run: every subset beside the baselines, times by stage, what was measured."""
    run = get_object_or_404(EvaluationRun, pk=run_id)
    systems = {"LegalRAG": run.figures["metrics"], **run.figures["baselines"]}
    tables = [
        {"system": system, "rows": [(subset, _values(metrics)) for subset, metrics in rows.items()]}
        for system, rows in systems.items()
    ]
    configuration = run.figures["configuration"]
    facts = [{"label": name, "value": _plain(value)} for name, value in configuration.items()]
    context = {"run": run, "tables": tables, "columns": COLUMNS, "configuration": facts, "nav": "audit"}
    return render(request, "retrieval/evaluation_detail.html", context)


def _values(metrics: dict[str, float]) -> list[str]:
    return [f"{100 * metrics[column]:.1f}" if column in metrics else "–" for column in COLUMNS]


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {item}" for name, item in value.items())
    return "none" if value is None else str(value)
