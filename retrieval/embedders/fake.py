"""An embedder without a model: texts are near when they share words."""

from __future__ import annotations

import hashlib

import numpy as np
from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

from retrieval.embedders.base import Embedder


class FakeEmbedder(Embedder):
    """Counts of stemmed words, each at a place in the vector that its hash gives. For tests only."""

    dimensions = 384
    max_tokens = 256

    def __init__(self) -> None:
        self._analyzer = (
            TextAnalyzerBuilder(Tokenizer.simple())
            .filter(Filter.lowercase())
            .filter(Filter.stopword("english"))
            .filter(Filter.stemmer("english"))
            .build()
        )

    def check(self) -> None:
        """Nothing to check: there are neither weights nor options."""

    def identity(self) -> dict[str, str | int]:
        return {
            "name": "fake: hashed words",
            "sha256": hashlib.sha256(b"fake: hashed words").hexdigest(),
            "dimensions": self.dimensions,
        }

    def embed_passages(self, texts: list[str]) -> np.ndarray:
        return np.array([self.embed_query(text) for text in texts], dtype=np.float32).reshape(
            len(texts), self.dimensions
        )

    def embed_query(self, text: str) -> np.ndarray:
        vector = np.zeros(self.dimensions, dtype=np.float32)
        for word in self._analyzer.analyze(text):
            vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % self.dimensions] += 1
        if not vector.any():  # a text without words still needs a direction
            vector[0] = 1
        return vector / np.linalg.norm(vector)

    def count_tokens(self, texts: list[str]) -> list[int]:
        return [len(text.split()) + 2 for text in texts]
