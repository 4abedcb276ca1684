"""Clauses of other instruments that say they change a quoted clause.

Until an instrument's instructions are read and applied, the least that a reader must be told is that a
quoted clause may no longer stand as quoted. So the words of every instrument in force that name the clause
and speak of changing it are shown beside it, and the answer is reserved.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from legalrag.backends import BackendError, get_backend
from matters.access import acting_as
from retrieval.answering.model import Citation
from retrieval.engine import RetrievalRun
from retrieval.search.hits import Hit, fuse, hits_from, read_back
from retrieval.search.scope import lexical_scope, passages_in_scope

LOOKED_AT = 20
CHANGES_UNSEEN = "Search by words is unavailable, so a later change of a quoted clause may be missed."
CHANGES = "amended deleted replaced substituted restated"
_CHANGING = re.compile(
    r"(?i)\b(?:amend(?:s|ed|ing)?|delet(?:es?|ed|ing)|replac(?:es?|ed|ing)|substitut(?:es?|ed|ing)"
    r"|restat(?:es?|ed|ing)|varied|varies|suspend(?:s|ed)?|disapplied|no longer appl(?:y|ies))\b"
)
_NOUN = r"(?:sections?|clauses?|articles?|paragraphs?|§§?)"
_NUMBER = r"\d{1,6}(?:\.\d{1,6})*"
_LABEL = re.compile(rf"(?:§ ?)?(?P<number>{_NUMBER})")
_JOINT = r"(?:\s*\(\w{1,5}\))*(?:\s*[,;&–-]|\s+(?:and|or|to|through)\b)+\s*"
_NAMED = re.compile(rf"(?i){_NOUN}\s*{_NUMBER}(?:{_JOINT}(?:{_NOUN}\s*)?{_NUMBER})*")
_LISTED = re.compile(
    rf"(?i)(?P<range>(?:\bto|\bthrough|[–-])\s*)?(?:{_NOUN}\s*)?(?<![\d.(])(?P<number>{_NUMBER})"
)


@dataclass(frozen=True)
class Amendment:
    """A hit whose passage says that it changes a cited clause."""

    hit: Hit
    why: str


def find_amendments(run: RetrievalRun, citation: Citation) -> list[Amendment]:
    """Passages of other documents of the citation's matter, within the run's bounds, that change its clause
    or one that it is part of.

    Looks among the hits of the question and among those for the clause's number. When the index
    of words is down, the run says so.
    """
    label = _LABEL.match(citation.label)
    if label is None:
        return []
    number = _parts(label["number"])
    found: dict[str, Amendment] = {}
    for hit in [*run.hits, *_hits_for_number(run, citation.matter, number)]:
        passage = hit.passage
        elsewhere = (
            str(passage.matter_id) == citation.matter and str(passage.document_id) != citation.document
        )
        if elsewhere and names_clause(passage.text, number) and _CHANGING.search(passage.text):
            found.setdefault(str(passage.pk), Amendment(hit, f"speaks of changing {citation.label}"))
    return list(found.values())


def _parts(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def names_clause(text: str, number: tuple[int, ...]) -> bool:
    """Whether ``text`` names the clause ``number``, or one that it is part of, alone, in a list or in a range.

    4.2 is (4, 2).
    """
    for named in _NAMED.finditer(text):
        before: tuple[int, ...] = ()
        for listed in _LISTED.finditer(named[0]):
            here = _parts(listed["number"])
            first = before if listed["range"] and len(before) == len(here) else here
            if first <= number[: len(here)] <= here:
                return True
            before = here
    return False


def _hits_for_number(run: RetrievalRun, matter: str, number: tuple[int, ...]) -> list[Hit]:
    names = " ".join(".".join(map(str, number[:depth])) for depth in range(len(number), 0, -1))
    within = replace(lexical_scope(run.request, run.scope), matter_ids=frozenset({matter}))
    try:
        words = get_backend("LEXICAL_INDEXES").search(f"{names} {CHANGES}", within, LOOKED_AT)
    except BackendError:
        if CHANGES_UNSEEN not in run.degraded:
            run.degraded.append(CHANGES_UNSEEN)
        return []
    candidates = fuse(words, [])
    with acting_as(run.user):
        passages = read_back(candidates, passages_in_scope(run.user, run.request, run.scope))
        return hits_from(run.user, candidates, passages, LOOKED_AT)
