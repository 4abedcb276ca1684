"""What a search found, read back through the access rule before anybody sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from documents.models import Page
from matters.models import User
from retrieval.models import Passage
from retrieval.search.dense import DenseHit
from retrieval.search.fusion import reciprocal_rank_fusion
from retrieval.search.lexical.base import LexicalHit


@dataclass
class Hit:
    """A passage with its place. ``passage`` comes with document, version, matter and clause loaded.

    ``words_*`` are rank and BM25 score, ``meaning_*`` rank and cosine, each ``None`` when that leg did
    not find it. ``page`` is the page on which the passage begins.
    """

    rank: int
    passage: Passage
    fused: float
    words_rank: int | None
    words_score: float | None
    meaning_rank: int | None
    meaning_score: float | None
    terms: tuple[str, ...] = ()
    page: int = 1

    @property
    def reference(self) -> str:
        """Matter, document and version: 2025-0012/3.1."""
        passage = self.passage
        return f"{passage.matter.number}/{passage.document.number}.{passage.version.number}"

    def record(self) -> dict[str, Any]:
        """The hit as the query log keeps it."""
        passage = self.passage
        return {
            "rank": self.rank,
            "passage": passage.pk,
            "sha256": passage.sha256,
            "version": passage.version_id,
            "document": passage.document_id,
            "matter": passage.matter_id,
            "reference": self.reference,
            "title": passage.document.title,
            "clause": passage.clause.path,
            "heading": passage.clause.heading[:200],
            "start": passage.start,
            "end": passage.end,
            "page": self.page,
            "fused": round(self.fused, 8),
            "words_rank": self.words_rank,
            "words_score": _rounded(self.words_score),
            "meaning_rank": self.meaning_rank,
            "meaning_score": _rounded(self.meaning_score),
            "terms": list(self.terms),
        }


def _rounded(score: float | None) -> float | None:
    return round(score, 6) if score is not None else None


@dataclass(frozen=True)
class Candidate:
    """A fused place before it was read back."""

    passage_id: str
    fused: float
    words: tuple[int, LexicalHit] | None
    meaning: tuple[int, DenseHit] | None


def fuse(words: Sequence[LexicalHit], meaning: Sequence[DenseHit]) -> list[Candidate]:
    """One ranking of both legs by reciprocal rank, best first."""
    by_words = {hit.passage_id: (rank, hit) for rank, hit in enumerate(words, 1)}
    by_meaning = {hit.passage_id: (rank, hit) for rank, hit in enumerate(meaning, 1)}
    return [
        Candidate(one.key, one.score, by_words.get(one.key), by_meaning.get(one.key))
        for one in reciprocal_rank_fusion([list(by_words), list(by_meaning)])
    ]


def read_back(candidates: Sequence[Candidate], permitted: QuerySet[Passage]) -> dict[str, Passage]:
    """The candidates' passages that ``permitted`` still holds, by identifier."""
    rows = (
        permitted.filter(pk__in=[candidate.passage_id for candidate in candidates])
        .select_related("document", "version", "matter", "clause")
        .defer("embedding")
    )
    return {str(passage.pk): passage for passage in rows}


def hits_from(
    user: User, candidates: Sequence[Candidate], passages: dict[str, Passage], limit: int
) -> list[Hit]:
    """Ranked hits of the candidates that were read back."""
    kept = [candidate for candidate in candidates if candidate.passage_id in passages][:limit]
    hits = [
        Hit(
            rank=rank,
            passage=passages[candidate.passage_id],
            fused=candidate.fused,
            words_rank=candidate.words[0] if candidate.words else None,
            words_score=candidate.words[1].score if candidate.words else None,
            meaning_rank=candidate.meaning[0] if candidate.meaning else None,
            meaning_score=candidate.meaning[1].score if candidate.meaning else None,
            terms=candidate.words[1].terms if candidate.words else (),
        )
        for rank, candidate in enumerate(kept, 1)
    ]
    _set_pages(user, hits)
    return hits


def _set_pages(user: User, hits: Sequence[Hit]) -> None:
    """The page on which each passage begins, in one query."""
    versions = {hit.passage.version_id for hit in hits}
    pages = (
        Page.objects.visible_to(user)
        .filter(version__in=versions)
        .values_list("version_id", "number", "start", "end")
    )
    by_version: dict[Any, list[tuple[int, int, int]]] = {}
    for version, number, start, end in pages:
        by_version.setdefault(version, []).append((number, start, end))
    for hit in hits:
        for number, start, end in by_version.get(hit.passage.version_id, ()):
            if start <= hit.passage.start < end:
                hit.page = number
                break
