"""The documents of a matter, and the page of a document."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from documents.clause_text import ClauseText
from documents.models import Clause, DocumentText, DocumentVersion
from matters.access import acting_as
from tests.factories import AGREEMENT, Firm
from tests.portal.reading import finish_reading, newest_version, read_in, signed_in

DAY = datetime.date


def listed(firm: Firm, **filters: str) -> list[str]:
    answer = signed_in(firm.member).get(f"/matters/{firm.matter.number}/", filters)
    return [document.title for document in answer.context["documents"]]


@pytest.fixture
def three(firm: Firm) -> Firm:
    firm.file(title="Supply Agreement", effective=DAY(2024, 1, 1))
    firm.file(title="Privacy notice", text="# Notice", type="policy", effective=DAY(2025, 3, 1))
    firm.file(title="Price list", text="# Prices", status="draft")
    return firm


def test_a_matters_first_page_lists_its_documents_with_state_and_version(three: Firm) -> None:
    page = signed_in(three.member).get(f"/matters/{three.matter.number}/").content.decode()
    for words in ("Supply Agreement", "1 of 1", "1 Mar 2025", "Draft", "Being read", "step 1 of"):
        assert words in page


@pytest.mark.parametrize(
    ("filters", "titles"),
    [
        ({"q": "supply"}, ["Supply Agreement"]),
        ({"q": "/2"}, ["Privacy notice"]),
        ({"type": "policy"}, ["Privacy notice"]),
        ({"status": "draft"}, ["Price list"]),
        ({"as_of": "1 July 2024"}, ["Supply Agreement"]),
        ({"as_of": "2025-03-01"}, ["Supply Agreement", "Privacy notice"]),
        ({"as_of": "31/12/2023"}, []),
        ({"as_of": "1 July 2024", "type": "policy"}, []),
        ({"type": "poem"}, []),
        ({"q": "a\0b"}, []),
    ],
)
def test_the_list_is_filtered_by_words_number_type_status_and_day(
    three: Firm, filters: dict, titles: list
) -> None:
    assert listed(three, **filters) == titles


def test_a_day_that_does_not_exist_is_explained_and_matches_nothing(three: Firm) -> None:
    address = f"/matters/{three.matter.number}/"
    answer = signed_in(three.member).get(address, {"as_of": "31 February 2027"})
    assert "As of must be a real date, like 1 March 2025." in answer.content.decode()
    assert list(answer.context["documents"]) == []


def test_as_of_a_day_the_list_shows_the_version_that_stood_then(firm: Firm) -> None:
    document = firm.file(title="Lease", effective=DAY(2020, 1, 1))
    firm.file_version(document, "# Lease, second", effective=DAY(2024, 1, 1))
    client = signed_in(firm.member)

    def shown(**filters: str) -> int:
        return (
            client.get(f"/matters/{firm.matter.number}/", filters)
            .context["documents"][0]
            .current_version.number
        )

    assert (shown(), shown(as_of="2023-12-31"), shown(as_of="2024-01-01")) == (2, 1, 2)


def test_more_documents_take_no_more_queries(firm: Firm) -> None:
    client, address = signed_in(firm.member), f"/matters/{firm.matter.number}/"

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        return len(captured)

    for serial in range(3):
        firm.file(text=f"1. Clause {serial}")
    few = queries()
    for serial in range(3, 30):
        firm.file(text=f"1. Clause {serial}")
    assert queries() == few


def test_a_document_shows_its_clauses_in_place_with_outline_and_facts(firm: Firm) -> None:
    read_in(firm.file(title="Supply Agreement", effective=DAY(2024, 1, 1)))
    answer = signed_in(firm.member).get(f"/matters/{firm.matter.number}/1/")
    clauses = {clause.label: clause for clause in answer.context["clauses"]}
    assert clauses["2.1"].text.strip().startswith("The Buyer shall pay each undisputed invoice")
    assert any(
        node.heading == "Price and payment"
        for top in answer.context["outline"]
        for node in [top, *top.children]
    )
    assert "in force since 1 Jan 2024" in answer.content.decode()


def test_every_word_of_the_text_is_on_the_page_once_and_in_order(firm: Firm) -> None:
    tail = "5. Notices\n\n(a) by post;\n\n(b) by courier;\n\nand in each case in writing.\n\nSigned by both."
    version = read_in(firm.file(text=AGREEMENT + "\n" + tail))
    with acting_as(firm.member):
        text = DocumentText.objects.visible_to(firm.member).get(version=version).text
        clauses = list(Clause.objects.visible_to(firm.member).filter(version=version))
    rows = ClauseText(text, clauses, None).rows()
    shown = " ".join(f"{row.label} {row.heading} {row.text}" for row in rows)
    assert [word.strip(".:#") for word in shown.split()] == [word.strip(".:#") for word in text.split()]


@pytest.mark.parametrize("named", ["cl-{}", "{}"])
def test_the_address_of_a_clause_marks_it_and_gives_its_citation(firm: Firm, named: str) -> None:
    version = read_in(firm.file(title="Supply Agreement", effective=DAY(2024, 1, 1)))
    with acting_as(firm.member):
        clause = Clause.objects.visible_to(firm.member).get(version=version, path="2.1")
    address = f"/matters/{firm.matter.number}/1/"
    answer = signed_in(firm.member).get(address, {"clause": named.format(clause.position)})
    assert [row.label for row in answer.context["clauses"] if row.chosen] == ["2.1"]
    expected = f"Supply Agreement (executed 1 January 2024), cl. 2.1 [{firm.matter.number}/1.1]"
    assert answer.context["chosen"].citation == expected


def test_a_clause_that_is_not_there_marks_nothing(firm: Firm) -> None:
    read_in(firm.file())
    for named in ("cl-999", "nonsense", "9" * 40):
        answer = signed_in(firm.member).get(f"/matters/{firm.matter.number}/1/", {"clause": named})
        assert (answer.status_code, answer.context["chosen"]) == (200, None)


def test_an_older_version_has_its_own_address_and_says_that_it_is_not_the_newest(firm: Firm) -> None:
    document = firm.file()
    firm.file_version(document, "# Second")
    client, address = signed_in(firm.member), f"/matters/{firm.matter.number}/1/"
    assert client.get(address).context["version"].number == 2
    older = client.get(address, {"v": "1"})
    assert older.context["version"].number == 1
    assert "This is not the newest version." in older.content.decode()


def test_a_file_that_could_not_be_read_says_why_in_its_place(firm: Firm) -> None:
    document = firm.file(filename="locked.pdf")
    finish_reading(
        newest_version(document), DocumentVersion.Reading.NOT_READABLE, "This file needs a password."
    )
    page = signed_in(firm.member).get(f"/matters/{firm.matter.number}/1/").content.decode()
    assert "This file can’t be read." in page
    assert "This file needs a password." in page


def test_the_reading_of_a_version_is_asked_for_again_until_it_is_done(firm: Firm) -> None:
    document = firm.file()
    client, address = signed_in(firm.member), f"/matters/{firm.matter.number}/1/?v=1"
    poll = {"HX-Request": "true", "HX-Trigger": "ingest-progress"}
    going_on = client.get(address, headers=poll)
    assert (going_on.status_code, b"<html" in going_on.content) == (200, False)
    finish_reading(newest_version(document), DocumentVersion.Reading.READY)
    done = client.get(address, headers=poll)
    assert (done.status_code, b"has been read" in done.content) == (286, True)


def test_markup_in_a_document_is_shown_as_text(firm: Firm) -> None:
    read_in(firm.file(title="<b>Bold</b>", text="1. <script>alert(1)</script> is text.", filename="x.txt"))
    page = signed_in(firm.member).get(f"/matters/{firm.matter.number}/1/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert "<b>Bold" not in page
