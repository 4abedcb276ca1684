"""Defined terms of a document, and which of them a text uses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.passages import sentence_spans
from retrieval.search.references import ClauseIndex
from retrieval.search.terms import Word, words

LONGEST_DEFINITION = 1500
_QUOTED = r"[“\"‘]\**(?P<{0}>[^“”\"‘’\n]{{2,70}}?)[,.]?\**[”\"’]"
_MEANS = (
    r"(?:shall |will )?(?:means?\b|ha(?:s|ve) the (?:respective )?meanings?\b|refers? to\b"
    r"|(?:is|are) defined\b)"
)
_CAPITALS = r"[A-Z][\w’'&/-]*(?:[ \t]+(?:[A-Z][\w’'&/-]*|of|and|or|the|to|in|for)){0,5}"
_DEFINITION = re.compile(
    # "Term" (or the "Term") means …
    rf"{_QUOTED.format('quoted')}(?:\s*\([^()\n]{{0,80}}\)"
    rf"|[ \t]+(?:or|and)[ \t]+[“\"‘][^”\"’\n]{{2,60}}[”\"’])?"
    rf"[ \t\n]*(?:when used [^.;\n]{{0,60}})?,?[ \t\n]*{_MEANS}"
    # **Term** means …, **Term**: …
    rf"|\*\*[“\"]?(?P<bold>[^*\n“”\"]{{2,70}}?)[”\"]?[:.]?\*\*(?::|[ \t]*[:–—]|[ \t]+{_MEANS})"
    # … (the "Term")
    rf"|\((?:[^()“”\"\n]{{0,60}}\s)?{_QUOTED.format('inline')}[^()]{{0,80}}\)"
    # 1.3 Term means …
    rf"|(?m:^)[ \t]*(?:[-*]\s+|\(?[\w.]{{1,6}}[.)]\s*|\d+(?:\.\d+)*\s+)?(?P<plain>{_CAPITALS})[ \t]+"
    rf"(?:shall mean|means|has the meaning)\b"
)


@dataclass(frozen=True)
class Definition:
    """A defined term and the span that defines it, inside the clause at position ``clause``."""

    term: str
    clause: int
    start: int
    end: int


class Definitions:
    """The defined terms of one version. Built once per version."""

    def __init__(self, index: ClauseIndex) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Definition]]] = {}
        known: set[str] = set()
        for match in _DEFINITION.finditer(index.text):
            term = " ".join((match["quoted"] or match["bold"] or match["inline"] or match["plain"]).split())
            clause = index.innermost(match.start())
            stems = tuple(word.stem for word in words(term))
            if clause is None or not stems or len(stems) > 8 or term in known:
                continue
            known.add(term)
            definition = Definition(term, clause, *_span(index, clause, match.start(), match.end()))
            self._by_first.setdefault(stems[0], []).append((stems, definition))
        for candidates in self._by_first.values():
            candidates.sort(key=lambda pair: -len(pair[0]))

    def used_in(self, text: str) -> list[Definition]:
        """Definitions of the terms that ``text`` uses, in the order of their first use.

        A term counts in singular and plural, with the capitals it was defined with, and not inside a longer
        term: "Confidential Information" does not use "Information".
        """
        found: dict[str, Definition] = {}
        printed = words(text)
        place = 0
        while place < len(printed):
            matched = self._matching(text, printed, place)
            if matched is None:
                place += 1
                continue
            length, definition = matched
            found.setdefault(definition.term, definition)
            place += length
        return list(found.values())

    def _matching(self, text: str, printed: list[Word], place: int) -> tuple[int, Definition] | None:
        for stems, definition in self._by_first.get(printed[place].stem, []):
            here = printed[place : place + len(stems)]
            same = tuple(word.stem for word in here) == stems
            if same and text[here[0].start].isupper() == definition.term[0].isupper():
                return len(stems), definition
        return None


def _span(index: ClauseIndex, clause: int, start: int, end: int) -> tuple[int, int]:
    """The whole clause when it opens with the definition and isn't long; else the sentence of it."""
    holder = index.clauses[clause]
    opens = start - holder.start <= len(holder.label) + len(holder.heading) + 6
    if opens and holder.end - holder.start <= LONGEST_DEFINITION:
        return holder.start, holder.end
    first = max(holder.start, start - LONGEST_DEFINITION)
    last = min(
        index.own_end(clause) if start < index.own_end(clause) else holder.end, end + LONGEST_DEFINITION
    )
    for span in sentence_spans(index.text, first, last):
        if span[0] <= start < span[1]:
            return span[0], max(span[1], end)
    return start, end
