"""What must be read with a clause: its lead-in, what it is subject to, what overrides it, its defined terms.

Rules over one version's own text: they never leave the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from retrieval.passages import ClauseLike, Span, sentence_spans
from retrieval.passages.sentences import trimmed
from retrieval.search.definitions import Definitions
from retrieval.search.references import ClauseIndex

LONGEST_SPAN = 1500
_GAP = r"(?:[^.;]|\.(?=\d)){0,90}$"
_BEFORE = re.compile(
    r"(?i)\b(?P<overrides>notwithstanding|despite|regardless of|in lieu of|nothing in|exceptions? to"
    r"|not (?:be )?subject to)\b"
    r"|\b(?P<limited>subject(?:\s+always)?\s+to|except(?:ing)?|other than|unless|save (?:as|for))\b"
)
_AFTER = re.compile(
    r"(?i)(?:[^.;,]|\.(?=\d)){0,70}?\b(?:(?:shall|will|do|does)\s+not\s+(?:apply|extend)|(?:is|are|(?:shall|will)\s+be)"
    r"\s+subject\s+to|(?:(?:is|are)\s+not|(?:shall|will)\s+not\s+be)\s+(?:applicable|subject|limited))\b"
)
_FOREGOING = re.compile(
    r"(?i)\bnotwithstanding\s+(?:the\s+)?(?:foregoing|above|preceding|previous|anything\s+(?:to\s+the\s+contrary\s+)?"
    r"(?:above|in\s+the\s+foregoing))"
)
_OPENS_EXCEPTION = re.compile(
    r"\W*(?:except\b|Except that\b|provided,?\s+(?:however|that)\b|Provided,?\s+that\b)"
)
_EXCEPTION_HEADING = re.compile(r"(?i)\b(?:exceptions?|exclusions?|exemptions?|carve-?outs?)\b")


@dataclass(frozen=True)
class Expansion:
    """``text[start:end]`` of the clause at position ``clause``, to be read too.

    ``kind`` is "lead_in", "exception" or "definition"; ``why`` says so to a reader.
    """

    kind: str
    clause: int
    start: int
    end: int
    why: str


class ExpansionRules:
    """The rules applied to one version. Building reads the whole text once; each question is then quick."""

    def __init__(self, text: str, clauses: Sequence[ClauseLike]) -> None:
        self.text = text
        self._index = ClauseIndex(text, clauses)
        self._definitions = Definitions(self._index)
        # From a clause to those that limit it, with the offset of the words that say so.
        self._limited_by: dict[int, dict[int, str]] = {}
        for clause, limit, why in (*self._by_reference(), *self._by_place()):
            if clause != limit:
                self._limited_by.setdefault(clause, {}).setdefault(limit, why)

    def lead_ins(self, clause: int) -> list[Expansion]:
        """The words of the clauses above that the clause continues, outermost first."""
        found = []
        for above in reversed(self._index.ancestors(clause)):
            span = trimmed(self.text, self._index.clauses[above].start, self._index.own_end(above))
            if self._is_sentence(above, span):
                found.append(Expansion("lead_in", above, *span, f"leads into {self._name(clause)}"))
        return found

    def exceptions(self, clause: int, shown: Span | None = None) -> list[Expansion]:
        """What limits the clause, most particular first; nothing that lies in the span ``shown`` already."""
        above = self._index.ancestors(clause)
        below = self._index.descendants(clause)
        if shown is not None:  # a part of the clause: what limits its other parts is no matter
            below = [one for one in below if self._index.clauses[one].start in range(*shown)]
        found: dict[int, Expansion] = {}
        for limited in (clause, *below, *above):
            for limit, why in self._limited_by.get(limited, {}).items():
                if limit != clause and limit not in found and limit not in above:
                    found[limit] = Expansion("exception", limit, *self._span(limit), why)
        return [one for one in found.values() if not _inside(one, shown)]

    def definitions(self, text: str, shown: Span | None = None) -> list[Expansion]:
        """Definitions of the terms used in ``text``, in order of use, but for those in ``shown`` already."""
        found = [
            Expansion("definition", one.clause, one.start, one.end, f"defines “{one.term}”")
            for one in self._definitions.used_in(text)
        ]
        return [one for one in dict.fromkeys(found) if not _inside(one, shown)]

    def _by_reference(self) -> Iterator[tuple[int, int, str]]:
        """Pairs (limited, limit) that the text states by number."""
        for reference in self._index.references():
            before = self.text[max(0, reference.start - 110) : reference.start]
            cues = [cue for cue in _BEFORE.finditer(before) if re.match(_GAP, before[cue.end() :])]
            overrides = bool(_AFTER.match(self.text, reference.end))
            limited = False
            if cues:
                overrides = bool(cues[-1]["overrides"])
                limited = not overrides
            for target in reference.targets:
                if overrides:
                    yield target, reference.clause, f"limits {self._name(target)}"
                elif limited and target not in self._index.ancestors(reference.clause):
                    yield reference.clause, target, f"{self._name(reference.clause)} is subject to it"

    def _by_place(self) -> Iterator[tuple[int, int, str]]:
        """Pairs (limited, limit) that follow from where a clause stands."""
        for siblings in self._index.children.values():
            for place, position in enumerate(siblings):
                clause = self._index.clauses[position]
                own = self.text[clause.start : self._index.own_end(position)]
                body = own.removeprefix(clause.label)
                others: Iterable[int] = ()
                if _EXCEPTION_HEADING.search(clause.heading) and clause.parent is not None:
                    others = siblings
                elif _OPENS_EXCEPTION.match(body) or _FOREGOING.search(own[: len(clause.heading) + 90]):
                    others = siblings[max(0, place - 1) : place] or [
                        one for one in (clause.parent,) if one is not None
                    ]
                for other in others:
                    yield other, position, f"makes an exception to {self._name(other)}"

    def _span(self, position: int) -> Span:
        """The clause, or of a long one its opening sentences."""
        clause = self._index.clauses[position]
        if clause.end - clause.start <= LONGEST_SPAN:
            return clause.start, clause.end
        end = clause.start
        for start, last in sentence_spans(self.text, clause.start, self._index.own_end(position)):
            if end > clause.start and last - clause.start > LONGEST_SPAN:
                break
            end = last if last > start else end
        return clause.start, end

    def _is_sentence(self, position: int, span: Span) -> bool:
        """Whether the span says more than the clause's label and heading."""
        clause = self._index.clauses[position]
        own = "".join(self.text[span[0] : span[1]].split())
        title = "".join((clause.label + clause.heading).split())
        return len(own) > len(title) + 3

    def _name(self, position: int) -> str:
        clause = self._index.clauses[position]
        return clause.path or clause.label or clause.heading or "the text before it"


def _inside(expansion: Expansion, shown: Span | None) -> bool:
    return shown is not None and shown[0] <= expansion.start and expansion.end <= shown[1]
