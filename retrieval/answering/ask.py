"""Ask a question of the file: search, quote, check, qualify, log."""

from __future__ import annotations

import uuid

from legalrag.backends import get_backend
from matters.access import acting_as
from matters.models import User
from retrieval.answering.citing import CitationList, QuotationDiffers
from retrieval.answering.evidence import Source, gather_evidence
from retrieval.answering.model import Answer, AnsweredStatement
from retrieval.answering.qualifying import qualify
from retrieval.answering.reliability import judge
from retrieval.engine import RetrievalRun, retrieve
from retrieval.llms.base import Draft, Statement
from retrieval.search.expansion import version_readers
from retrieval.search.request import SearchRequest

QUOTES_JOINED_BY = " "


def ask(*, user: User, request: SearchRequest) -> tuple[uuid.UUID, Answer]:
    """Answer a question within its bounds. Returns the log's id with the answer.

    Every statement quotes the file and is checked; when support is weak the answer is silence. Must not
    run inside a transaction; raises what ``retrieve`` raises.
    """
    with retrieve(user=user, request=request) as run:
        with run.stage("answer"):
            answer = _answer(run)
        run.record["answer"] = answer.record()
    return run.log.pk, answer


def _answer(run: RetrievalRun) -> Answer:
    with acting_as(run.user):
        readers = version_readers(run.user, [hit.passage.version_id for hit in run.hits])
    evidence, sources = gather_evidence(run, readers)
    model = get_backend("LLMS")
    draft: Draft = model.answer(run.request.question, evidence)
    citations = CitationList()
    statements: list[AnsweredStatement] = []
    refused = 0
    for statement in draft.statements:
        try:
            statements.append(_check(statement, sources, citations, model.supports_generation))
        except QuotationDiffers:
            refused += 1
    with run.stage("expansion"):
        statements = qualify(run, statements, sources, citations)
    return judge(run, draft, model, statements, citations.citations, refused)


def _check(
    statement: Statement, sources: dict[int, Source], citations: CitationList, may_write: bool
) -> AnsweredStatement:
    """Turn a model's statement into one that rests on spans of the file.

    Raises ``QuotationDiffers`` when a span lies outside what was retrieved, and when the words are not
    the file's although the model may only quote.
    """
    places = []
    for quote in statement.quotes:
        source = sources.get(quote.key)
        if source is None or not 0 <= quote.start < quote.end <= source.end - source.start:
            raise QuotationDiffers("The quotation points outside what was retrieved.")
        places.append((source, source.start + quote.start, source.start + quote.end))
    quoted = [source.reader.text[start:end] for source, start, end in places]
    is_quotation = statement.text in (QUOTES_JOINED_BY.join(quoted), *quoted[:1])
    if not quoted or not (is_quotation or may_write):
        raise QuotationDiffers("The words are not those of the file.")
    numbers = [
        citations.cite(source, start, end, words).number
        for (source, start, end), words in zip(places, quoted, strict=True)
    ]
    return AnsweredStatement(text=statement.text, is_quotation=is_quotation, citations=numbers)
