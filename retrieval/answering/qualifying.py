"""What is shown beside a statement: what leads into it, what limits it, what its terms mean, what changed it."""

from __future__ import annotations

import uuid
from typing import Any

from matters.access import acting_as
from retrieval.answering.amendments import Amendment, find_amendments
from retrieval.answering.citing import CitationList
from retrieval.answering.evidence import Source
from retrieval.answering.model import AnsweredStatement, Citation, Qualifier
from retrieval.engine import RetrievalRun
from retrieval.search.expansion import version_readers
from retrieval.search.expansion_rules import Expansion

KINDS = {"lead_in": "Introduced by", "exception": "Exception", "definition": "Defined term"}
MOST = {"lead_in": 2, "exception": 4, "definition": 3}
CHANGE = "Change"


class Qualifying:
    """Collects the qualifiers of one answer, each span once, and what the log must say of them."""

    def __init__(self, run: RetrievalRun, sources: dict[int, Source], citations: CitationList) -> None:
        self.run, self.citations = run, citations
        self._source_of = {str(source.hit.passage.version_id): source for source in sources.values()}
        self._shown = [(one.version, one.start, one.end) for one in citations.citations]
        self.brought_in: list[dict[str, Any]] = []

    def of(self, statement: AnsweredStatement) -> list[Qualifier]:
        """The qualifiers of a statement, of every clause that it quotes; what limits it comes first."""
        cited = [self.citations.citations[number - 1] for number in statement.citations]
        found = [one for citation in cited for one in self._of_other_documents(citation)]
        found += [one for citation in cited for one in self._of_its_document(citation)]
        return sorted(found, key=lambda one: not one.limits)

    def _of_its_document(self, cited: Citation) -> list[Qualifier]:
        source = self._source_of[cited.version]
        clause = source.reader.innermost(cited.start, cited.end) or source.clause
        expansions = source.reader.read_with(clause, cited.start, cited.end)
        return [
            qualifier
            for kind, most in MOST.items()
            for expansion in [one for one in expansions if one.kind == kind][:most]
            if (qualifier := self._qualifier(source, expansion, KINDS[kind]))
        ]

    def _of_other_documents(self, cited: Citation) -> list[Qualifier]:
        amendments = find_amendments(self.run, cited)
        return [one for amendment in amendments if (one := self._change(amendment))]

    def _change(self, amendment: Amendment) -> Qualifier | None:
        passage = amendment.hit.passage
        reader = self._reader(passage.version_id)
        if reader is None:
            return None
        clause = reader.clauses[passage.clause.position]
        source = Source(amendment.hit, reader, clause, passage.start, passage.end)
        span = Expansion("change", clause.position, passage.start, passage.end, amendment.why)
        return self._qualifier(source, span, CHANGE)

    def _reader(self, version: uuid.UUID) -> Any:
        with acting_as(self.run.user):
            return version_readers(self.run.user, [version]).get(version)

    def _qualifier(self, source: Source, span: Expansion, kind: str) -> Qualifier | None:
        """The qualifier for a span, or nothing when it is shown already."""
        version = str(source.hit.passage.version_id)
        if any(one == version and start <= span.start and span.end <= end for one, start, end in self._shown):
            return None
        self._shown.append((version, span.start, span.end))
        text = source.reader.text[span.start : span.end]
        citation = self.citations.cite(source, span.start, span.end, text)
        self.brought_in.append(
            {
                "kind": span.kind,
                "why": span.why,
                "version": version,
                "matter": citation.matter,
                "clause": citation.label,
                "start": span.start,
                "end": span.end,
            }
        )
        limits = span.kind in {"exception", "change"}
        return Qualifier(kind=kind, limits=limits, text=text, citation=citation.number, why=span.why)


def qualify(
    run: RetrievalRun,
    statements: list[AnsweredStatement],
    sources: dict[int, Source],
    citations: CitationList,
) -> list[AnsweredStatement]:
    """The statements with what must be read beside them; the log keeps what was brought in."""
    qualifying = Qualifying(run, sources, citations)
    qualified = [
        AnsweredStatement(one.text, one.is_quotation, one.citations, qualifying.of(one)) for one in statements
    ]
    run.record["brought_in"] = qualifying.brought_in
    return qualified
