"""Where a span of a version's text stands on the picture of a page."""

from __future__ import annotations

from documents.models import DocumentVersion, Page
from documents.parsers.pages import Rectangle, span_rectangles
from documents.storage import blob_path


def page_rectangles(version: DocumentVersion, page_number: int, start: int, end: int) -> list[Rectangle]:
    """Rectangles, in fractions of the page, of the part of ``text[start:end]`` that is on the page.

    ``start`` and ``end`` count the characters of the version's whole text. Empty when the version has no
    pictures, there is no such page, or the span does not reach it. ``version`` must have been found for
    the person who is shown them. Raises ``UnreadableDocument`` when the page can't be read.
    """
    if not version.has_page_images:
        return []
    pages = Page.objects.unscoped(reason="a page of a version that was loaded in its reader's scope")
    page = pages.filter(version=version, number=page_number).first()
    if page is None:
        return []
    first, last = max(start, page.start) - page.start, min(end, page.end) - page.start
    return span_rectangles(blob_path(version.blob), page_number, first, last) if first < last else []
