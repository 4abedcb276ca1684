"""References from one clause to others of the same document, by their printed numbers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.passages import ClauseLike

_BRACKETS = r"(?:\s?\((?:[a-z]{1,2}|[ivxlc]{1,5}|[A-Z]|\d{1,2})\))"
_NUMBER = rf"(?:(?:\d+(?:\.\d+)*[A-Z]?|[IVXLC]+|[A-Z])\b{_BRACKETS}*|{_BRACKETS}+)"
_NOUN = (
    r"(?:(?:sub-?)?(?:sections?|clauses?|articles?|paragraphs?)|schedules?|exhibits?|annex(?:es)?|§§?|sec\.)"
)
_TITLE = r"(?:\s*\([A-Z][^()]{2,80}\))?"
_REFERENCE = re.compile(
    rf"(?P<this>\bthis\s+)?(?:\b|(?=§))(?P<noun>(?i:{_NOUN}))\s*(?P<list>{_NUMBER}{_TITLE}"
    rf"(?:\s*(?:,|,?\s*(?:and|or|through|to)\b|–|-|&)\s*(?:(?i:{_NOUN})\s*)?{_NUMBER}{_TITLE})*)"
    rf"|\bthis\s+(?P<here>(?i:sub-?section|section|clause|article|paragraph|schedule))\b"
)
_LISTED = re.compile(
    rf"(?P<range>through\s*|to\s*|–\s*|-\s*)?(?:(?i:{_NOUN})\s*)?(?P<number>{_NUMBER}){_TITLE}"
)
# "Section 5 of the Loan Agreement" is another document's; "of this Agreement" and "of the Agreement" are not.
_ELSEWHERE = re.compile(
    r"\s*(?:of|to|in|under)\s+(?:(?:the|that|such|its|their|any)\s+(?!(?:Agreement|Terms|Contract|Policy)\b)"
    r"|(?=[A-Z])(?!Section|Clause|Article|Schedule))[A-Z]"
)
_PREFIX = re.compile(rf"^(?i:{_NOUN})\s*")


@dataclass(frozen=True)
class Reference:
    """``text[start:end]`` points at the clauses at the positions ``targets``; ``clause`` holds the words."""

    start: int
    end: int
    clause: int
    targets: tuple[int, ...]


class ClauseIndex:
    """The clauses of one version by place and by number. Built once per version."""

    def __init__(self, text: str, clauses: Sequence[ClauseLike]) -> None:
        self.text = text
        self.clauses = {clause.position: clause for clause in clauses}
        self.children: dict[int | None, list[int]] = {}
        for clause in clauses:
            self.children.setdefault(clause.parent, []).append(clause.position)
        self._ordered = sorted(self.clauses, key=lambda position: (self.clauses[position].start, position))
        self._starts = [self.clauses[position].start for position in self._ordered]
        self._numbered: dict[str, list[int]] = {}
        for clause in clauses:
            if clause.label:
                for name in {_normal(clause.path), _normal(clause.label)}:
                    self._numbered.setdefault(name, []).append(clause.position)

    def innermost(self, offset: int) -> int | None:
        """Position of the smallest clause that holds the character at ``offset``."""
        place = bisect_right(self._starts, offset) - 1
        position = self._ordered[place] if place >= 0 else None
        while position is not None and self.clauses[position].end <= offset:
            position = self.clauses[position].parent
        return position

    def ancestors(self, position: int) -> list[int]:
        """Positions of the clauses above, nearest first."""
        found = []
        parent = self.clauses[position].parent
        while parent is not None:
            found.append(parent)
            parent = self.clauses[parent].parent
        return found

    def descendants(self, position: int) -> list[int]:
        """Positions of the clauses below, in order."""
        found = []
        for child in self.children.get(position, []):
            found += [child, *self.descendants(child)]
        return found

    def own_end(self, position: int) -> int:
        """Where the clause's own opening text ends: at its first child, or its end."""
        children = self.children.get(position)
        return self.clauses[children[0]].start if children else self.clauses[position].end

    def references(self) -> list[Reference]:
        """All references of the document to itself that resolve to a clause, in order."""
        found = []
        for match in _REFERENCE.finditer(self.text):
            clause = self.innermost(match.start())
            if clause is None:
                continue
            if match["here"]:
                targets = self._here(clause)
            elif _ELSEWHERE.match(self.text, match.end()):
                continue
            else:
                targets = self._listed(match["list"], clause)
            if targets:
                found.append(Reference(match.start(), match.end(), clause, tuple(targets)))
        return found

    def _here(self, clause: int) -> list[int]:
        labelled = [one for one in (clause, *self.ancestors(clause)) if self.clauses[one].label]
        outer = [one for one in labelled if not self.clauses[one].label.startswith("(")]
        return (outer or labelled)[:1]

    def _listed(self, numbers: str, clause: int) -> list[int]:
        targets: list[int] = []
        for match in _LISTED.finditer(numbers):
            position = self.resolve(match["number"], clause)
            if position is None:
                continue
            if match["range"] and targets:
                targets += self._between(targets[-1], position)
            targets.append(position)
        return list(dict.fromkeys(targets))

    def _between(self, first: int, last: int) -> list[int]:
        parent = self.clauses[first].parent
        return [one for one in self.children.get(parent, []) if first < one < last]

    def resolve(self, number: str, clause: int) -> int | None:
        """The clause that ``number`` means when it is read inside ``clause``; None when there is none.

        "(b)" is looked for under the clauses that enclose it; a full number in the same schedule first.
        """
        wanted = _normal(number)
        around = [clause, *self.ancestors(clause)]
        if wanted.startswith("("):
            for above in around:
                for candidate in self.children.get(above, []):
                    if _normal(self.clauses[candidate].label) == wanted:
                        return candidate
                base = _normal(self.clauses[above].path)
                if base and (base + wanted) in self._numbered:
                    return self._numbered[base + wanted][0]
            return None
        candidates = self._numbered.get(wanted, [])
        in_schedule = [one for one in around if self.clauses[one].kind == "schedule"]
        same = [one for one in candidates if in_schedule and in_schedule[0] in self.ancestors(one)]
        main = [one for one in candidates if "," not in self.clauses[one].path]
        return next(iter((*same, *main, *candidates)), None)


def _normal(label: str) -> str:
    """A label without its noun, spaces and final stop: "Section 4.2 (b)." and "4.2(b)" are the same."""
    bare = _PREFIX.sub("", label.strip())
    return re.sub(r"\s+", "", bare).rstrip(".")
