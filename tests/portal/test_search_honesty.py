"""What stands, and of which document it is, is said so that nobody mistakes it."""

import datetime
from urllib.parse import parse_qs

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml import html

from documents import highlights
from documents.jobs import work_off_jobs
from documents.parsers.base import UnreadableDocument
from retrieval.search import expansion
from tests.factories import AGREEMENT, Firm
from tests.portal.reading import SAMPLE_DOCUMENTS, signed_in

pytestmark = pytest.mark.usefixtures("committed")
PDF = SAMPLE_DOCUMENTS / "amendment-1.pdf"
AMENDED = "Within how many days must Customer pay an undisputed invoice?"
QUESTION = "Within how many days must the Buyer pay an undisputed invoice?"


def badges(client: Client, **sent: str) -> list[str]:
    """The badge of each result: the name of its drawing, and its words."""
    page = html.document_fromstring(client.get("/search/", {"q": "undisputed invoice", **sent}).content)
    states = page.xpath("//div[@class='result-head']/span[contains(@class, 'state')]")
    return [f"{state.find('.//use').get('href')} {state.text_content().strip()}" for state in states]


def test_a_text_that_no_longer_stands_is_not_marked_as_one_that_does(firm: Firm) -> None:
    document = firm.file(effective=datetime.date(2023, 1, 1))
    firm.file_version(
        document, AGREEMENT.replace("thirty (30)", "ten (10)"), effective=datetime.date(2024, 1, 1)
    )
    work_off_jobs()
    found = badges(signed_in(firm.member), any_date="on")
    old = [one for one in found if "1 Jan 2023" in one]
    assert old
    assert not any("i-filled" in one for one in old)
    new = [one for one in found if "1 Jan 2024" in one and "2023" not in one]
    assert new
    assert all("i-filled" in one for one in new)


def test_a_text_that_never_stood_is_not_marked_as_one_that_does(firm: Firm) -> None:
    document = firm.file(effective=datetime.date(2023, 1, 1))
    firm.file_version(
        document, AGREEMENT.replace("thirty (30)", "ten (10)"), effective=datetime.date(2023, 1, 1)
    )
    work_off_jobs()
    found = badges(signed_in(firm.member), any_date="on")
    never = [one for one in found if "ot in force" in one]
    assert never
    assert not any("i-filled" in one for one in never)


def test_a_search_of_any_date_says_so_in_its_form_and_keeps_to_it(firm: Firm) -> None:
    firm.file()
    client = signed_in(firm.member)
    sent = {"q": "invoice", "any_date": "on", "matter": firm.matter.number, "type": "policy"}
    page = html.document_fromstring(client.get("/search/", sent).content)
    form = page.get_element_by_id("search-form")
    assert form.fields["any_date"] == "on"
    assert form.fields["as_of"] in {"", None}


def test_clearing_the_filters_keeps_the_matter_and_the_day(firm: Firm) -> None:
    firm.file(type="contract")
    work_off_jobs()
    sent = {"q": "invoice", "matter": firm.matter.number, "as_of": "1 March 2025", "type": "contract"}
    page = html.document_fromstring(signed_in(firm.member).get("/search/", sent).content)
    (clear,) = page.xpath("//div[@class='filters-head']/a/@href")
    assert parse_qs(clear.lstrip("?")) == {name: [value] for name, value in sent.items() if name != "type"}


def test_a_change_in_another_document_of_the_same_title_names_it_by_its_number(firm: Firm) -> None:
    firm.file(title="Supply Agreement", effective=datetime.date(2024, 1, 1))
    text = "1. Payment\n\n1.1 In clause 2.1 the words thirty (30) days are replaced by ten (10) days.\n"
    firm.file(text=text, title="Supply Agreement", effective=datetime.date(2025, 1, 1))
    work_off_jobs()
    client = signed_in(firm.member)
    sent = {"q": QUESTION, "matter": firm.matter.number, "text": "in_force"}
    page = client.post("/ask/", sent, follow=True).content.decode()
    change = page[page.index("Change.</strong>") :][:400]
    assert f"{firm.matter.number}/2.1" in change


def test_an_answer_is_shown_although_its_page_cannot_be_drawn(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    firm.file(text=PDF.read_bytes(), filename="amendment.pdf", title="Amendment")
    work_off_jobs()

    def refused(*arguments: object, **limits: object) -> None:
        raise UnreadableDocument("The page can't be read.")

    monkeypatch.setattr(highlights, "span_rectangles", refused)
    client = signed_in(firm.member)
    log = client.post("/ask/", {"q": AMENDED, "text": "any"})["Location"]
    page = html.document_fromstring(client.get(log).content).text_content()
    assert "The passage can't be marked on this page" in page


@pytest.mark.parametrize("address", ["/search/?q=undisputed+invoice", "/audit/queries/", "/"])
def test_more_documents_and_logs_take_no_more_queries(firm: Firm, address: str) -> None:
    def queries() -> int:
        expansion._kept.clear()
        with CaptureQueriesContext(connection) as counted:
            assert client.get(address).status_code == 200
        return len(counted)

    def file_and_ask(number: int) -> None:
        firm.file(text=f"{AGREEMENT}\n4. Copy {number}", title=f"Copy {number}")
        work_off_jobs()
        client.post("/ask/", {"q": QUESTION, "text": "in_force"})

    client = signed_in(firm.member)
    file_and_ask(0)
    few = queries()
    for number in range(1, 4):
        file_and_ask(number)
    assert queries() == few
