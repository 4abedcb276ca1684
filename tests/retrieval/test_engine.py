"""The engine: nothing without a log, nothing out of scope, nothing out of force."""

import datetime
import json

import pytest
from django.db import transaction

from audit.models import Event, QueryLog
from documents.jobs import work_off_jobs
from documents.models import DocumentVersion
from legalrag.backends import BackendError, get_backend
from matters.access import acting_as, query_logs_visible_to
from matters.models import User
from retrieval import engine
from retrieval.engine import RetrievalRun, retrieve
from retrieval.models import Passage
from retrieval.search.lexical.base import LexicalHit
from retrieval.search.request import SearchRequest
from tests.factories import AGREEMENT, Firm

TODAY = datetime.date(2026, 12, 1)
pytestmark = pytest.mark.usefixtures("committed")


def search(user: User, question: str = "payment of invoices", **bounds: object) -> RetrievalRun:
    request = SearchRequest(question=question, **{"as_of": TODAY, **bounds})
    with retrieve(user=user, request=request) as run:
        return run


def texts(run: RetrievalRun) -> str:
    return "\n".join(hit.passage.text for hit in run.hits)


@pytest.fixture
def filed(firm: Firm) -> Firm:
    firm.file()
    work_off_jobs()
    return firm


def test_the_log_is_open_before_anything_is_searched(filed: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(question: str) -> None:
        raise BackendError("The model is gone.")

    monkeypatch.setattr(get_backend("EMBEDDERS"), "embed_query", broken)
    with pytest.raises(BackendError):
        search(filed.member)
    with acting_as(filed.member):
        log = query_logs_visible_to(filed.member).get()
        events = Event.objects.unscoped(reason="the test reads what was recorded").filter(
            subject=f"audit.querylog:{log.pk}"
        )
        assert sorted(events.values_list("verb", flat=True)) == [
            "retrieval.query.failed",
            "retrieval.query.opened",
        ]


def test_without_a_log_nothing_is_searched(filed: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    monkeypatch.setattr(engine, "_search", searched.append)

    def broken(**fields: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(engine, "query_log_open", broken)
    with pytest.raises(OSError, match="disk full"):
        search(filed.member)
    assert searched == []


def test_a_log_that_cannot_be_completed_shows_nothing(filed: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**fields: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(engine, "query_log_complete", broken)
    with pytest.raises(OSError, match="disk full"):
        search(filed.member)


def test_a_search_inside_a_transaction_is_refused(filed: Firm) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError):
        search(filed.member)


def test_the_log_holds_scope_configuration_hits_and_timings(filed: Firm) -> None:
    run = search(filed.member)
    with acting_as(filed.member):
        log = query_logs_visible_to(filed.member).select_related("result").get(pk=run.log.pk)
    opened, result = json.loads(bytes(log.canonical)), json.loads(bytes(log.result.canonical))
    assert opened["question"] == "payment of invoices"
    assert opened["as_of"] == "2026-12-01"
    assert opened["scope"]["matters"] == [filed.matter.number]
    assert len(opened["configuration"]["embedder"]["sha256"]) == 64
    first = result["hits"][0]
    assert first["passage"] == str(run.hits[0].passage.pk)
    assert first["sha256"] == run.hits[0].passage.sha256
    assert {"scope", "lexical", "dense", "fusion", "end_to_end"} <= set(result["milliseconds"])


def test_a_walled_colleague_finds_nothing(filed: Firm) -> None:
    assert search(filed.member).hits
    assert search(filed.walled).hits == []


def test_a_hidden_matter_is_searched_like_one_that_does_not_exist(filed: Firm) -> None:
    hidden = search(filed.walled, matter_number=filed.matter.number)
    missing = search(filed.walled, matter_number="no such matter")
    assert hidden.hits == missing.hits == []
    assert hidden.scope == missing.scope


def test_a_hit_outside_the_persons_sight_is_withheld_and_raises_the_alarm(
    filed: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    with acting_as(filed.member):
        passage = Passage.objects.visible_to(filed.member).first()
    leak = LexicalHit(str(passage.pk), str(passage.version_id), 9.0, ("invoice",))
    monkeypatch.setattr(get_backend("LEXICAL_INDEXES"), "search", lambda *args: [leak])
    run = search(filed.walled)
    assert run.hits == []
    with acting_as(filed.walled):
        events = Event.objects.unscoped(reason="the test reads what was recorded")
        assert events.filter(verb="retrieval.hit.mismatched", subject=f"audit.querylog:{run.log.pk}").exists()


def test_a_draft_is_not_found_unless_any_text_is_asked_for(firm: Firm) -> None:
    firm.file(status="draft")
    work_off_jobs()
    assert search(firm.member).hits == []
    assert search(firm.member, as_of=None).hits


def test_each_date_finds_the_version_that_stood_then(firm: Firm) -> None:
    document = firm.file(effective=datetime.date(2023, 1, 15))
    work_off_jobs()
    newer = AGREEMENT.replace("thirty (30) days", "forty-five (45) days")
    firm.file_version(document, newer, effective=datetime.date(2025, 3, 1))
    work_off_jobs()
    assert "thirty (30)" in texts(search(firm.member, as_of=datetime.date(2025, 2, 28)))
    assert "forty-five" not in texts(search(firm.member, as_of=datetime.date(2025, 2, 28)))
    assert "forty-five" in texts(search(firm.member, as_of=datetime.date(2025, 3, 1)))
    assert "thirty (30)" not in texts(search(firm.member, as_of=datetime.date(2025, 3, 1)))
    assert search(firm.member, as_of=datetime.date(2022, 1, 1)).hits == []


def test_both_legs_filter_by_date_themselves(firm: Firm) -> None:
    document = firm.file(effective=datetime.date(2023, 1, 15))
    work_off_jobs()
    firm.file_version(document, AGREEMENT, effective=datetime.date(2025, 3, 1))
    work_off_jobs()
    for leg in ("words", "meaning"):
        found = search(firm.member, as_of=datetime.date(2024, 1, 1), find_by=leg).hits
        assert {hit.passage.version.number for hit in found} == {1}


def test_an_expired_text_is_not_found_the_day_after(firm: Firm) -> None:
    firm.file(expires=datetime.date(2025, 8, 31))
    work_off_jobs()
    assert search(firm.member, as_of=datetime.date(2025, 8, 31)).hits
    assert search(firm.member, as_of=datetime.date(2025, 9, 1)).hits == []


def test_a_changed_period_that_the_index_has_not_heard_of_shows_nothing_old(filed: Firm) -> None:
    with acting_as(filed.partner):
        DocumentVersion.objects.visible_to(filed.partner).update(in_force_until=datetime.date(2026, 1, 1))
    assert search(filed.member).hits == []


def test_types_narrow_both_legs(filed: Firm) -> None:
    assert search(filed.member, types=frozenset({"contract"})).hits
    assert search(filed.member, types=frozenset({"policy"})).hits == []


def test_search_without_the_index_of_words_says_so(filed: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*args: object) -> None:
        raise BackendError("The index is not there.")

    monkeypatch.setattr(get_backend("LEXICAL_INDEXES"), "search", down)
    run = search(filed.member)
    assert run.hits
    assert "Search by words is unavailable" in run.degraded[0]
    with pytest.raises(BackendError):
        search(filed.member, find_by="words")


def test_a_log_is_hidden_from_its_own_asker_once_a_wall_stands_before_a_hit(filed: Firm) -> None:
    run = search(filed.member)
    with acting_as(filed.records):
        filed.raise_wall(filed.matter, filed.member)
    with acting_as(filed.member):
        assert not query_logs_visible_to(filed.member).filter(pk=run.log.pk).exists()
        assert not QueryLog.objects.unscoped(reason="row-level security alone").filter(pk=run.log.pk).exists()


def test_nobody_reads_the_log_of_another(filed: Firm) -> None:
    run = search(filed.member)
    with acting_as(filed.partner):
        assert not QueryLog.objects.unscoped(reason="row-level security alone").filter(pk=run.log.pk).exists()


@pytest.mark.parametrize("question", ["", "   "])
def test_an_empty_question_is_refused(question: str) -> None:
    with pytest.raises(ValueError, match="Enter a question"):
        SearchRequest(question=question, as_of=TODAY)
