"""What the answering part may quote from: the clauses of the best hits."""

from __future__ import annotations

from dataclasses import dataclass

from documents.structure.nodes import ClauseNode
from retrieval.engine import RetrievalRun
from retrieval.llms.base import Evidence
from retrieval.search.expansion import VersionReader
from retrieval.search.hits import Hit

# More evidence makes a false answer likelier: the calibration of silence was made with about this many.
HITS_QUOTED = 6
WHOLE_CLAUSE = 2500


@dataclass(frozen=True)
class Source:
    """A span of a version that evidence was taken from, and the hit that led to it."""

    hit: Hit
    reader: VersionReader
    clause: ClauseNode
    start: int
    end: int


def gather_evidence(
    run: RetrievalRun, readers: dict, limit: int = HITS_QUOTED
) -> tuple[list[Evidence], dict[int, Source]]:
    """Evidence from the first ``limit`` hits: the whole clause, or the passage of a long one.

    A hit inside a span that is there already adds nothing. Returns the evidence, and by its key where it
    comes from.
    """
    evidence: list[Evidence] = []
    sources: dict[int, Source] = {}
    for hit in run.hits:
        reader = readers.get(hit.passage.version_id)
        if len(evidence) >= limit or reader is None:
            continue
        source = _source(hit, reader)
        if any(_inside(source, other) for other in sources.values()):
            continue
        key = len(evidence) + 1
        sources[key] = source
        evidence.append(
            Evidence(
                key=key,
                document_title=hit.passage.document.title,
                label=source.clause.path,
                heading=source.clause.heading,
                text=reader.text[source.start : source.end],
                relevance=hit.meaning_score or 0.0,
                kind="passage",
            )
        )
    return evidence, sources


def _source(hit: Hit, reader: VersionReader) -> Source:
    clause = reader.clauses[hit.passage.clause.position]
    if clause.end - clause.start <= WHOLE_CLAUSE:
        return Source(hit, reader, clause, clause.start, clause.end)
    return Source(hit, reader, clause, hit.passage.start, hit.passage.end)


def _inside(source: Source, other: Source) -> bool:
    return source.reader is other.reader and other.start <= source.start and source.end <= other.end
