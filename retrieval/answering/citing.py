"""Citations: numbered, placed, and compared with the stored text letter by letter."""

from __future__ import annotations

from documents.structure.nodes import ClauseNode
from retrieval.answering.evidence import Source
from retrieval.answering.model import Citation, iso


class QuotationDiffers(Exception):
    """Words that a model gave as a quotation are not at the span that it names."""


class CitationList:
    """The citations of one answer, each span once."""

    def __init__(self) -> None:
        self.citations: list[Citation] = []

    def cite(self, source: Source, start: int, end: int, quote: str) -> Citation:
        """The citation of [start, end) in the source's version.

        Raises ``QuotationDiffers`` unless ``quote`` is exactly the stored text there.
        """
        if not quote.strip() or source.reader.text[start:end] != quote:
            raise QuotationDiffers(f"The quotation is not at {start} to {end}.")
        for citation in self.citations:
            if (citation.version, citation.start, citation.end) == (
                str(source.hit.passage.version_id),
                start,
                end,
            ):
                return citation
        clause = source.reader.innermost(start, end) or source.clause
        citation = self._citation(source, clause, start, end, quote)
        self.citations.append(citation)
        return citation

    def _citation(self, source: Source, clause: ClauseNode, start: int, end: int, quote: str) -> Citation:
        passage, reader = source.hit.passage, source.reader
        trail = reader.trail(clause)
        labelled = next((one for one in reversed(trail) if one.path), clause)
        return Citation(
            number=len(self.citations) + 1,
            matter=str(passage.matter_id),
            document=str(passage.document_id),
            version=str(passage.version_id),
            matter_number=passage.matter.number,
            reference=source.hit.reference,
            document_title=passage.document.title,
            label=labelled.path,
            heading=next((one.heading for one in reversed(trail) if one.heading), "")[:200],
            breadcrumb=[" ".join(part for part in (one.path, one.heading[:80]) if part) for one in trail],
            page=reader.page_at(start),
            pages=passage.version.page_count,
            start=start,
            end=end,
            quote=quote,
            text_sha256=reader.sha256,
            status=passage.version.status,
            in_force_from=iso(passage.version.in_force_from),
            in_force_until=iso(passage.version.in_force_until),
        )
