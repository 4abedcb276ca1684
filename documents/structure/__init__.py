"""A document's own structure: clauses with their labels, from the sequence of numbers and the layout."""

from documents.structure.build import build_clauses
from documents.structure.nodes import CLAUSE_KINDS, ClauseNode

__all__ = ["CLAUSE_KINDS", "ClauseNode", "build_clauses"]
