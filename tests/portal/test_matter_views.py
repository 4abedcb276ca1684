"""Home, the list of matters, and the pages about a matter's people and past."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.services import query_log_open
from documents.models import DocumentVersion
from matters.access import acting_as
from matters.models import Matter
from matters.services import party_add
from tests.factories import Firm, person
from tests.portal.reading import finish_reading, newest_version, signed_in


def queries(client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def ask(firm: Firm, question: str) -> None:
    scope = {"matters": [firm.matter.number], "named": True}
    with acting_as(firm.member):
        query_log_open(
            actor=firm.member,
            kind="ask",
            question=question,
            matters=[firm.matter.pk],
            record={"scope": scope, "as_of": None},
        )


def test_home_lists_the_persons_open_matters_and_no_others(firm: Firm) -> None:
    page = signed_in(firm.member).get("/").content.decode()
    assert firm.matter.number in page
    assert firm.other_matter.number not in page


def test_home_of_a_walled_person_names_the_matter_nowhere(firm: Firm) -> None:
    page = signed_in(firm.walled).get("/").content.decode()
    assert firm.matter.number not in page
    assert firm.other_matter.number in page


def test_home_leaves_closed_matters_to_the_list(firm: Firm) -> None:
    with acting_as(firm.partner):
        Matter.objects.visible_to(firm.partner).filter(pk=firm.matter.pk).update(status="closed")
    client = signed_in(firm.member)
    assert firm.matter.number not in client.get("/").content.decode()
    assert firm.matter.number in client.get("/matters/").content.decode()


def test_home_repeats_the_persons_questions_and_says_when_one_did_not_complete(firm: Firm) -> None:
    ask(firm, "When is an invoice due?")
    page = signed_in(firm.member).get("/").content.decode()
    assert "When is an invoice due?" in page
    assert "Did not complete" in page
    assert "When is an invoice due?" not in signed_in(firm.partner).get("/").content.decode()


def test_a_wall_raised_later_takes_the_question_off_home(firm: Firm) -> None:
    ask(firm, "When is an invoice due?")
    with acting_as(firm.records):
        firm.raise_wall(firm.matter, firm.member)
    assert "When is an invoice due?" not in signed_in(firm.member).get("/").content.decode()


def test_the_reading_panel_asks_again_until_nothing_is_read(firm: Firm) -> None:
    version = newest_version(firm.file(filename="supply.md"))
    client = signed_in(firm.member)
    poll = {"HX-Request": "true", "HX-Trigger": "reading"}
    going_on = client.get("/", headers=poll)
    assert (going_on.status_code, b"supply.md" in going_on.content) == (200, True)
    assert b"<html" not in going_on.content
    finish_reading(version, DocumentVersion.Reading.READY)
    assert client.get("/", headers=poll).status_code == 286


def test_the_reading_panel_shows_nothing_of_a_walled_matter(firm: Firm) -> None:
    firm.file(filename="secret-plan.md")
    poll = {"HX-Request": "true", "HX-Trigger": "reading"}
    answer = signed_in(firm.walled).get("/", headers=poll)
    assert (answer.status_code, b"secret-plan" in answer.content) == (286, False)


def test_a_file_that_could_not_be_read_stays_in_the_panel_with_a_way_to_see_why(firm: Firm) -> None:
    version = newest_version(firm.file(filename="locked.pdf"))
    finish_reading(version, DocumentVersion.Reading.NOT_READABLE, "It needs a password.")
    page = signed_in(firm.member).get("/").content.decode()
    assert "locked.pdf" in page
    assert "See why" in page


@pytest.mark.parametrize("words", ["flour", "FLOUR SUPPLY"])
def test_the_list_of_matters_is_filtered_by_title(firm: Firm, words: str) -> None:
    page = signed_in(firm.partner).get("/matters/", {"q": words}).content.decode()
    assert firm.matter.number in page
    assert firm.other_matter.number not in page


def test_the_list_of_matters_is_filtered_by_number_and_client(firm: Firm) -> None:
    client = signed_in(firm.partner)
    for words in (firm.matter.number, f"client {firm.matter.number}"):
        matters = list(client.get("/matters/", {"q": words}).context["matters"])
        assert matters == [firm.matter]


@pytest.mark.parametrize(
    "filters", [{"status": "closed"}, {"status": "nonsense"}, {"q": "a\0b"}, {"q": "x" * 300}]
)
def test_a_filter_that_fits_nothing_or_cannot_be_understood_matches_no_matter(
    firm: Firm, filters: dict
) -> None:
    answer = signed_in(firm.partner).get("/matters/", filters)
    assert (answer.status_code, list(answer.context["matters"])) == (200, [])


def test_long_lists_of_matters_come_in_pages(firm: Firm) -> None:
    with acting_as(firm.records):
        for serial in range(50):
            firm.open_matter(f"Matter {serial}")
    client = signed_in(firm.partner)
    first, second = (list(client.get("/matters/", {"page": page}).context["matters"]) for page in (1, 2))
    assert (len(first), len(second)) == (50, 2)
    assert not set(first) & set(second)


@pytest.mark.parametrize("address", ["/", "/matters/"])
def test_more_matters_take_no_more_queries(firm: Firm, address: str) -> None:
    client = signed_in(firm.partner)
    with acting_as(firm.records):
        firm.open_matter("Third")
        few = queries(client, address)
        for serial in range(27):
            firm.open_matter(f"Matter {serial}")
    assert queries(client, address) == few


def test_team_and_walls_name_who_works_on_it_and_who_is_kept_out(firm: Firm) -> None:
    answer = signed_in(firm.member).get(f"/matters/{firm.matter.number}/team/")
    assert {member.user for member in answer.context["members"]} == {firm.partner, firm.member}
    assert answer.context["counts"] == {"documents": 0, "members": 2, "parties": 0, "walls": 1}
    assert firm.walled.get_full_name() in answer.content.decode()
    assert "Wall in force" in answer.content.decode()


def test_parties_are_listed_with_their_part(firm: Firm) -> None:
    with acting_as(firm.member):
        party_add(actor=firm.member, matter=firm.matter, name="Brook Mills Limited", role="adverse")
    page = signed_in(firm.member).get(f"/matters/{firm.matter.number}/parties/").content.decode()
    assert "Brook Mills Limited" in page
    assert "Adverse party" in page


def test_activity_says_in_words_what_was_recorded_about_the_matter_alone(firm: Firm) -> None:
    firm.file(title="Supply Agreement")
    firm.file(matter=firm.other_matter, title="Mill Lease")
    page = signed_in(firm.partner).get(f"/matters/{firm.matter.number}/activity/").content.decode()
    for words in ("Document filed", "Ethical wall raised", "Added to the team", "Supply Agreement /1.1"):
        assert words in page
    assert "Mill Lease" not in page


def test_activity_links_a_question_for_its_asker_and_names_it_for_nobody_else(firm: Firm) -> None:
    ask(firm, "When is an invoice due?")
    address = f"/matters/{firm.matter.number}/activity/"
    assert "When is an invoice due?" in signed_in(firm.member).get(address).content.decode()
    colleague = signed_in(firm.partner).get(address).content.decode()
    assert "Query opened" in colleague
    assert "When is an invoice due?" not in colleague


def test_more_events_and_people_take_no_more_queries(firm: Firm) -> None:
    client = signed_in(firm.partner)
    addresses = [f"/matters/{firm.matter.number}/{tab}/" for tab in ("team", "activity")]
    firm.file()
    with acting_as(firm.records):
        few = [queries(client, address) for address in addresses]
        firm.raise_wall(firm.matter, *[person() for _ in range(27)])
    for serial in range(9):
        firm.file(text=f"1. Clause {serial}")
    assert [queries(client, address) for address in addresses] == few


@pytest.mark.parametrize("address", ["/", "/matters/", "/matters/T-1/", "/matters/T-1/1/v1/original/"])
def test_nothing_is_shown_without_signing_in(client, db, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


def test_pages_may_not_be_kept_by_any_cache(firm: Firm) -> None:
    assert signed_in(firm.member).get("/matters/")["Cache-Control"] == "no-store"
