from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from retrieval.evaluation import legalbench_rag
from retrieval.evaluation.figures import falls, table
from retrieval.models import EvaluationRun

SUITES = {"legalbench-rag": legalbench_rag.run}
COLUMNS = ("P@1", "P@8", "R@1", "R@8", "R@64", "DRM@1")


class Command(BaseCommand):
    help = "Measure the engine on a suite, in a scratch database, beside its baselines."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("suite", choices=sorted(SUITES))
        parser.add_argument("--data", type=Path, required=True, help="The suite's folder.")
        parser.add_argument("--limit", type=int, help="Ask only about this many questions.")
        parser.add_argument("--json", type=Path, dest="out", help="Write the figures to this file.")
        parser.add_argument("--gate", type=Path, help="Fail when a metric fell below this figures file.")
        parser.add_argument("--tolerance", type=float, default=0.02, help="Relative fall that passes.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            figures = SUITES[options["suite"]](options["data"], limit=options["limit"], say=self._say)
        except legalbench_rag.UnusableData as error:
            raise CommandError(str(error)) from error
        self.stdout.write(table(figures, COLUMNS))
        self.stdout.write(f"\n{figures.n} questions, {figures.seconds:.0f} s. Ingest: {figures.ingest}")
        self.stdout.write(json.dumps(figures.configuration))
        EvaluationRun.objects.create(suite=figures.suite, figures=asdict(figures))
        if options["out"]:
            figures.write(options["out"])
        if options["gate"]:
            self._pass(figures.metrics, options["gate"], options["tolerance"])

    def _say(self, text: str) -> None:
        self.stderr.write(text)

    def _pass(self, metrics: dict[str, Any], gate: Path, tolerance: float) -> None:
        fallen = falls(json.loads(gate.read_text(encoding="utf-8"))["metrics"], metrics, tolerance)
        for line in fallen:
            self.stderr.write(line)
        if fallen:
            raise CommandError(f"{len(fallen)} metrics fell by more than {100 * tolerance:.0f} %.")
        self.stdout.write("No metric fell.")
