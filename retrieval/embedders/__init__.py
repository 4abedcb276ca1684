"""Vectors for texts, behind one interface."""

from retrieval.embedders.base import Embedder

__all__ = ["Embedder"]
