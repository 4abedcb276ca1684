"""How the reading of imported files went: a table, totals, and how fast beside the embedder alone."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from documents.models import Clause, DocumentVersion
from documents.progress import steps_of
from legalrag.backends import get_backend
from matters.access import acting_as
from matters.models import User

SAMPLE = 512
NAME_WIDTH = 48


@dataclass(frozen=True)
class Row:
    """What became of one file."""

    name: str
    state: str
    clauses: int
    passages: int
    steps: dict[str, float]
    error: str

    @property
    def seconds(self) -> float:
        return sum(self.steps.values())


def import_report(user: User, versions: Sequence[DocumentVersion], seconds: float) -> str:
    """The report in plain text. ``seconds`` is the whole time since the import began, filing included."""
    rows = report_rows(user, versions)
    passages = sum(row.passages for row in rows)
    lines = [_line("file", "state", "clauses", "passages", "seconds", "")]
    lines += [
        _line(row.name, row.state, row.clauses, row.passages, f"{row.seconds:.1f}", row.error) for row in rows
    ]
    ready = sum(row.state == DocumentVersion.Reading.READY for row in rows)
    lines.append(
        f"{len(rows)} files, {ready} ready, {len(rows) - ready} explained; "
        f"{sum(row.clauses for row in rows)} clauses, {passages} passages in {seconds:.1f} s."
    )
    steps = Counter[str]()
    for row in rows:
        steps.update(row.steps)
    lines.append(
        "Seconds by step: " + ", ".join(f"{label} {spent:.1f}" for label, spent in steps.items()) + "."
    )
    if passages:
        rate, alone = passages / seconds, embedder_rate(user, versions)
        lines.append(
            f"{rate:.1f} passages a second: {rate / alone:.0%} of the {alone:.1f} a second that the embedder "
            f"reaches alone on {min(SAMPLE, passages)} of the same passages."
        )
    return "\n".join(lines)


def _line(name: object, state: object, clauses: object, passages: object, seconds: object, error: str) -> str:
    columns = (f"{str(name)[:NAME_WIDTH]:{NAME_WIDTH}}", f"{state:12}", f"{clauses:>7}", f"{passages:>8}")
    return "  ".join((*columns, f"{seconds:>7}", error)).rstrip()


def report_rows(user: User, versions: Sequence[DocumentVersion]) -> list[Row]:
    """A row for each version, in the order given."""
    keys = [version.pk for version in versions]
    with acting_as(user):
        own = DocumentVersion.objects.visible_to(user)
        found = own.annotate(passage_count=Count("passages")).in_bulk(keys)
        clauses = Clause.objects.visible_to(user).filter(version__in=keys).order_by()
        counts = dict(clauses.values_list("version").annotate(Count("pk")))
        steps = steps_of(user, found.values())
    return [
        Row(
            name=found[key].filename,
            state=found[key].reading_state,
            clauses=counts.get(key, 0),
            passages=found[key].passage_count,
            steps={step.label.lower(): step.seconds or 0.0 for step in steps[key]},
            error=next((step.error for step in steps[key] if step.error), ""),
        )
        for key in keys
    ]


def embedder_rate(user: User, versions: Sequence[DocumentVersion]) -> float:
    """Passages a second that the embedder takes alone, on up to ``SAMPLE`` of these versions' passages."""
    embedder = get_backend("EMBEDDERS")
    texts = []
    with acting_as(user):
        for version in versions:
            pairs = version.passages.visible_to(user).values_list("context", "text")
            texts += [f"{context}\n{text}" if context else text for context, text in pairs]
    sample = random.Random(0).sample(texts, min(SAMPLE, len(texts)))  # noqa: S311 (a sample, not a secret)
    started = time.perf_counter()
    embedder.embed_passages(sample)
    return len(sample) / (time.perf_counter() - started)
