"""Small documents with their expansion rules, for the tests of what is read with a clause."""

from __future__ import annotations

from retrieval.search.expansion_rules import ExpansionRules
from tests.retrieval.clauses import Sketch, build


def section(label: str, words: str, *children: Sketch, heading: str = "", **other) -> Sketch:
    own = f"{label} {words}".strip()
    return Sketch(own, label=label, heading=heading, children=list(children), **other)


def item(label: str, words: str, path: str, *children: Sketch) -> Sketch:
    return Sketch(f"{label} {words}", "item", label, path=path, children=list(children))


class Document:
    """A text with its rules, to be asked by clause label."""

    def __init__(self, *sketches: Sketch) -> None:
        self.text, self.clauses = build(list(sketches))
        self.rules = ExpansionRules(self.text, self.clauses)

    def position(self, path: str) -> int:
        return next(one.position for one in self.clauses if path in (one.path, one.heading))

    def limits(self, path: str) -> list[str]:
        return [self.clauses[one.clause].path for one in self.rules.exceptions(self.position(path))]

    def printed(self, expansions) -> list[str]:
        return [self.text[one.start : one.end] for one in expansions]
