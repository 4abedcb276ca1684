"""The figures of a run: percentiles, the file, the table, the gate."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

# Of these a higher figure is a worse one.
WORSE_WHEN_HIGHER = ("DRM@",)


@dataclass
class Figures:
    """What a suite measured. ``metrics`` are shares from 0 to 1; latencies are milliseconds."""

    suite: str
    n: int
    seconds: float
    configuration: dict[str, Any]
    metrics: dict[str, Any]
    baselines: dict[str, Any] = field(default_factory=dict)
    latency_ms: dict[str, dict[str, float]] = field(default_factory=dict)
    ingest: dict[str, float] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Write the figures file."""
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")


def percentiles(rows: Sequence[Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """p50 and p99 of each stage over the runs that had it."""
    stages = dict.fromkeys(stage for row in rows for stage in row)
    return {
        stage: {
            f"p{share}": round(float(np.percentile([row[stage] for row in rows if stage in row], share)), 2)
            for share in (50, 99)
        }
        for stage in stages
    }


def falls(baseline: Mapping[str, Any], metrics: Mapping[str, Any], tolerance: float) -> list[str]:
    """Each metric that is worse than the baseline's by more than ``tolerance``, relative to it."""
    found = []
    now = dict(_leaves(metrics))
    for name, before in _leaves(baseline):
        if name not in now:
            found.append(f"{name} is missing; it was {before:.4f}")
            continue
        sign = -1 if name.rsplit(".", 1)[-1].startswith(WORSE_WHEN_HIGHER) else 1
        if sign * (now[name] - before) < -tolerance * abs(before) - 1e-12:
            found.append(f"{name} is {now[name]:.4f}; it was {before:.4f}")
    return found


def _leaves(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, float]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{path}{name}.")
        elif isinstance(value, int | float):
            yield f"{path}{name}", float(value)


def table(figures: Figures, columns: Sequence[str]) -> str:
    """Lines of text: the engine and each baseline, row by row, in per cent."""
    lines = [f"{'':34}" + "".join(f"{column:>9}" for column in columns)]
    systems = {"LegalRAG": figures.metrics, **figures.baselines}
    for system, metrics in systems.items():
        for subset, row in metrics.items():
            values = "".join(f"{100 * row[column]:9.1f}" for column in columns)
            lines.append(f"{system + ' · ' + subset:34}{values}")
    lines.append("")
    lines.append(f"{'milliseconds':34}{'p50':>9}{'p99':>9}")
    for stage, row in figures.latency_ms.items():
        lines.append(f"{stage:34}{row['p50']:9.1f}{row['p99']:9.1f}")
    return "\n".join(lines)
