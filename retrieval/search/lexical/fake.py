"""An index of words in memory."""

from __future__ import annotations

from collections import Counter
from math import log

from retrieval.search.lexical.base import (
    LexicalHit,
    LexicalIndex,
    LexicalPassage,
    LexicalScope,
    require_version,
)
from retrieval.search.terms import query_terms, stems, words

K1 = 1.2
B = 0.75
CONTEXT_BOOST = 0.3


class FakeLexicalIndex(LexicalIndex):
    """BM25 (Robertson and Zaragoza 2009) over a list, for tests and small trials."""

    def __init__(self) -> None:
        self._passages: dict[str, list[LexicalPassage]] = {}

    def check(self) -> None:
        """Nothing to check: it lives in memory."""

    def replace_version(self, version_id: str, passages: list[LexicalPassage]) -> None:
        require_version(version_id, passages)
        self._passages[version_id] = list(passages)

    def remove_version(self, version_id: str) -> None:
        self._passages.pop(version_id, None)

    def count(self) -> int:
        return sum(len(passages) for passages in self._passages.values())

    def search(self, query: str, scope: LexicalScope, limit: int) -> list[LexicalHit]:
        passages = [passage for version in self._passages.values() for passage in version]
        wanted = query_terms(query)
        scores = Counter[str]()
        for field, boost in (("text", 1.0), ("context", CONTEXT_BOOST)):
            counted = {one.passage_id: Counter(stems(getattr(one, field))) for one in passages}
            mean = sum(map(Counter.total, counted.values())) / max(1, len(counted)) or 1
            for stem in wanted:
                holders = {key: counts for key, counts in counted.items() if counts[stem]}
                rarity = log(1 + (len(counted) - len(holders) + 0.5) / (len(holders) + 0.5))
                for key, counts in holders.items():
                    length = K1 * (1 - B + B * counts.total() / mean)
                    scores[key] += boost * rarity * counts[stem] * (K1 + 1) / (counts[stem] + length)
        hits = [
            LexicalHit(one.passage_id, one.version_id, scores[one.passage_id], _printed(one.text, wanted))
            for one in passages
            if scores[one.passage_id] > 0 and _in_scope(one, scope)
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))[: max(0, limit)]


def _printed(text: str, wanted: dict[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.text for word in words(text) if word.stem in wanted))


def _in_scope(passage: LexicalPassage, scope: LexicalScope) -> bool:
    if passage.matter_id not in scope.matter_ids:
        return False
    choices = (
        (scope.statuses, passage.status),
        (scope.types, passage.type),
        (scope.document_ids, passage.document_id),
    )
    if any(allowed is not None and value not in allowed for allowed, value in choices):
        return False
    if scope.as_of is None:
        return True
    if passage.in_force_from is None or scope.as_of < passage.in_force_from:
        return False
    return passage.in_force_until is None or scope.as_of < passage.in_force_until
