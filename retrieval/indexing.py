"""The last steps of reading in: passages, their vectors, the lexical index."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence

import numpy as np
from django.db import connection

from audit.canonical import sha256_hex
from documents.ingest import WORKER, register_step
from documents.jobs import job_finish, job_postpone, register_job_kind, require_lease
from documents.models import Clause, DocumentText, DocumentVersion, Job
from documents.reading import clause_nodes
from legalrag.backends import get_backend
from matters.access import working_on
from retrieval.models import Passage
from retrieval.passages import indexed_text, split_clauses
from retrieval.search.lexical.base import LexicalPassage

BATCH = 1000
EMBED_AT_ONCE = 256


def document_header(version: DocumentVersion) -> str:
    """What every passage of a version carries in front of it while it is searched."""
    return version.document.title


def prepare_passages(version: DocumentVersion, job: Job) -> Callable[[], None]:
    """Cut the clauses into passages that the embedder reads whole."""
    embedder = get_backend("EMBEDDERS")
    with working_on(job.matter):
        text = DocumentText.objects.unscoped(reason=WORKER).get(version=version).text
        clauses = list(Clause.objects.unscoped(reason=WORKER).filter(version=version))
    header = document_header(version)
    drafts = split_clauses(text, clause_nodes(clauses), header, embedder.count_tokens, embedder.max_tokens)

    # A bare title is in the context of every clause below it; as a passage it would only crowd them out.
    drafts = [draft for draft in drafts if not draft.heading_only] or drafts

    def write() -> None:
        Passage.objects.bulk_create(
            (
                Passage(
                    matter_id=version.matter_id,
                    document_id=version.document_id,
                    version=version,
                    clause=clauses[draft.clause],
                    position=position,
                    start=draft.start,
                    end=draft.end,
                    text=text[draft.start : draft.end],
                    context=draft.context,
                    sha256=sha256_hex(text[draft.start : draft.end].encode()),
                )
                for position, draft in enumerate(drafts)
            ),
            batch_size=BATCH,
        )

    return write


def prepare_embed(version: DocumentVersion, job: Job) -> Callable[[], None]:
    """Embed what has no vector yet, a batch a transaction, so that a killed worker goes on where it was."""
    embedder = get_backend("EMBEDDERS")
    while True:
        with working_on(job.matter):
            waiting = Passage.objects.unscoped(reason=WORKER).filter(version=version, embedding__isnull=True)
            rows = list(waiting.values_list("pk", "context", "text")[:EMBED_AT_ONCE])
        if not rows:
            return lambda: None
        vectors = embedder.embed_passages([indexed_text(context, text) for _, context, text in rows])
        with working_on(job.matter):
            require_lease(job)
            _store_vectors([row[0] for row in rows], vectors)


def _store_vectors(keys: Sequence, vectors: np.ndarray) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE retrieval_passage SET embedding = %s WHERE id = %s",
            [
                ("[" + ",".join(f"{value:.7g}" for value in vector) + "]", key)
                for key, vector in zip(keys, vectors, strict=True)
            ],
        )


def prepare_index(version: DocumentVersion, job: Job) -> Callable[[], None]:
    """All the work is in the write, which holds the job: see ``index_version``."""
    return lambda: index_version(version)


def index_version(version: DocumentVersion) -> None:
    """Put the passages into the lexical index, replacing whatever it had of this version.

    Runs in a transaction that has locked the job. So a worker that was thought dead can't put back what a
    later one has replaced, and dates that change meanwhile ask for the job once more.
    """
    passages = Passage.objects.unscoped(reason=WORKER).filter(version=version).defer("embedding")
    version.refresh_from_db(fields=["status", "in_force_from", "in_force_until"])
    get_backend("LEXICAL_INDEXES").replace_version(
        str(version.pk), [lexical_passage(passage, version) for passage in passages]
    )


def index_run(job: Job) -> None:
    """Index a version again after its dates or status changed. The handler of jobs of the kind ``index``.

    A version that is still being read comes later, because its own last step may have seen the old dates.
    """
    with working_on(job.matter):
        require_lease(job)
        versions = DocumentVersion.objects.unscoped(reason=WORKER).select_related("document")
        version = versions.get(pk=job.subject)
        if version.reading_state == DocumentVersion.Reading.READING:
            job_postpone(job, seconds=5)
            return
        if version.reading_state == DocumentVersion.Reading.READY:
            index_version(version)
        job_finish(job, Job.State.DONE)


def lexical_passage(passage: Passage, version: DocumentVersion) -> LexicalPassage:
    """A stored passage in the shape of the lexical index."""
    return LexicalPassage(
        passage_id=str(passage.pk),
        version_id=str(version.pk),
        document_id=str(version.document_id),
        matter_id=str(version.matter_id),
        text=passage.text,
        context=passage.context,
        status=version.status,
        type=version.document.type,
        in_force_from=version.in_force_from,
        in_force_until=version.in_force_until or datetime.date.max,
    )


register_step("passages", "Passages", prepare_passages)
register_step("embed", "Meaning", prepare_embed)
register_step("index", "Search index", prepare_index)
register_job_kind("index", index_run)
