"""The suite ``legalbench-rag``: passages in real documents, all indexed together in one matter."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from documents.jobs import work_off_jobs
from documents.models import DocumentText, DocumentVersion
from legalrag.backends import get_backend
from matters.access import acting_as
from retrieval.engine import RetrievalRun, configuration, retrieve
from retrieval.evaluation.figures import Figures, percentiles
from retrieval.evaluation.scratch import ScratchFirm, scratch_firm
from retrieval.evaluation.spans import CUTS, FileSpan, Question, mean_by_subset
from retrieval.models import Passage
from retrieval.search.request import SearchRequest

CHUNK = 500
Report = Callable[[str], None]


class UnusableData(Exception):
    """The folder does not hold the suite, or the stored text is not the file's."""


def read_questions(data: Path, limit: int | None = None) -> list[Question]:
    """The questions of ``tests.jsonl``; with a limit, the same number from each subset."""
    try:
        lines = (data / "tests.jsonl").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError as error:
        raise UnusableData(f"{data} holds no tests.jsonl; name the suite's folder with --data.") from error
    questions = [
        Question(
            id=row["id"],
            subset=row["subset"],
            text=row["query"],
            gold=tuple(FileSpan(one["file_path"], *one["span"]) for one in row["snippets"]),
        )
        for row in map(json.loads, lines)
    ]
    if limit is None:
        return questions
    subsets = dict.fromkeys(question.subset for question in questions)
    share = max(1, limit // len(subsets))
    return [one for subset in subsets for one in [q for q in questions if q.subset == subset][:share]]


def run(data: Path, *, limit: int | None, say: Report) -> Figures:
    """Measure the engine as configured, and two baselines over the same documents and questions."""
    started = time.monotonic()
    questions = read_questions(data, limit)
    files = sorted(
        str(path.relative_to(data / "corpus")) for path in (data / "corpus").rglob("*") if path.is_file()
    )
    with scratch_firm() as firm:
        file_of, ingest = _index(firm, data, files, say)
        found, timings = _ask_all(firm, questions, file_of, "both", say)
        words, _ = _ask_all(firm, questions, file_of, "words", say)
        measured = {**configuration(), "documents": len(files), "cuts": list(CUTS)}
    say("fixed 500-character chunks …")
    chunks = _fixed_chunks(data, files, questions)
    return Figures(
        suite="legalbench-rag",
        n=len(questions),
        seconds=round(time.monotonic() - started, 1),
        configuration=measured,
        metrics=mean_by_subset(questions, found),
        baselines={
            "fixed-500-dense": mean_by_subset(questions, chunks),
            "bm25": mean_by_subset(questions, words),
        },
        latency_ms=percentiles(timings),
        ingest=ingest,
    )


def _index(
    firm: ScratchFirm, data: Path, files: list[str], say: Report
) -> tuple[dict[Any, str], dict[str, float]]:
    """File and read in the whole corpus. Returns the file of each version, and what it took."""
    file_of = {}
    for name in files:
        document = firm.file(data / "corpus" / name, Path(name).stem)
        with acting_as(firm.partner):
            file_of[DocumentVersion.objects.visible_to(firm.partner).get(document=document).pk] = name
    say(f"reading in {len(files)} documents …")
    started = time.monotonic()
    work_off_jobs()
    seconds = time.monotonic() - started
    with acting_as(firm.partner):
        for content in DocumentText.objects.visible_to(firm.partner).iterator(chunk_size=8):
            path = data / "corpus" / file_of[content.version_id]
            if content.text != path.read_bytes().decode():
                raise UnusableData(f"The stored text of {file_of[content.version_id]} is not the file's.")
        unread = DocumentVersion.objects.visible_to(firm.partner).exclude(reading_state="ready").count()
        if unread:
            raise UnusableData(f"{unread} of {len(files)} documents could not be read in.")
        passages = Passage.objects.visible_to(firm.partner).count()
    return file_of, {"passages": passages, "seconds": round(seconds, 1)}


def _ask_all(
    firm: ScratchFirm, questions: list[Question], file_of: dict[Any, str], find_by: str, say: Report
) -> tuple[dict[str, list[FileSpan]], list[dict[str, float]]]:
    """Ask every question as written. Returns the found spans and each run's stage times."""
    say(f"asking {len(questions)} questions by {find_by} …")
    found, timings = {}, []
    for question in questions:
        request = SearchRequest(question=question.text, as_of=None, find_by=find_by, limit=max(CUTS))
        with retrieve(user=firm.partner, request=request) as one:
            found[question.id] = list(_spans(one, file_of))
        timings.append(one.milliseconds)
    return found, timings


def _spans(one: RetrievalRun, file_of: dict[Any, str]) -> Iterable[FileSpan]:
    for hit in one.hits:
        yield FileSpan(file_of[hit.passage.version_id], hit.passage.start, hit.passage.end)


def _fixed_chunks(data: Path, files: list[str], questions: list[Question]) -> dict[str, list[FileSpan]]:
    """The baseline that everybody starts with: chunks of 500 characters and the same dense model alone."""
    spans, texts = [], []
    for name in files:
        text = (data / "corpus" / name).read_bytes().decode()
        for start in range(0, len(text), CHUNK):
            spans.append(FileSpan(name, start, min(start + CHUNK, len(text))))
            texts.append(text[start : start + CHUNK])
    embedder = get_backend("EMBEDDERS")
    vectors = embedder.embed_passages(texts)
    found = {}
    for question in questions:
        scores = vectors @ embedder.embed_query(question.text)
        found[question.id] = [spans[place] for place in np.argsort(-scores, kind="stable")[: max(CUTS)]]
    return found
