"""What a parser is, and what it hands over."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path

from legalrag.backends import Backend

BLOCK_KINDS = frozenset({"heading", "paragraph", "list_item", "table_row"})


class UnreadableDocument(Exception):
    """The file can't be read. ``str()`` is for the person: what is wrong, what is kept, what to do."""


@dataclass(frozen=True)
class Page:
    """A page of the text. ``number`` counts from 1; ``start`` and ``end`` are offsets into the text."""

    number: int
    start: int
    end: int


@dataclass(frozen=True)
class Block:
    """A paragraph as the format knows it.

    ``kind`` is one of ``BLOCK_KINDS``; ``label`` is its automatic number, which the text prints too;
    ``level`` is the depth that the format gives it (headings count from 1, list items from 0).
    """

    start: int
    end: int
    kind: str
    label: str = ""
    level: int | None = None


@dataclass(frozen=True)
class ParsedDocument:
    """The text of a file with its pages, which cover it without gaps, and its blocks, in order."""

    text: str
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...] = ()
    warnings: tuple[str, ...] = ()
    has_page_images: bool = False

    def __post_init__(self) -> None:
        if not self.pages or self.pages[0].start != 0 or self.pages[-1].end != len(self.text):
            raise ValueError("The pages do not cover the text.")
        for before, after in zip(self.pages, self.pages[1:], strict=False):
            if before.end != after.start or after.number != before.number + 1:
                raise ValueError(f"Page {after.number} does not follow page {before.number}.")
        end = 0
        for block in self.blocks:
            if not end <= block.start <= block.end <= len(self.text) or block.kind not in BLOCK_KINDS:
                raise ValueError(f"The block {block} is out of order or of no known kind.")
            end = block.end


def single_page(text: str) -> tuple[Page, ...]:
    """The pages of a format that has none: one, which covers everything."""
    return (Page(1, 0, len(text)),)


class DocumentParser(Backend):
    """Base of the parsers (``DOCUMENT_PARSERS``). A parser runs in the limited child only.

    ``name`` and ``version`` are stored with each text that the parser made: raise the version when the
    same bytes would give another text.
    """

    name: str
    version: str
    supports_page_images = False

    def check(self) -> None:
        """Nothing to check unless a parser says so."""

    @abstractmethod
    def accepts(self, head: bytes, filename: str) -> bool:
        """Whether ``head``, the first bytes of the file, is of this parser's format.

        The content decides; ``filename`` only tells apart formats whose content looks the same.
        """

    @abstractmethod
    def parse(self, path: Path) -> ParsedDocument:
        """Read the file at ``path``; raises ``UnreadableDocument`` with a text for the person."""
