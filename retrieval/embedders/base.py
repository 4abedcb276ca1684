"""What the engine asks of an embedder."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from legalrag.backends import Backend


class Embedder(Backend):
    """Turns texts into vectors whose dot product is their nearness in meaning.

    ``dimensions`` is the length of a vector, ``max_tokens`` the longest text the model reads in one piece.
    """

    dimensions: int
    max_tokens: int

    @abstractmethod
    def identity(self) -> dict[str, str | int]:
        """At least ``name``, ``sha256`` of the weights, ``dimensions``. Equal identities, equal vectors."""

    @abstractmethod
    def embed_passages(self, texts: list[str]) -> np.ndarray:
        """Vectors of float32, shape (len(texts), dimensions), each of length 1, in the order of ``texts``.

        A text over ``max_tokens`` is read in windows, whose vectors are averaged: nothing is cut off.
        """

    @abstractmethod
    def embed_query(self, text: str) -> np.ndarray:
        """The vector of a question: float32, shape (dimensions,), of length 1."""

    @abstractmethod
    def count_tokens(self, texts: list[str]) -> list[int]:
        """How many tokens the model reads for each text, the marks around it included."""
