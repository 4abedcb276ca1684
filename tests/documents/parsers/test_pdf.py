"""PDF: pages, offsets, pictures and the places of text."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from documents.parsers.base import UnreadableDocument
from documents.parsers.pages import render_page, span_rectangles
from documents.parsers.pdf import PdfParser, plain
from documents.parsers.pdf_pages import merge_lines, stored_to_units
from tests.documents.parsers.files import write_pdf

LINES = [["First line here", "Second line (b)"], ["Third page text"]]


@pytest.fixture
def pdf(tmp_path) -> Path:
    return write_pdf(tmp_path / "file.pdf", LINES)


def test_offsets_say_on_which_page_a_word_stands(pdf):
    parsed = PdfParser().parse(pdf)
    assert parsed.text == "First line here\nSecond line (b)\nThird page text"
    third = parsed.text.index("Third")
    assert [page.number for page in parsed.pages if page.start <= third < page.end] == [2]


def test_a_page_without_text_is_named(tmp_path):
    parsed = PdfParser().parse(write_pdf(tmp_path / "file.pdf", [["Words"], []]))
    assert parsed.warnings[0].startswith("Page 2 of 2 holds no text.")


def test_a_scan_is_refused_with_the_reason(tmp_path):
    with pytest.raises(UnreadableDocument, match="images of its 2 pages, and no text"):
        PdfParser().parse(write_pdf(tmp_path / "file.pdf", [[], []]))


def test_a_page_is_shown_as_a_picture(pdf):
    image = Image.open(io.BytesIO(render_page(pdf, 1, scale=0.5)))
    assert image.size == (306, 396)
    assert image.convert("L").getextrema()[0] < 128


def test_a_span_has_a_rectangle_for_each_of_its_lines(pdf):
    text = PdfParser().parse(pdf).text
    first, second = span_rectangles(pdf, 1, 0, text.index("line (b)"))
    assert first.x0 == pytest.approx(72 / 612, abs=0.01)
    assert first.y0 < (792 - 720) / 792 < first.y1 + 0.01
    assert second.y0 > first.y0
    assert second.x1 < first.x1


def test_the_rectangle_of_a_word_lies_within_its_lines(pdf):
    (line,) = span_rectangles(pdf, 1, 0, len("First line here"))
    (word,) = span_rectangles(pdf, 1, 6, 10)
    assert line.x0 < word.x0 < word.x1 < line.x1


def test_a_page_that_is_not_there_is_refused(pdf):
    with pytest.raises(UnreadableDocument, match="there is no page 3"):
        render_page(pdf, 3)


def test_a_picture_that_would_fill_the_memory_is_refused(pdf):
    with pytest.raises(UnreadableDocument, match="too large to be shown"):
        render_page(pdf, 1, scale=100)


def test_an_empty_span_has_no_rectangles(pdf):
    assert span_rectangles(pdf, 1, 4, 4) == []


@pytest.mark.parametrize("raw", ["a\r\nb", "a\u00a0b\u037e", "𝔘\r\nx\0y\ufffez", "\r\n\r\n"])
def test_each_stored_character_knows_its_place_in_the_file(raw):
    units = raw.encode("utf-16-le")
    stored, places = plain(raw), stored_to_units(raw)
    assert len(stored) == len(places)
    for character, place in zip(stored, places, strict=True):
        if character.isalnum() and ord(character) < 0x10000:
            assert units[2 * place : 2 * place + 2].decode("utf-16-le") == character


def test_characters_of_one_line_make_one_rectangle():
    boxes = [(0, 0, 5, 10), (6, 1, 9, 9), (0, -14, 4, -4)]
    assert merge_lines(boxes) == [(0, 0, 9, 10), (0, -14, 4, -4)]
