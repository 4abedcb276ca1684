"""One ranking from several."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fused:
    """An identifier with its fused score and its place (from 1, or None) in each ranking."""

    key: str
    score: float
    ranks: tuple[int | None, ...]


def reciprocal_rank_fusion(rankings: Sequence[Iterable[str]], k: int = 60) -> list[Fused]:
    """Fuse rankings of identifiers, best first, by the sum of 1 / (k + rank).

    Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
    Learning Methods", SIGIR 2009, with their k of 60. A repeated identifier counts at its first place.
    Equal scores are ordered by the best single place, then by identifier: the same input, the same order.
    """
    places: dict[str, list[int | None]] = defaultdict(lambda: [None] * len(rankings))
    for number, ranking in enumerate(rankings):
        for rank, key in enumerate(dict.fromkeys(ranking), start=1):
            places[key][number] = rank
    fused = [
        Fused(key, sum(1 / (k + rank) for rank in ranks if rank is not None), tuple(ranks))
        for key, ranks in places.items()
    ]
    return sorted(
        fused, key=lambda one: (-one.score, min(rank for rank in one.ranks if rank is not None), one.key)
    )
