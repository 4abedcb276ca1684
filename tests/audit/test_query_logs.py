"""Who reads a query log: the person who asked, while every matter with a hit is open to them."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import QueryLog, QueryResult
from audit.services import query_log_complete, query_log_fail, query_log_open
from matters.access import acting_as, events_visible_to, query_logs_visible_to
from matters.models import Matter, User
from tests.factories import Firm


def ask(user: User, searched: list[Matter], hits: list[Matter] | None) -> QueryLog:
    with acting_as(user):
        log = query_log_open(
            actor=user,
            kind="search",
            question="When?",
            matters=[m.pk for m in searched],
            record={"as_of": None},
        )
        if hits is not None:
            query_log_complete(actor=user, log=log, matters=[m.pk for m in hits], record={"hits": []})
    return log


def reads(user: User) -> tuple[list[Any], list[Any]]:
    """The logs that a person sees by the rule in code, and by the database alone."""
    with acting_as(user):
        by_code = list(query_logs_visible_to(user).values_list("pk", flat=True))
        by_database = list(
            QueryLog.objects.unscoped(reason="the database alone").values_list("pk", flat=True)
        )
    return by_code, by_database


def test_a_person_reads_their_own_log(firm: Firm) -> None:
    log = ask(firm.member, [firm.matter], [firm.matter])
    assert reads(firm.member) == ([log.pk], [log.pk])


@pytest.mark.parametrize("who", ["partner", "records", "walled", "outsider"])
def test_another_persons_log_is_hidden_even_on_the_same_team(firm: Firm, who: str) -> None:
    ask(firm.member, [firm.matter], [firm.matter])
    assert reads(getattr(firm, who)) == ([], [])


def test_a_log_is_hidden_when_a_wall_falls_on_a_hit(firm: Firm) -> None:
    both = ask(firm.partner, [firm.matter, firm.other_matter], [firm.matter, firm.other_matter])
    other = ask(firm.partner, [firm.matter, firm.other_matter], [firm.other_matter])
    assert set(reads(firm.partner)[0]) == {both.pk, other.pk}
    with acting_as(firm.records):
        firm.raise_wall(firm.matter, firm.partner)
    assert reads(firm.partner) == ([other.pk], [other.pk])
    with acting_as(firm.partner):
        results = QueryResult.objects.unscoped(reason="the database alone")
        assert [result.pk for result in results] == [other.pk]


def test_a_log_that_did_not_complete_counts_by_what_was_searched(firm: Firm) -> None:
    ask(firm.partner, [firm.matter, firm.other_matter], None)
    with acting_as(firm.records):
        firm.raise_wall(firm.matter, firm.partner)
    assert reads(firm.partner) == ([], [])


def test_the_events_of_a_query_in_one_matter_are_hidden_with_the_matter(firm: Firm) -> None:
    ask(firm.partner, [firm.matter], [firm.matter])
    with acting_as(firm.partner):
        assert events_visible_to(firm.partner).filter(verb="retrieval.query.opened").exists()
    with acting_as(firm.records):
        firm.raise_wall(firm.matter, firm.partner)
    with acting_as(firm.partner):
        assert not events_visible_to(firm.partner).filter(matter=firm.matter.pk).exists()


def test_a_result_names_no_matter_that_was_not_searched(firm: Firm) -> None:
    with pytest.raises(ValueError, match="did not search"):
        ask(firm.partner, [firm.other_matter], [firm.matter])


def test_a_result_is_written_once(firm: Firm) -> None:
    log = ask(firm.member, [firm.matter], [firm.matter])
    with pytest.raises(Exception, match="duplicate key"), acting_as(firm.member):
        query_log_complete(actor=firm.member, log=log, matters=[firm.matter.pk], record={})


def test_a_search_that_failed_says_why(firm: Firm) -> None:
    log = ask(firm.member, [firm.matter], None)
    with acting_as(firm.member):
        query_log_fail(actor=firm.member, log=log, reason="The word index can't be opened.")
        event = events_visible_to(firm.member).get(verb="retrieval.query.failed")
    assert event.detail == {"reason": "The word index can't be opened."}
    assert event.subject == f"audit.querylog:{log.pk}"
