"""The whole story in a browser: file contracts, watch them being read, ask, see the source; the wall holds."""

from __future__ import annotations

import uuid
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Portal, sign_in
from tests.factories import AGREEMENT, Firm

SAMPLES = Path(__file__).resolve().parents[2] / "legalrag" / "sample_firm" / "documents"
FILES = [SAMPLES / "msa.pdf", SAMPLES / "nda.docx", SAMPLES / "sow-2.md", SAMPLES / "storage-act.txt"]
READING = 120_000
pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture(scope="module")
def filed(portal: Portal) -> Firm:
    """A matter into which the fee earner has filed four files in the browser, one of each format, all read in."""
    firm = Firm()
    context = portal.visit()
    page = context.new_page()
    sign_in(page, firm.member)
    page.goto(f"/matters/{firm.matter.number}/")
    page.get_by_role("link", name="File documents").first.click()
    page.get_by_label("Drop files here, or choose them").set_input_files(FILES)
    page.get_by_role("button", name="File documents").click()
    expect(page.get_by_text("Filed", exact=True)).to_have_count(4, timeout=30_000)
    page.goto(f"/matters/{firm.matter.number}/")
    # The list follows the reading by itself.
    expect(page.get_by_role("row").filter(has_text="Ready")).to_have_count(4, timeout=READING)
    context.close()
    return firm


def visit(page: Page, path: str) -> tuple[int, str]:
    """Status and body of a page."""
    response = page.goto(path)
    return response.status, response.text()


def ask(page: Page, firm: Firm, question: str) -> None:
    """Ask the matter, as a person does."""
    page.goto(f"/ask/?matter={firm.matter.number}")
    page.get_by_label("Question").fill(question)
    page.get_by_role("button", name="Ask").click()
    page.wait_for_url("**/ask/*-*/**")
    expect(page.locator(".statement-text").first).to_be_visible()


def test_the_main_job_from_filing_to_the_printed_log(page: Page, filed: Firm, portal: Portal) -> None:
    number = filed.matter.number
    sign_in(page, filed.member)
    page.goto(f"/matters/{number}/")
    expect(page.get_by_role("navigation", name="Matter").get_by_role("link", name="Ask")).to_be_visible()
    ask(page, filed, "How long does confidentiality last after disclosure?")
    answer = page.url

    expect(page.get_by_role("complementary", name="Source")).to_contain_text(number)
    expect(page.get_by_text("Quotation matches the stored text letter for letter")).to_be_visible()
    expect(page.locator("mark.on, .page-image polygon").first).to_be_attached()

    page.locator(".log-line a").click()
    expect(page.get_by_role("heading", name="What was retrieved")).to_be_visible()
    pdf = page.context.request.get(page.url.rstrip("/") + "/report.pdf")
    assert pdf.headers["content-type"] == "application/pdf"
    text = pypdfium2.PdfDocument(pdf.body())[0].get_textpage().get_text_range()
    assert "How long does confidentiality last" in " ".join(text.split())

    stranger = portal.visit()
    theirs = stranger.new_page()
    sign_in(theirs, filed.walled)
    missing = visit(theirs, "/matters/T-nothing/")
    assert missing[0] == 404
    for path in (f"/matters/{number}/", f"/matters/{number}/1/", f"/matters/{number}/team/"):
        assert visit(theirs, path) == missing
    assert visit(theirs, answer) == visit(theirs, f"/ask/{uuid.uuid4()}/")
    for path in ("/", "/matters/", "/ask/", "/search/?q=confidentiality", "/audit/queries/"):
        theirs.goto(path)
        assert number not in theirs.content()
    stranger.close()


def test_a_pdf_passage_is_marked_on_the_image_of_its_page(page: Page, filed: Firm) -> None:
    sign_in(page, filed.member)
    ask(page, filed, "Within how many days are undisputed invoices payable?")
    source = page.get_by_role("complementary", name="Source")
    image = source.get_by_role("img").first
    image.evaluate("image => image.decode()")
    assert image.evaluate("image => image.naturalWidth") > 500
    expect(source.locator(".page-image polygon").first).to_be_attached()


def test_the_document_page_shows_the_clauses_beside_their_outline(page: Page, filed: Firm) -> None:
    sign_in(page, filed.member)
    page.goto(f"/matters/{filed.matter.number}/")
    page.get_by_role("link", name="msa").first.click()
    expect(page.get_by_role("navigation", name="Outline")).to_be_visible()
    expect(page.get_by_text("shall", exact=False).first).to_be_visible()


def test_the_portal_works_without_script(portal: Portal, firm: Firm, tmp_path: Path) -> None:
    contract = tmp_path / "agreement.md"
    contract.write_text(AGREEMENT)
    context = portal.visit(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, firm.member)
    page.goto(f"/matters/{firm.matter.number}/file/")
    page.locator("input[type=file]").set_input_files(contract)
    page.get_by_role("button", name="File documents").click()
    expect(page.get_by_text("Filed", exact=True)).to_have_count(1)
    context.close()


def test_a_phone_shows_the_answer_without_sideways_scrolling(portal: Portal, filed: Firm) -> None:
    context = portal.visit(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    sign_in(page, filed.member)
    ask(page, filed, "Within how many days are undisputed invoices payable?")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()
