"""Asking, searching and reading the log in the portal."""

import datetime
import uuid
from pathlib import Path

import pypdfium2
import pytest
from django.test import Client

from documents.jobs import work_off_jobs
from legalrag.backends import BackendError, forget_backends, get_backend
from matters.access import acting_as
from matters.models import User
from tests.factories import Firm

pytestmark = pytest.mark.usefixtures("committed")
QUESTION = "Within how many days must the Buyer pay an undisputed invoice?"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def ask(client: Client, firm: Firm, question: str = QUESTION) -> str:
    """The address of the answer."""
    response = client.post("/ask/", {"q": question, "matter": firm.matter.number, "text": "in_force"})
    assert response.status_code == 302, response.context["form"].errors
    return response["Location"]


@pytest.fixture
def filed(firm: Firm) -> Firm:
    firm.file(title="Supply Agreement", effective=datetime.date(2024, 1, 1))
    work_off_jobs()
    return firm


def test_an_answer_has_its_own_address_with_quotation_citation_and_source(filed: Firm) -> None:
    client = signed_in(filed.member)
    page = client.get(ask(client, filed)).content.decode()
    assert "thirty (30) days" in page
    assert "Well supported" in page
    assert "Quotation matches the stored text letter for letter" in page
    assert "Notwithstanding clause 2.1" in page


def test_a_change_in_another_document_is_shown_with_that_documents_name(filed: Firm) -> None:
    text = "1. Payment\n\n1.1 In clause 2.1 the words thirty (30) days are replaced by ten (10) days.\n"
    filed.file(text=text, title="Amendment No. 1", effective=datetime.date(2025, 1, 1))
    work_off_jobs()
    client = signed_in(filed.member)
    page = client.get(ask(client, filed)).content.decode()
    change = page[page.index("Change.</strong>") :][:400]
    assert "are replaced by ten (10) days" in change
    assert "Amendment No. 1, cl." in change.replace("\u00a0", " ")
    assert "Supported, with reservations" in page


def test_an_answer_belongs_to_its_asker(filed: Firm) -> None:
    address = ask(signed_in(filed.member), filed)
    assert signed_in(filed.partner).get(address).status_code == 404


def test_a_wall_raised_later_hides_the_answer_and_its_log_like_missing_ones(filed: Firm) -> None:
    client = signed_in(filed.member)
    address = ask(client, filed)
    log = address.strip("/").split("/")[-1]
    with acting_as(filed.records):
        filed.raise_wall(filed.matter, filed.member)
    for path in ("/ask/{}/", "/audit/queries/{}/", "/audit/queries/{}/report.pdf"):
        hidden, missing = client.get(path.format(log)), client.get(path.format(uuid.uuid4()))
        assert (hidden.status_code, hidden.content) == (404, missing.content)
    assert QUESTION not in client.get("/audit/queries/").content.decode()


def test_a_matter_that_is_not_open_cannot_be_chosen_and_reads_like_a_missing_one(filed: Firm) -> None:
    client = signed_in(filed.walled)
    hidden = client.post("/ask/", {"q": "x", "matter": filed.matter.number, "text": "in_force"})
    missing = client.post("/ask/", {"q": "x", "matter": "T-missing", "text": "in_force"})
    assert hidden.status_code == missing.status_code == 422
    assert hidden.context["form"].errors == missing.context["form"].errors


def test_the_form_never_lists_a_walled_matter(filed: Firm) -> None:
    assert filed.matter.number not in signed_in(filed.walled).get("/ask/").content.decode()
    assert filed.matter.number in signed_in(filed.member).get("/ask/").content.decode()


@pytest.mark.parametrize("path", ["/ask/", "/search/?q=invoice"])
def test_a_wrong_date_is_explained_and_the_question_kept(filed: Firm, path: str) -> None:
    client = signed_in(filed.member)
    data = {"q": "What is due?", "as_of": "31 February 2025", "text": "in_force"}
    response = client.post(path, data) if path == "/ask/" else client.get("/search/", data)
    page = response.content.decode()
    assert response.status_code == 422
    assert "As of must be a real date, like 1 March 2025." in page
    assert "What is due?" in page


def test_search_shows_clauses_why_they_matched_and_marks_the_words(filed: Firm) -> None:
    page = signed_in(filed.member).get("/search/", {"q": "undisputed invoice"}).content.decode()
    assert "<mark>" in page
    assert "Why this matched" in page
    assert f"{filed.matter.number}/1.1" in page


def test_search_finds_nothing_for_the_walled_colleague(filed: Firm) -> None:
    page = signed_in(filed.walled).get("/search/", {"q": "undisputed invoice"}).content.decode()
    assert filed.matter.number not in page
    assert "No clause matches" in page


def test_drafts_are_found_when_they_are_asked_for_and_by_their_status(filed: Firm) -> None:
    filed.file(text="1. Invoice\n\n1.1 A draft invoice is due in five days.\n", title="Draft", status="draft")
    work_off_jobs()
    client = signed_in(filed.member)
    draft = "Draft</li>"
    assert draft not in client.get("/search/", {"q": "invoice"}).content.decode()
    assert draft in client.get("/search/", {"q": "invoice", "any_date": "on"}).content.decode()
    narrowed = {"q": "invoice", "any_date": "on", "status": "draft"}
    page = client.get("/search/", narrowed).content.decode()
    assert draft in page
    assert "Supply Agreement</li>" not in page


def test_a_broken_index_is_explained_without_naming_its_folder(filed: Firm, settings) -> None:
    folder = Path(settings.LEXICAL_INDEXES["default"]["OPTIONS"]["path"])
    for file in folder.iterdir():
        if file.is_file():
            file.write_bytes(b"damaged")
    forget_backends("LEXICAL_INDEXES")
    response = signed_in(filed.member).get("/search/", {"q": "invoice", "find_by": "words"})
    page = response.content.decode()
    assert "Searching is stopped." in page
    assert "Tell the administrator" in page
    assert str(folder) not in page


def test_facets_count_only_what_the_reader_may_see(filed: Firm) -> None:
    page = signed_in(filed.walled).get("/search/", {"q": "invoice", "any_date": "on"})
    assert page.context["facets"] == []
    facets = signed_in(filed.member).get("/search/", {"q": "invoice", "any_date": "on"}).context["facets"]
    assert [option["count"] for facet in facets for option in facet["options"]] == [1, 1, 1]


def test_the_log_prints_as_a_pdf_with_question_quotation_and_hashes(filed: Firm) -> None:
    client = signed_in(filed.member)
    log = ask(client, filed).strip("/").split("/")[-1]
    response = client.get(f"/audit/queries/{log}/report.pdf")
    assert response["Content-Type"] == "application/pdf"
    pdf = pypdfium2.PdfDocument(response.content)
    text = " ".join("\n".join(page.get_textpage().get_text_range() for page in pdf).split())
    assert QUESTION in text
    assert "thirty (30) days" in text
    assert "Not reviewed by a person" in text


def test_a_search_that_was_narrowed_or_limited_says_so_on_paper(
    filed: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*arguments: object) -> None:
        raise BackendError("The index is gone.")

    monkeypatch.setattr(get_backend("LEXICAL_INDEXES"), "search", down)
    client = signed_in(filed.member)
    log = client.get("/search/", {"q": "invoice", "type": "contract"}).context["searched"]["log_id"]
    pages = pypdfium2.PdfDocument(client.get(f"/audit/queries/{log}/report.pdf").content)
    printed = " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())
    assert "types: contract" in printed
    assert "found by meaning only" in printed


def test_the_log_page_shows_ranks_configuration_and_its_place_in_the_chain(filed: Firm) -> None:
    client = signed_in(filed.member)
    log = ask(client, filed).strip("/").split("/")[-1]
    page = client.get(f"/audit/queries/{log}/").content.decode()
    assert "chained at event" in page
    assert "Cited 1" in page
    assert "weights" in page


def test_pages_of_answers_are_not_kept_by_a_cache(filed: Firm) -> None:
    client = signed_in(filed.member)
    assert client.get(ask(client, filed))["Cache-Control"] == "no-store"


def test_a_visitor_is_sent_to_sign_in(filed: Firm) -> None:
    response = Client().get("/ask/")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")
