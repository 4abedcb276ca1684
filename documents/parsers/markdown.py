"""Markdown, read as it would be shown: marks of emphasis, links and tags go, list numbers stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from lxml import html
from markdown_it import MarkdownIt
from markdown_it.token import Token

from documents.parsers.base import Block, DocumentParser, ParsedDocument, single_page
from documents.parsers.text import decode_text, looks_like_text

LINE_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)


class MarkdownParser(DocumentParser):
    """Markdown (CommonMark with tables). Only the name tells it from plain text: .md or .markdown."""

    name = "markdown"
    version = "1"

    def accepts(self, head: bytes, filename: str) -> bool:
        return filename.lower().endswith((".md", ".markdown")) and looks_like_text(head)

    def parse(self, path: Path) -> ParsedDocument:
        source, warnings = decode_text(path.read_bytes())
        text, blocks = _Writer().write(
            MarkdownIt("commonmark").enable("table").parse(source.removeprefix("\ufeff"))
        )
        return ParsedDocument(text=text, pages=single_page(text), blocks=blocks, warnings=warnings)


class _Writer:
    """Walks the tokens once, keeping the open lists and the label that the next paragraph carries."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.blocks: list[Block] = []
        self.lists: list[int | None] = []  # the next number of each open list; None: bullets
        self.label = ""
        self.opens_item = False
        self.heading: int | None = None
        self.row: list[str] | None = None

    def write(self, tokens: Sequence[Token]) -> tuple[str, tuple[Block, ...]]:
        for token in tokens:
            handler = getattr(self, f"_on_{token.type}", None)
            if handler:
                handler(token)
        return "".join(self.parts), tuple(self.blocks)

    def _add(self, text: str, kind: str, level: int | None = None) -> None:
        label, item = self.label, self.opens_item
        self.label, self.opens_item = "", False
        text = text.strip()
        if not text and not label:
            return
        if item:
            kind, level = "list_item", len(self.lists) - 1
            text = f"{label or '•'} {text}"
        if self.blocks:
            # Items of one list stand on lines of their own; everything else is a paragraph apart.
            self._print("\n" if kind == self.blocks[-1].kind in ("list_item", "table_row") else "\n\n")
        start = self.length
        self._print(text)
        self.blocks.append(Block(start, self.length, kind, label, level))

    def _print(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _on_heading_open(self, token: Token) -> None:
        self.heading = int(token.tag[1:])

    def _on_heading_close(self, token: Token) -> None:
        self.heading = None

    def _on_ordered_list_open(self, token: Token) -> None:
        self.lists.append(int(token.attrGet("start") or 1))

    def _on_bullet_list_open(self, token: Token) -> None:
        self.lists.append(None)

    def _close_list(self, token: Token) -> None:
        self.lists.pop()

    _on_ordered_list_close = _on_bullet_list_close = _close_list

    def _on_list_item_open(self, token: Token) -> None:
        self.opens_item = True
        number = self.lists[-1]
        if number is not None:
            self.label = f"{number}{token.markup}"
            self.lists[-1] = number + 1

    def _on_list_item_close(self, token: Token) -> None:
        # An item without text must not lend its number to what follows it.
        self.label, self.opens_item = "", False

    def _on_tr_open(self, token: Token) -> None:
        self.row = []

    def _on_tr_close(self, token: Token) -> None:
        cells, self.row = self.row or [], None
        if any(cells):
            self._add("\t".join(cells), "table_row")

    def _on_inline(self, token: Token) -> None:
        text = inline_text(token.children or ())
        if self.row is not None:
            self.row.append(text.strip())
        elif self.heading is not None:
            self._add(text, "heading", self.heading)
        else:
            self._add(text, "paragraph")

    def _on_code(self, token: Token) -> None:
        self._add(token.content, "paragraph")

    _on_fence = _on_code_block = _on_code

    def _on_html_block(self, token: Token) -> None:
        source = LINE_BREAK_TAG.sub("\n", token.content)
        if source.strip():
            self._add(html.fragment_fromstring(source, create_parent="div").text_content(), "paragraph")


def inline_text(tokens: Sequence[Token]) -> str:
    """The characters that a reader sees of a line's tokens; line breaks are kept as such."""
    shown = []
    for token in tokens:
        if token.type in ("text", "code_inline"):
            shown.append(token.content)
        elif token.type in ("softbreak", "hardbreak") or LINE_BREAK_TAG.fullmatch(token.content):
            shown.append("\n")
        elif token.type == "image":
            shown.append(inline_text(token.children or ()))
    return "".join(shown)
