"""A language model for tests, which also misbehaves when asked to."""

from __future__ import annotations

from collections.abc import Sequence

from legalrag.backends import BackendError
from retrieval.llms.base import Draft, Evidence, LanguageModel, Quote, Statement

MISBEHAVIOURS = ("wrong_offsets", "unknown_key", "invented", "no_quotes", "empty", "raises")


class FakeLanguageModel(LanguageModel):
    """Quotes the most relevant passage whole, or misbehaves in one of ``MISBEHAVIOURS``."""

    name = "fake"
    supports_generation = True

    def __init__(self, misbehave: str | None = None) -> None:
        self.misbehave = misbehave

    def check(self) -> None:
        if self.misbehave not in (None, *MISBEHAVIOURS):
            raise BackendError(f"The fake model can't misbehave as {self.misbehave!r}; use {MISBEHAVIOURS}.")

    def answer(self, question: str, evidence: Sequence[Evidence]) -> Draft:
        if self.misbehave == "raises":
            raise BackendError("The language model did not answer. Try again in a minute.")
        passages = [one for one in evidence if one.kind == "passage"]
        if self.misbehave == "empty":
            return Draft((), False)
        if not passages or not question.strip():
            return Draft((), True, ("The evidence holds no passage.",))
        best = max(passages, key=lambda one: one.relevance)
        quote = Quote(best.key, 0, len(best.text))
        if self.misbehave == "wrong_offsets":
            quote = Quote(best.key, 1, len(best.text) + 7)
        if self.misbehave == "unknown_key":
            quote = Quote(max(one.key for one in evidence) + 1, 0, 1)
        text = "The fee is one million." if self.misbehave == "invented" else best.text
        return Draft((Statement(text, () if self.misbehave == "no_quotes" else (quote,)),), False)
