"""How far an answer can be relied on: one of a few words, with reasons."""

from __future__ import annotations

from retrieval.answering.model import (
    RESERVED,
    SILENT,
    WELL,
    Answer,
    AnsweredStatement,
    Citation,
    Reason,
)
from retrieval.answering.qualifying import CHANGE
from retrieval.engine import RetrievalRun
from retrieval.llms.base import Draft, LanguageModel


def judge(
    run: RetrievalRun,
    draft: Draft,
    model: LanguageModel,
    statements: list[AnsweredStatement],
    citations: list[Citation],
    refused: int,
) -> Answer:
    """The answer with its reliability. Without a statement that holds, the answer is silence."""
    silent = draft.silent or not statements
    if silent:
        statements, citations = [], []
    reasons = _reasons_for_silence(run, refused) if silent else _reasons(run, statements, citations, refused)
    word = RESERVED if any(reason.tone == "warn" for reason in reasons) else WELL
    return Answer(
        question=run.request.question,
        as_of=run.request.as_of.isoformat() if run.request.as_of else None,
        model=model.name,
        silent=silent,
        word=SILENT if silent else word,
        statements=statements,
        citations=citations,
        reasons=reasons,
        figures=_figures(run, draft),
        not_searched=run.scope.not_searched,
    )


def _reasons(
    run: RetrievalRun, statements: list[AnsweredStatement], citations: list[Citation], refused: int
) -> list[Reason]:
    reasons = [Reason("ok", "Every quotation was compared with the stored text letter for letter.")]
    if run.request.as_of is None:
        reasons.append(Reason("warn", "Drafts and text out of force were searched too."))
    else:
        reasons.append(Reason("ok", "The text used was in force on the day asked about. No draft was used."))
    undated = sorted({one.document_title for one in citations if one.is_undated})
    if undated:
        reasons.append(Reason("none", f"No effective date is recorded for {', '.join(undated)}."))
    limits = sum(
        qualifier.limits and qualifier.kind != CHANGE
        for statement in statements
        for qualifier in statement.qualifiers
    )
    if limits:
        clauses = "One clause that limits" if limits == 1 else f"{limits} clauses that limit"
        reasons.append(Reason("none", f"{clauses} the answer {'is' if limits == 1 else 'are'} shown above."))
    if any(qualifier.kind == CHANGE for statement in statements for qualifier in statement.qualifiers):
        reasons.append(
            Reason(
                "warn", "Another document speaks of changing a quoted clause. It is shown above; read both."
            )
        )
    if run.scope.not_searched:
        reasons.append(Reason("warn", "Part of the file could not be searched; see below."))
    if refused:
        reasons.append(Reason("warn", "A statement was left out because its quotation is not in the file."))
    reasons += [Reason("warn", text) for text in run.degraded]
    return reasons


def _reasons_for_silence(run: RetrievalRun, refused: int) -> list[Reason]:
    reasons = [Reason("none", "No passage that was found is near enough to the question to be quoted.")]
    if refused:
        reasons.append(Reason("warn", "A statement was left out because its quotation is not in the file."))
    reasons += [Reason("warn", text) for text in run.degraded]
    return reasons


def _figures(run: RetrievalRun, draft: Draft) -> list[list[str]]:
    figures = [["Passages retrieved", str(len(run.hits))]]
    if run.hits:
        nearest = max((hit.meaning_score or 0.0) for hit in run.hits)
        figures.append(["Nearest passage in meaning (cosine)", f"{nearest:.2f}"])
    return figures + [["How the model decided", reason] for reason in draft.reasons]
