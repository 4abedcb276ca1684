"""From clauses to the passages that are indexed."""

from retrieval.passages.sentences import Span, sentence_spans
from retrieval.passages.split import ClauseLike, PassageDraft, indexed_text, split_clauses

__all__ = ["ClauseLike", "PassageDraft", "Span", "indexed_text", "sentence_spans", "split_clauses"]
