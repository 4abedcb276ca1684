"""Answers made of quotations alone: no model writes a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from legalrag.backends import get_backend
from retrieval.embedders import Embedder
from retrieval.llms.base import Draft, Evidence, LanguageModel, Quote, Statement
from retrieval.llms.candidates import Candidate, candidates, join
from retrieval.search.terms import informative_terms, query_terms, stems, words

MOST_STATEMENTS = 3
# A further statement must come this near to the best one.
NEAR_THE_BEST = 0.85
COVERAGE_WEIGHT = 0.35
# A sentence of a passage that is near to the question as a whole is more likely to be meant. Chosen on the
# sample firm's questions, which were written for this project.
RELEVANCE_WEIGHT = 0.6


@dataclass(frozen=True)
class Calibration:
    """Support = 1 / (1 + exp(-(offset + cosine_weight * cosine + share_weight * share))); silent below half.

    ``cosine`` is the best sentence's to the question; ``share`` that of the question's informative words which
    the best passage has, where a word counts less the more of the evidence has it. The weights are those of a
    logistic regression over the questions in tests/data/calibration, rounded.
    """

    offset: float
    cosine_weight: float
    share_weight: float

    def support(self, cosine: float, share: float) -> float:
        """From 0 to 1."""
        return 1 / (1 + exp(-(self.offset + self.cosine_weight * cosine + self.share_weight * share)))


CALIBRATION = Calibration(offset=-7.0, cosine_weight=11.5, share_weight=6.0)


@dataclass(frozen=True)
class _Scored:
    evidence: Evidence
    candidate: Candidate
    cosine: float
    coverage: float

    @property
    def score(self) -> float:
        return self.cosine + COVERAGE_WEIGHT * self.coverage + RELEVANCE_WEIGHT * self.evidence.relevance


class ExtractiveModel(LanguageModel):
    """Quotes at most three sentences or list items, best first; silent when their support is weak.

    ``embedder`` None means the configured one.
    """

    name = "extractive"

    def __init__(self, embedder: Embedder | None = None, calibration: Calibration = CALIBRATION) -> None:
        self._embedder = embedder
        self.calibration = calibration

    def check(self) -> None:
        self.embedder.check()

    @property
    def embedder(self) -> Embedder:
        """The embedder that compares sentences with the question."""
        return self._embedder or get_backend("EMBEDDERS")

    def answer(self, question: str, evidence: Sequence[Evidence]) -> Draft:
        passages = [one for one in evidence if one.kind == "passage" and one.text.strip()]
        if not passages or not query_terms(question):
            return Draft((), True, ("There is nothing to quote from.",))
        cosine, share, scored = self.measure(question, passages)
        support = self.calibration.support(cosine, share)
        reason = f"support {support:.2f}: nearest sentence {cosine:.2f}, words of the question {share:.2f}"
        if support < 0.5:
            return Draft((), True, (reason,))
        best = scored[0].score
        chosen: list[_Scored] = []
        for one in scored:
            if len(chosen) == MOST_STATEMENTS or one.score < NEAR_THE_BEST * best:
                break
            if not any(_overlap(one, other) for other in chosen):
                chosen.append(one)
        return Draft(tuple(_statement(one) for one in chosen), False, (reason,))

    def measure(self, question: str, passages: Sequence[Evidence]) -> tuple[float, float, list[_Scored]]:
        """Best cosine, best share of informative words, and all candidates by score, best first."""
        weights = _weights(question, passages)
        pairs = [(one, candidate) for one in passages for candidate in candidates(one.text)]
        texts = [_with_heading(one.heading, candidate.text(one.text)) for one, candidate in pairs]
        cosines = self.embedder.embed_passages(texts) @ self.embedder.embed_query(question)
        scored = [
            _Scored(one, candidate, float(cosine), _share(weights, text))
            for (one, candidate), text, cosine in zip(pairs, texts, cosines, strict=True)
        ]
        share = max(_share(weights, _with_heading(one.heading, one.text)) for one in passages)
        # A stable sort: of equals, the one of the more relevant evidence.
        scored.sort(key=lambda one: (-one.score, -one.evidence.relevance, one.evidence.key))
        return float(np.max(cosines)), share, scored


def _with_heading(heading: str, text: str) -> str:
    return text if not heading or heading in text else f"{heading}. {text}"


def _weights(question: str, passages: Sequence[Evidence]) -> dict[str, float]:
    """The question's informative stems; one that all the evidence has ("tenant" in a lease) weighs little."""
    wanted = informative_terms(question, _names(question, passages)) or list(query_terms(question))
    printed = [set(stems(_with_heading(one.heading, one.text))) for one in passages]
    return {stem: 1 - sum(stem in one for one in printed) / (len(printed) + 1) for stem in wanted}


def _share(weights: dict[str, float], text: str) -> float:
    printed = set(stems(text))
    return sum(weight for stem, weight in weights.items() if stem in printed) / sum(weights.values())


def _names(question: str, passages: Sequence[Evidence]) -> str:
    """Words that tell which document is meant: of titles, and what is written with a capital everywhere."""
    text = " ".join(one.text for one in passages)
    small = {word.text for word in words(text) if not text[word.start].isupper()}
    large = {word.text for word in words(text)} - small
    named = [
        word.text for word in words(question)[1:] if question[word.start].isupper() and word.text in large
    ]
    return " ".join([*(one.document_title for one in passages), *named])


def _overlap(one: _Scored, other: _Scored) -> bool:
    """Whether what is quoted of one holds, or is held by, what is quoted of the other."""
    (start, end), (first, last) = one.candidate.quoted[-1], other.candidate.quoted[-1]
    return one.evidence.key == other.evidence.key and start < last and first < end


def _statement(one: _Scored) -> Statement:
    quotes = tuple(Quote(one.evidence.key, start, end) for start, end in one.candidate.quoted)
    return Statement(join(one.evidence.text, one.candidate.quoted), quotes)
