"""Pictures of PDF pages and the places of their text. Runs in the limited child only."""

from __future__ import annotations

import base64
import ctypes
import io
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from documents.parsers.base import UnreadableDocument
from documents.parsers.pdf import open_pdf, raw_page_text

MOST_PIXELS = 40_000_000
SAME_LINE = 0.5  # The share of the lower height by which two boxes must overlap to stand on one line.


def page_image(path: Path, number: int, scale: float) -> str:
    """Page ``number`` as PNG in base64; ``scale`` 1 is 72 pixels to the inch."""
    with open_pdf(path) as document, closing(_page(document, number)) as page:
        width, height = page.get_size()
        if width * height * scale * scale > MOST_PIXELS:
            raise UnreadableDocument(f"Page {number} is too large to be shown at this size. Show it smaller.")
        bitmap = page.render(scale=scale)
        buffer = io.BytesIO()
        bitmap.to_pil().save(buffer, format="PNG")
        return base64.b64encode(buffer.getvalue()).decode("ascii")


def page_rectangles(path: Path, number: int, start: int, end: int) -> list[tuple[float, float, float, float]]:
    """The places of the stored text ``[start, end)`` of a page, a rectangle for each line.

    Each is ``(x0, y0, x1, y1)`` in fractions of the page as it is shown, from its top left corner.
    """
    with open_pdf(path) as document, closing(_page(document, number)) as page:
        with closing(page.get_textpage()) as text_page:
            units = stored_to_units(raw_page_text(text_page))
            boxes = [_char_box(text_page, unit) for unit in units[start:end]]
        lines = merge_lines([box for box in boxes if box])
        return [_as_shown(page, box) for box in lines]


def stored_to_units(raw: str) -> list[int]:
    """For each character of the stored text, the index of its first UTF-16 unit in pdfium's text."""
    indices, unit = [], 0
    for position, character in enumerate(raw):
        # A CRLF is stored as a line feed alone.
        if not (character == "\r" and raw[position + 1 : position + 2] == "\n"):
            indices.append(unit)
        unit += 2 if ord(character) > 0xFFFF else 1
    return indices


def _page(document: pdfium.PdfDocument, number: int) -> pdfium.PdfPage:
    if not 1 <= number <= len(document):
        raise UnreadableDocument(f"This PDF has {len(document)} pages; there is no page {number}.")
    return document[number - 1]


def _char_box(text_page: pdfium.PdfTextPage, unit: int) -> tuple[float, float, float, float] | None:
    """The box of a character in PDF points (left, bottom, right, top); None for one that takes no room."""
    index = pdfium_c.FPDFText_GetCharIndexFromTextIndex(text_page, unit)
    if index < 0:
        return None
    left, bottom, right, top = text_page.get_charbox(index, loose=True)
    return (left, bottom, right, top) if right > left and top > bottom else None


def merge_lines(boxes: list[tuple[float, float, float, float]]) -> list[tuple[float, float, float, float]]:
    """Join the boxes of characters that follow each other on one line."""
    lines: list[tuple[float, float, float, float]] = []
    for box in boxes:
        if lines and _on_one_line(lines[-1], box):
            last = lines[-1]
            lines[-1] = (
                min(last[0], box[0]),
                min(last[1], box[1]),
                max(last[2], box[2]),
                max(last[3], box[3]),
            )
        else:
            lines.append(box)
    return lines


def _on_one_line(line: tuple[float, ...], box: tuple[float, ...]) -> bool:
    overlap = min(line[3], box[3]) - max(line[1], box[1])
    return overlap >= SAME_LINE * min(line[3] - line[1], box[3] - box[1])


def _as_shown(page: pdfium.PdfPage, box: tuple[float, ...]) -> tuple[float, float, float, float]:
    """A box in PDF points as fractions of the shown page: crop box and rotation are counted in."""
    shown = 10_000
    corners = []
    for x, y in ((box[0], box[1]), (box[2], box[3])):
        device_x, device_y = ctypes.c_int(), ctypes.c_int()
        pdfium_c.FPDF_PageToDevice(page, 0, 0, shown, shown, 0, x, y, device_x, device_y)
        corners.append((device_x.value / shown, device_y.value / shown))
    (x0, y0), (x1, y1) = corners
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
