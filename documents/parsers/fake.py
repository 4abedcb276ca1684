"""A parser for tests: a tiny format whose first line says what becomes of the file."""

from __future__ import annotations

from pathlib import Path

from documents.parsers.base import DocumentParser, Page, ParsedDocument, UnreadableDocument

HEAD = b"FAKE"


class FakeParser(DocumentParser):
    """Reads ``FAKE`` on the first line, then pages parted by form feeds.

    ``FAKE refuse`` is a file that can't be read.
    """

    name = "fake"
    version = "1"

    def accepts(self, head: bytes, filename: str) -> bool:
        return head.startswith(HEAD)

    def parse(self, path: Path) -> ParsedDocument:
        command, _, text = path.read_text(encoding="utf-8").partition("\n")
        if command == "FAKE refuse":
            raise UnreadableDocument("This file asks to be refused. It is stored unaltered. File another.")
        pages, start = [], 0
        for number, page in enumerate(text.split("\f"), 1):
            end = min(start + len(page) + 1, len(text))
            pages.append(Page(number, start, end))
            start = end
        return ParsedDocument(text=text, pages=tuple(pages))
