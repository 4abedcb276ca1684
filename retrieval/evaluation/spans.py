"""Precision and recall over character spans, and the share of wrong documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

CUTS = (1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class FileSpan:
    """Characters [start, end) of a file."""

    file: str
    start: int
    end: int


@dataclass(frozen=True)
class Question:
    """A question with the spans that answer it."""

    id: str
    subset: str
    text: str
    gold: tuple[FileSpan, ...]


def overlap(one: FileSpan, other: FileSpan) -> int:
    """Shared characters of two spans."""
    if one.file != other.file:
        return 0
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def span_metrics(found: Sequence[FileSpan], gold: Sequence[FileSpan]) -> dict[str, float]:
    """P@k, R@k and DRM@k of one question for every k in ``CUTS``, as shares.

    As LegalBench-RAG's run_benchmark.py counts (arXiv 2408.10343): overlap is summed over all pairs of a
    found and a gold span, divided by the found characters (precision) and the gold ones (recall). DRM@k
    (document-level retrieval mismatch) is the share of the first k spans from a file without gold.
    """
    files = {span.file for span in gold}
    gold_length = sum(span.end - span.start for span in gold)
    metrics = {}
    for k in CUTS:
        first = found[:k]
        shared = sum(overlap(span, right) for span in first for right in gold)
        length = sum(span.end - span.start for span in first)
        metrics[f"P@{k}"] = shared / length if length else 0.0
        metrics[f"R@{k}"] = shared / gold_length if gold_length else 0.0
        metrics[f"DRM@{k}"] = sum(span.file not in files for span in first) / len(first) if first else 0.0
    return metrics


def mean_by_subset(
    questions: Sequence[Question], results: Mapping[str, Sequence[FileSpan]]
) -> dict[str, dict[str, float]]:
    """Mean metrics of each subset, and under ``ALL`` the mean of the subsets with equal weight."""
    by_subset: dict[str, list[dict[str, float]]] = {}
    for question in questions:
        by_subset.setdefault(question.subset, []).append(span_metrics(results[question.id], question.gold))
    means = {
        subset: {name: fmean(row[name] for row in rows) for name in rows[0]}
        for subset, rows in sorted(by_subset.items())
    }
    names = next(iter(means.values()), {})
    return {"ALL": {name: fmean(row[name] for row in means.values()) for name in names}, **means}
