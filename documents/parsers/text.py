"""Plain text: decoded, and otherwise exactly the file's own characters."""

from __future__ import annotations

import codecs
from pathlib import Path

from documents.parsers.base import DocumentParser, ParsedDocument, UnreadableDocument, single_page
from documents.parsers.sandbox import STORED

UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
OTHER_FORMATS = (b"{\\rtf", b"<!doctype html", b"<html", b"<?xml", b"%!ps", b"%pdf-", b"pk\x03\x04")
# Control characters that text files do hold: tab, line feed, vertical tab, form feed, return, escape.
TEXT_CONTROLS = frozenset(b"\t\n\v\f\r\x1b")


def looks_like_text(head: bytes) -> bool:
    """Whether the first bytes are those of a text in some encoding, and of no other known format."""
    if head.startswith(UTF16_MARKS):
        return True
    start = head.removeprefix(codecs.BOM_UTF8).lstrip()[:16].lower()
    if b"\0" in head or start.startswith(OTHER_FORMATS):
        return False
    controls = sum(byte < 32 and byte not in TEXT_CONTROLS for byte in head)
    return controls * 100 <= len(head)


def decode_text(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The characters of a text file and warnings about how they were read.

    A byte order mark stays in a UTF-8 text as the character that it is there: offsets into the file's
    characters then hold for the stored text. Raises ``UnreadableDocument`` when the bytes are no text.
    """
    if data.startswith(UTF16_MARKS):
        text, warnings = data.decode("utf-16", errors="replace"), ()
    else:
        text, warnings = _decode_bytes(data)
    if "\0" in text:
        raise UnreadableDocument(
            f"This file looks like text but holds other data too. {STORED}. "
            "Save it as plain text and file it again."
        )
    return text, warnings


def _decode_bytes(data: bytes) -> tuple[str, tuple[str, ...]]:
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        warning = "This file is not in UTF-8. It was read as Windows-1252; check accents and quotation marks."
        return data.decode("cp1252", errors="replace"), (warning,)


class TextParser(DocumentParser):
    """Plain text in UTF-8, UTF-16 with its mark, or else Windows-1252."""

    name = "text"
    version = "1"

    def accepts(self, head: bytes, filename: str) -> bool:
        return looks_like_text(head)

    def parse(self, path: Path) -> ParsedDocument:
        text, warnings = decode_text(path.read_bytes())
        return ParsedDocument(text=text, pages=single_page(text), warnings=warnings)
