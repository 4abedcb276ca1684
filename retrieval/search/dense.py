"""Search by meaning: an exact scan over the vectors in scope."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from django.db.models import QuerySet
from pgvector.django import CosineDistance

from retrieval.models import Passage


@dataclass(frozen=True)
class DenseHit:
    """A passage near the question; ``score`` is the cosine, from -1 to 1."""

    passage_id: str
    score: float


def dense_search(passages: QuerySet[Passage], vector: np.ndarray, limit: int) -> list[DenseHit]:
    """The ``limit`` nearest passages, nearest first, found by comparing with every passage in scope.

    Exact on purpose: an approximate index under a narrow scope misses most of the true neighbours.
    """
    rows = (
        passages.filter(embedding__isnull=False)
        .annotate(distance=CosineDistance("embedding", vector))
        .order_by("distance", "pk")
        .values_list("pk", "distance")[:limit]
    )
    return [DenseHit(str(key), 1.0 - distance) for key, distance in rows]
