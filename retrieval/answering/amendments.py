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
CHANGES = "amended deleted replaced substituted restated"
_CHANGING = re.compile(
    r"(?i)\b(?:amend(?:s|ed|ing)?|delet(?:es?|ed|ing)|replac(?:es?|ed|ing)|substitut(?:es?|ed|ing)"
    r"|restat(?:es?|ed|ing)|varied|varies|suspend(?:s|ed)?|disapplied|no longer appl(?:y|ies))\b"
)
_NOUN = r"(?:sections?|clauses?|articles?|paragraphs?|§§?)"


@dataclass(frozen=True)
class Amendment:
    """A hit whose passage says that it changes a cited clause."""

    hit: Hit
    why: str


def find_amendments(run: RetrievalRun, citation: Citation) -> list[Amendment]:
    """Passages of other documents of the citation's matter, within the run's bounds, that change its clause.

    Looks among the hits of the question and among those for the clause's number. An index that is down
    was reported by the search itself.
    """
    number = citation.label.split("(")[0]
    if not re.fullmatch(r"\d+(?:\.\d+)*|§ ?\d+.*", number):
        return []
    named = re.compile(rf"(?i){_NOUN}\s*{re.escape(number.lstrip('§ '))}(?![\d.]*\d)")
    found: dict[str, Amendment] = {}
    for hit in [*run.hits, *_hits_for_number(run, citation.matter, number)]:
        passage = hit.passage
        elsewhere = (
            str(passage.matter_id) == citation.matter and str(passage.document_id) != citation.document
        )
        if elsewhere and named.search(passage.text) and _CHANGING.search(passage.text):
            found.setdefault(str(passage.pk), Amendment(hit, f"speaks of changing {citation.label}"))
    return list(found.values())


def _hits_for_number(run: RetrievalRun, matter: str, number: str) -> list[Hit]:
    within = replace(lexical_scope(run.request, run.scope), matter_ids=frozenset({matter}))
    try:
        words = get_backend("LEXICAL_INDEXES").search(f"{number} {CHANGES}", within, LOOKED_AT)
    except BackendError:
        return []
    candidates = fuse(words, [])
    with acting_as(run.user):
        passages = read_back(run.user, candidates, passages_in_scope(run.user, run.request, run.scope))
        return hits_from(run.user, candidates, passages, LOOKED_AT)
