"""Pictures of pages, their highlights, and originals."""

import pytest
from django.test import Client

from documents.highlights import page_rectangles
from documents.models import DocumentText, DocumentVersion, Page
from documents.originals import picture_path
from documents.storage import blob_path
from matters.access import acting_as, events_visible_to
from tests.factories import Firm
from tests.portal.reading import SAMPLE_DOCUMENTS, newest_version, read_in, signed_in

PDF = SAMPLE_DOCUMENTS / "amendment-1.pdf"


@pytest.fixture(autouse=True)
def own_pictures(settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def version(firm: Firm) -> DocumentVersion:
    return read_in(firm.file(text=PDF.read_bytes(), filename="amendment.pdf"))


def page_address(version: DocumentVersion, page: int) -> str:
    return f"/matters/{version.document.matter.number}/1/v1/pages/{page}/"


def original_address(firm: Firm) -> str:
    return f"/matters/{firm.matter.number}/1/v1/original/"


def content(answer) -> bytes:
    return b"".join(answer.streaming_content)


def downloads(firm: Firm) -> int:
    with acting_as(firm.partner):
        return events_visible_to(firm.partner).filter(verb="documents.original.downloaded").count()


def test_a_page_is_sent_as_a_picture_that_no_cache_keeps(firm: Firm, version: DocumentVersion) -> None:
    answer = signed_in(firm.member).get(page_address(version, 1))
    assert answer.content.startswith(b"\x89PNG")
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "private, no-store"


def test_a_page_is_drawn_once(firm: Firm, version: DocumentVersion) -> None:
    client = signed_in(firm.member)
    drawn = client.get(page_address(version, 1)).content
    picture_path(version, 1).write_bytes(b"kept picture")
    assert drawn.startswith(b"\x89PNG")
    assert client.get(page_address(version, 1)).content == b"kept picture"


def test_a_kept_picture_is_hidden_from_whom_a_wall_names(firm: Firm, version: DocumentVersion) -> None:
    assert signed_in(firm.member).get(page_address(version, 1)).status_code == 200
    for person in (firm.walled, firm.outsider, firm.records):
        assert signed_in(person).get(page_address(version, 1)).status_code == 404


@pytest.mark.parametrize("page", [0, 3, 99999999999999999999])
def test_a_page_that_the_file_does_not_have_is_not_found(
    firm: Firm, version: DocumentVersion, page: int
) -> None:
    assert signed_in(firm.member).get(page_address(version, page)).status_code == 404


def test_a_file_without_pages_has_no_pictures(firm: Firm) -> None:
    version = read_in(firm.file())
    assert signed_in(firm.member).get(page_address(version, 1)).status_code == 404


def test_the_view_of_pages_offers_each_page(firm: Firm, version: DocumentVersion) -> None:
    page = signed_in(firm.member).get(f"/matters/{firm.matter.number}/1/?view=pages").content.decode()
    for number in range(1, version.page_count + 1):
        assert page_address(version, number) in page


def test_a_span_of_the_text_has_rectangles_on_its_page(firm: Firm, version: DocumentVersion) -> None:
    with acting_as(firm.member):
        text = DocumentText.objects.visible_to(firm.member).get(version=version).text
        second = Page.objects.visible_to(firm.member).get(version=version, number=2)
        start = second.start + 40
        boxes = page_rectangles(version, 2, start, start + 60)
        assert text[start : start + 60].strip()
        assert boxes
        assert all(0 <= box.x0 < box.x1 <= 1 and 0 <= box.y0 < box.y1 <= 1 for box in boxes)


def test_a_span_over_two_pages_is_marked_on_each_with_its_part(firm: Firm, version: DocumentVersion) -> None:
    with acting_as(firm.member):
        border = Page.objects.visible_to(firm.member).get(version=version, number=2).start
        on_first = page_rectangles(version, 1, border - 80, border + 80)
        on_second = page_rectangles(version, 2, border - 80, border + 80)
        assert on_first
        assert on_second
        assert on_second == page_rectangles(version, 2, border, border + 80)


@pytest.mark.parametrize(("page", "start", "end"), [(9, 0, 10), (2, 0, 10), (1, 5, 5)])
def test_a_span_that_is_not_on_the_page_has_no_rectangles(
    firm: Firm, version: DocumentVersion, page: int, start: int, end: int
) -> None:
    with acting_as(firm.member):
        assert page_rectangles(version, page, start, end) == []


def test_an_original_is_sent_unaltered_as_an_attachment_and_recorded(firm: Firm) -> None:
    firm.file(text=PDF.read_bytes(), filename="Änderung 1.pdf")
    answer = signed_in(firm.member).get(original_address(firm))
    assert content(answer) == PDF.read_bytes()
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("attachment;")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, no-store"
    assert downloads(firm) == 1


@pytest.mark.parametrize("filename", ["page.html", "picture.svg", "no-ending"])
def test_an_original_that_a_browser_might_run_is_sent_as_plain_bytes(firm: Firm, filename: str) -> None:
    firm.file(text="<script>alert(1)</script>", filename=filename)
    assert signed_in(firm.member).get(original_address(firm))["Content-Type"] == "application/octet-stream"


def test_a_damaged_original_is_not_given_out(firm: Firm) -> None:
    version = newest_version(firm.file())
    blob_path(version.blob).unlink()
    blob_path(version.blob).write_bytes(b"something else")
    answer = signed_in(firm.member).get(original_address(firm), follow=True)
    assert "The original can’t be downloaded." in answer.content.decode()
    assert downloads(firm) == 0


def test_a_page_of_a_damaged_original_says_what_to_do(firm: Firm, version: DocumentVersion) -> None:
    blob_path(version.blob).unlink()
    answer = signed_in(firm.member).get(page_address(version, 1))
    assert answer.status_code == 422
    assert answer.content.decode() == "The stored file is missing. Restore it from the backup."


def test_a_refused_download_is_not_recorded_as_one(firm: Firm) -> None:
    firm.file()
    assert signed_in(firm.walled).get(original_address(firm)).status_code == 404
    assert Client().get(original_address(firm)).status_code == 302
    assert downloads(firm) == 0
