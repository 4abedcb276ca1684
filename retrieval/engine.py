"""The one door to search: a log is open before anything is searched, and complete before anything is shown."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from audit.models import QueryLog
from audit.services import event_record, query_log_complete, query_log_fail, query_log_open
from legalrag.backends import BackendError, get_backend
from legalrag.version import code_version
from matters.access import acting_as
from matters.models import Matter, User
from retrieval.models import Passage
from retrieval.search.dense import DenseHit, dense_search
from retrieval.search.hits import Candidate, Hit, fuse, hits_from, read_back
from retrieval.search.lexical.base import LexicalHit
from retrieval.search.request import DEPTH, ResolvedScope, SearchRequest
from retrieval.search.scope import lexical_scope, passages_in_scope, resolve_scope

logger = logging.getLogger(__name__)
# A backend's own words name folders and hosts, which are nobody's business on a page.
OUT_OF_ORDER = (
    "A part of the search engine is out of order. Tell the administrator; the reason is in the server's log."
)
FUSION = "reciprocal rank, k = 60"
WORDS_DOWN = (
    "Search by words is unavailable. These results were found by meaning only, so rare words may be missed."
)


class ScopeChanged(BackendError):
    """A matter that was searched closed to the person meanwhile: what was found may not be shown."""

    def __init__(self) -> None:
        super().__init__(
            "What is open to you changed during this search, so nothing of it is shown. Search again."
        )


def explain(error: BackendError) -> str:
    """What people read when the engine could not do its work; a backend's own words go to the server's log."""
    if isinstance(error, ScopeChanged):
        return str(error)
    logger.error("The engine could not do what was asked", exc_info=error)
    return OUT_OF_ORDER


@dataclass
class RetrievalRun:
    """One logged search. ``record`` takes what else the log must keep, such as the answer."""

    user: User
    request: SearchRequest
    scope: ResolvedScope
    log: QueryLog
    hits: list[Hit] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)
    record: dict[str, Any] = field(default_factory=dict)
    milliseconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time that a stage takes to the log."""
        started = time.perf_counter()
        yield
        self.milliseconds[name] = round((time.perf_counter() - started) * 1000, 2)


@contextmanager
def retrieve(*, user: User, request: SearchRequest) -> Iterator[RetrievalRun]:
    """Search, and hand over the run; the log is completed when the block ends.

    If the log can't be written, nothing is searched; if it can't be completed, or the block fails, the
    error goes on to the caller and nothing may be shown. Raises ``ScopeChanged`` when a wall came up
    meanwhile. Must not run inside a transaction.
    """
    started = time.perf_counter()
    with acting_as(user, durable=True):
        scope = resolve_scope(user, request)
        log = query_log_open(
            actor=user,
            kind=request.kind,
            question=request.question,
            matters=scope.matters,
            record={**scope.record(request), "configuration": configuration()},
        )
    run = RetrievalRun(user, request, scope, log)
    run.milliseconds["scope"] = round((time.perf_counter() - started) * 1000, 2)
    try:
        _search(run)
        yield run
        run.milliseconds["end_to_end"] = round((time.perf_counter() - started) * 1000, 2)
        _complete(run)
    except Exception as error:
        with acting_as(user, durable=True):
            query_log_fail(actor=user, log=log, reason=type(error).__name__)
        raise


def configuration() -> dict[str, Any]:
    """What is searched with, by name, version and hash."""
    return {
        "embedder": get_backend("EMBEDDERS").identity(),
        "lexical": get_backend("LEXICAL_INDEXES").version,
        "vectors": "exact scan",
        "fusion": FUSION,
        "reranker": None,
        "llm": get_backend("LLMS").name,
        "code": code_version(),
    }


def _search(run: RetrievalRun) -> None:
    words = _search_words(run) if run.request.find_by != "meaning" else []
    meaning = _search_meaning(run) if run.request.find_by != "words" else []
    with run.stage("fusion"):
        candidates = fuse(words, meaning)
    with run.stage("read_back"), acting_as(run.user):
        permitted = passages_in_scope(run.user, run.request, run.scope)
        passages = read_back(candidates, permitted)
        _alarm(run, candidates, passages)
        run.hits = hits_from(run.user, candidates, passages, run.request.limit)


def _search_words(run: RetrievalRun) -> list[LexicalHit]:
    with run.stage("lexical"):
        try:
            return get_backend("LEXICAL_INDEXES").search(
                run.request.question, lexical_scope(run.request, run.scope), _depth(run)
            )
        except BackendError:
            if run.request.find_by == "words":
                raise
            run.degraded.append(WORDS_DOWN)
            return []


def _search_meaning(run: RetrievalRun) -> list[DenseHit]:
    with run.stage("embed_question"):
        vector = get_backend("EMBEDDERS").embed_query(run.request.question)
    with run.stage("dense"), acting_as(run.user):
        return dense_search(passages_in_scope(run.user, run.request, run.scope), vector, _depth(run))


def _depth(run: RetrievalRun) -> int:
    return max(DEPTH, run.request.limit)


def _alarm(run: RetrievalRun, candidates: list[Candidate], passages: dict[str, Passage]) -> None:
    """An index gave a passage that the person may not see: withhold it and say so in the audit.

    A passage that is theirs to see but whose dates changed since it was indexed is only left out.
    """
    left_out = {candidate.passage_id for candidate in candidates} - set(passages)
    if not left_out:
        return
    visible = Passage.objects.visible_to(run.user).filter(pk__in=left_out).count()
    if visible < len(left_out):
        event_record(
            "retrieval.hit.mismatched",
            actor=run.user,
            subject=f"audit.querylog:{run.log.pk}",
            matter=None,
            detail={"passages": len(left_out) - visible},
        )


def _complete(run: RetrievalRun) -> None:
    matters = {hit.passage.matter_id for hit in run.hits} | run.scope.not_searched_in
    if run.scope.named:
        matters |= set(run.scope.matters)
    with acting_as(run.user, durable=True):
        if Matter.objects.visible_to(run.user).filter(pk__in=matters).count() < len(matters):
            raise ScopeChanged
        query_log_complete(
            actor=run.user,
            log=run.log,
            matters=matters,
            record={
                "hits": [hit.record() for hit in run.hits],
                "degraded": run.degraded,
                "milliseconds": run.milliseconds,
                **run.record,
            },
        )
