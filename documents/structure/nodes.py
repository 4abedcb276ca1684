"""The nodes of a document's own structure: as they grow, and as they are handed over."""

from __future__ import annotations

from dataclasses import dataclass, field

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


@dataclass(slots=True)
class Draft:
    """A node while the tree grows."""

    kind: str
    start: int
    parent: Draft | None
    label: str = ""
    heading: str = ""
    scheme: str = ""
    numbers: tuple[int, ...] = ()
    heading_level: int | None = None
    capital: bool = True  # whether its text begins with a capital letter
    recitals: bool = False  # a heading over recitals, which holds no sections
    children: list[Draft] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether others may stand in it: a numbered clause, or a division of the document."""
        return self.divides or self.recitals or bool(self.label)

    @property
    def divides(self) -> bool:
        """Whether it divides the document, so that its sections may stand in it."""
        return self.kind in ("root", "article", "heading", "schedule") and not self.recitals
