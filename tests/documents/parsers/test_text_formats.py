"""Plain text and Markdown."""

from __future__ import annotations

import pytest

from documents.parsers.base import UnreadableDocument
from documents.parsers.markdown import MarkdownParser
from documents.parsers.text import TextParser


def read(tmp_path, data: bytes, parser=None):
    path = tmp_path / "file"
    path.write_bytes(data)
    return (parser or TextParser()).parse(path)


@pytest.mark.parametrize(
    "text", ["one\r\ntwo\rthree\n\n", "tab\tand  spaces ", "no\u00a0break \u2028 separator", "𝔘 wide"]
)
def test_plain_text_is_the_files_own_characters(tmp_path, text):
    assert read(tmp_path, text.encode()).text == text


def test_a_byte_order_mark_in_utf_8_counts_as_a_character(tmp_path):
    assert read(tmp_path, b"\xef\xbb\xbfRent").text == "\ufeffRent"


def test_a_byte_order_mark_in_utf_16_only_says_the_order(tmp_path):
    assert read(tmp_path, "Rent £5".encode("utf-16")).text == "Rent £5"


def test_a_byte_order_mark_does_not_hide_a_markdown_heading(tmp_path):
    assert read(tmp_path, b"\xef\xbb\xbf# Lease\n", MarkdownParser()).text == "Lease"


def test_other_bytes_are_windows_1252_and_the_reader_is_told(tmp_path):
    parsed = read(tmp_path, "“Rent” £5".encode("cp1252"))
    assert parsed.text == "“Rent” £5"
    assert "Windows-1252" in parsed.warnings[0]


def test_a_text_with_nul_bytes_is_refused(tmp_path):
    with pytest.raises(UnreadableDocument, match="holds other data"):
        read(tmp_path, b"Rent\0")


@pytest.mark.parametrize(
    "head",
    [b"{\\rtf1\\ansi", b"<!DOCTYPE html><p>", b"<html>", b"\x7fELF\x02\x01\x01\x00\x00", b"PK\x03\x04x"],
)
def test_other_formats_are_not_taken_for_text(head):
    assert not TextParser().accepts(head, "file.txt")


def test_only_the_name_tells_markdown_from_text():
    assert MarkdownParser().accepts(b"# Lease", "Lease.MD")
    assert not MarkdownParser().accepts(b"# Lease", "lease.txt")
    assert not MarkdownParser().accepts(b"\0\1\2", "lease.md")


def test_markdown_loses_its_marks_and_keeps_its_words(tmp_path):
    source = b'## Fees\n\nThe *fee* is <span class="x">[fixed](#f)</span>, `A_1` and 5 \\* 2.<br>Next.\n'
    parsed = read(tmp_path, source, MarkdownParser())
    assert parsed.text == "Fees\n\nThe fee is fixed, A_1 and 5 * 2.\nNext."
    assert (parsed.blocks[0].kind, parsed.blocks[0].level) == ("heading", 2)


def test_markdown_lists_keep_the_numbers_that_a_reader_sees(tmp_path):
    source = b"3. Third\n    1. Inner\n    1. Inner again\n3. Fourth\n\n- loose\n"
    parsed = read(tmp_path, source, MarkdownParser())
    assert parsed.text == "3. Third\n1. Inner\n2. Inner again\n4. Fourth\n• loose"
    assert [(b.label, b.level) for b in parsed.blocks] == [
        ("3.", 0),
        ("1.", 1),
        ("2.", 1),
        ("4.", 0),
        ("", 0),
    ]


def test_an_empty_markdown_item_does_not_lend_its_number(tmp_path):
    parsed = read(tmp_path, b"1.\n\nPlain paragraph\n", MarkdownParser())
    assert parsed.text == "Plain paragraph"
    assert parsed.blocks[0].label == ""


def test_markdown_tables_are_rows(tmp_path):
    parsed = read(tmp_path, b"| Item | Fee |\n|---|---|\n| Setup | 5 |\n", MarkdownParser())
    assert parsed.text == "Item\tFee\nSetup\t5"
    assert {block.kind for block in parsed.blocks} == {"table_row"}
