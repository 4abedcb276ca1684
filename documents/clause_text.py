"""A version's clauses as its page shows them: the text in its order, each stretch once, and an outline."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from documents.models import Clause

# Words that may stand before a label in print: "Section 4.2" has the label "4.2".
BEFORE_LABEL = (
    r"(?:(?:sections?|clauses?|articles?|paragraphs?|schedules?|exhibits?|annex|appendix|part)\s+|§+\s*)?"
)
BETWEEN = " \t\n.:)–—-"
FIRST_WORDS = 48
LABEL_FITS_MARGIN = 6
OUTLINE_DEPTH = 3


def clause_anchor(position: int) -> str:
    """The name of a clause in the address of its version: ``?clause=cl-12#cl-12``."""
    return f"cl-{position}"


def clause_position(anchor: str) -> int | None:
    """The position that an anchor, or a bare number, names."""
    number = anchor.removeprefix("cl-")
    return int(number) if number.isdecimal() and len(number) < 10 else None


@dataclass
class ClauseRow:
    """A stretch of text of a clause's own, without its label, heading and children."""

    anchor: str
    label: str
    heading: str
    text: str
    level: int
    chosen: bool
    page_first: int
    page_last: int


@dataclass
class OutlineNode:
    """An entry of the outline."""

    label: str
    heading: str
    anchor: str
    current: bool
    children: list[OutlineNode] = field(default_factory=list)


class ClauseText:
    """The clauses of one version over its text. ``clauses`` are in reading order, ``chosen`` a position."""

    def __init__(self, text: str, clauses: Sequence[Clause], chosen: int | None) -> None:
        self.text = text
        self.chosen = next((clause for clause in clauses if clause.position == chosen), None)
        self.children: dict[Any, list[Clause]] = defaultdict(list)
        for clause in clauses:
            self.children[clause.parent_id].append(clause)

    def rows(self) -> list[ClauseRow]:
        """All text in its order. What follows a clause's children is a row of its own, without a label."""
        rows: list[ClauseRow] = []
        for clause in self.children[None]:
            self._add_rows(clause, rows)
        return rows

    def _add_rows(self, clause: Clause, rows: list[ClauseRow]) -> None:
        children = self.children[clause.pk]
        ends = [child.start for child in children] + [clause.end]
        rows.append(self._row(clause, self._own_words(clause, self.text[clause.start : ends[0]])))
        for child, end in zip(children, ends[1:], strict=True):
            self._add_rows(child, rows)
            rest = self.text[child.end : end]
            if rest.strip():
                after = self._row(clause, rest.strip("\n"))
                after.anchor, after.label, after.heading = f"{clause_anchor(child.position)}-after", "", ""
                rows.append(after)

    def _row(self, clause: Clause, text: str) -> ClauseRow:
        label, heading = clause.label, clause.heading.strip(BETWEEN)
        if len(label) > LABEL_FITS_MARGIN:
            label, heading = "", f"{label} {heading}".strip()
        return ClauseRow(
            anchor=clause_anchor(clause.position),
            label=label,
            heading=heading,
            text=text,
            level=clause.level - 1,
            chosen=clause is self.chosen,
            page_first=clause.page_first,
            page_last=clause.page_last,
        )

    def _own_words(self, clause: Clause, text: str) -> str:
        """The text without the label and the heading that the page sets apart."""
        if clause.label:
            text = _without_start(text, BEFORE_LABEL + re.escape(clause.label))
        if heading := clause.heading.strip(BETWEEN):
            text = _without_start(text, r"\s+".join(re.escape(word) for word in heading.split()))
        return text

    def outline(self) -> list[OutlineNode]:
        """Numbered and headed clauses, as deep as an outline is useful."""
        return self._outline(None, 1)

    def _outline(self, parent: Any, depth: int) -> list[OutlineNode]:
        if depth > OUTLINE_DEPTH:
            return []
        return [
            OutlineNode(
                label=clause.label,
                heading=clause.heading.strip(BETWEEN) or self._first_words(clause),
                anchor=clause_anchor(clause.position),
                current=clause is self.chosen,
                children=self._outline(clause.pk, depth + 1),
            )
            for clause in self.children[parent]
            if clause.kind not in ("item", "paragraph") or (clause.heading and clause.label)
        ]

    def _first_words(self, clause: Clause) -> str:
        words = " ".join(
            self._own_words(clause, self.text[clause.start : clause.end])[: 4 * FIRST_WORDS].split()
        )
        return words if len(words) <= FIRST_WORDS else words[:FIRST_WORDS].rsplit(" ", 1)[0] + "…"


def _without_start(text: str, pattern: str) -> str:
    """The text after what is set apart; marks between label, heading and words go with it."""
    found = re.match(rf"\s*{pattern}(?:[.:)]*[ \t]*[–—-][ \t]+|[.:)]+|(?=\s|$))[ \t]*", text, re.IGNORECASE)
    return text[found.end() :] if found else text
