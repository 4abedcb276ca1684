"""The node of a document's own structure."""

from __future__ import annotations

from dataclasses import dataclass

CLAUSE_KINDS = frozenset(
    {"preamble", "article", "section", "item", "paragraph", "heading", "schedule", "recital", "signature"}
)


@dataclass
class ClauseNode:
    """A clause with its descendants: ``text[start:end]`` is the clause, without white space around it.

    ``position`` counts from 0 in reading order and ``parent`` is a position; ``label`` is the number as
    printed, ``path`` the label as one cites it ("4.3(b)", "Schedule A, 2"), both empty for unnumbered
    nodes. ``level`` counts from 1; pages count from 1 and are those of the first and last character.
    """

    position: int
    parent: int | None
    kind: str
    label: str
    path: str
    heading: str
    level: int
    start: int
    end: int
    page_first: int
    page_last: int
