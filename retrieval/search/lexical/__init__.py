"""Search by words."""

from retrieval.search.lexical.base import LexicalHit, LexicalIndex, LexicalPassage, LexicalScope

__all__ = ["LexicalHit", "LexicalIndex", "LexicalPassage", "LexicalScope"]
