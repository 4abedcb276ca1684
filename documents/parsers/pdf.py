"""PDF, through pypdfium2: the text of each page in pdfium's reading order, pages joined by a line break."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pypdfium2 as pdfium

from documents.parsers.base import DocumentParser, Page, ParsedDocument, UnreadableDocument
from documents.parsers.sandbox import STORED

PASSWORD_NEEDED = 4  # FPDF_ERR_PASSWORD
HEADER_WITHIN = 1024  # Readers accept the header anywhere in the first kilobyte.
PAGE_BREAK = "\n"

# One character for one, so that offsets into pdfium's text stay easy to find again. A hyphen at a line's end
# comes as U+FFFE; U+037E is canonically a semicolon; no-break spaces only keep words apart here.
PLAIN = {0x00: " ", 0xA0: " ", 0xAD: "-", 0x37E: ";", 0xFFFE: "-", 0x0C: " "}


class PdfParser(DocumentParser):
    """PDF with a text layer. A scan without one is refused: nothing could be found in it."""

    name = "pdf"
    version = "1"
    supports_page_images = True

    def accepts(self, head: bytes, filename: str) -> bool:
        return b"%PDF-" in head[:HEADER_WITHIN]

    def parse(self, path: Path) -> ParsedDocument:
        with open_pdf(path) as document:
            texts = [page_text(document, number) for number in range(1, len(document) + 1)]
        empty = [number for number, text in enumerate(texts, 1) if not text.strip()]
        if len(empty) == len(texts):
            raise UnreadableDocument(
                f"This PDF holds images of its {len(texts)} pages, and no text. {STORED}, because text "
                "recognition is not available yet. File a copy that has its text."
            )
        text, pages = _join(texts)
        return ParsedDocument(
            text=text, pages=pages, warnings=_warn_of_empty(empty, len(texts)), has_page_images=True
        )


@contextmanager
def open_pdf(path: Path) -> Iterator[pdfium.PdfDocument]:
    """An open PDF; raises ``UnreadableDocument`` when it needs a password or is no whole PDF."""
    try:
        document = pdfium.PdfDocument(path)
        page_count = len(document)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == PASSWORD_NEEDED:
            text = f"This file needs a password. {STORED} until a copy without a password is filed."
        else:
            text = f"This PDF is damaged or not complete. {STORED}. File a copy that opens in a PDF reader."
        raise UnreadableDocument(text) from error
    with closing(document):
        if not page_count:
            raise UnreadableDocument(f"This PDF has no pages. {STORED}. File a copy that has them.")
        yield document


def raw_page_text(text_page: pdfium.PdfTextPage) -> str:
    """A page's text as pdfium gives it, with its CRLF line breaks."""
    return text_page.get_text_range(errors="replace")


def plain(raw: str) -> str:
    """The text as it is stored: line feeds, and ordinary spaces and hyphens."""
    return raw.replace("\r\n", "\n").translate(PLAIN)


def page_text(document: pdfium.PdfDocument, number: int) -> str:
    """The stored text of page ``number`` (from 1)."""
    try:
        page = document[number - 1]
        with closing(page), closing(page.get_textpage()) as text_page:
            return plain(raw_page_text(text_page))
    except pdfium.PdfiumError as error:
        raise UnreadableDocument(
            f"Page {number} of this PDF is damaged. {STORED}. File a copy that opens in a PDF reader."
        ) from error


def _join(texts: list[str]) -> tuple[str, tuple[Page, ...]]:
    pages, start = [], 0
    last = len(texts)
    for number, text in enumerate(texts, 1):
        end = start + len(text) + (len(PAGE_BREAK) if number < last else 0)
        pages.append(Page(number, start, end))
        start = end
    return PAGE_BREAK.join(texts), tuple(pages)


def _warn_of_empty(empty: list[int], count: int) -> tuple[str, ...]:
    if not empty:
        return ()
    named = ", ".join(map(str, empty[:20])) + (" and more" if len(empty) > 20 else "")
    which = f"Page {named} of {count} holds" if len(empty) == 1 else f"Pages {named} of {count} hold"
    reason = "because text recognition is not available yet"
    return (f"{which} no text. What is printed there can't be found, {reason}.",)
