"""Word documents: python-docx opens the package, the text is read from its XML as Word shows it.

Automatic numbers stand before their paragraph with a tab after them.
Tracked insertions count, deletions do not.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.exceptions import PackageNotFoundError
from lxml import etree
from lxml.etree import _Element

from documents.parsers.base import Block, DocumentParser, ParsedDocument, single_page
from documents.parsers.docx_numbering import NumberingResolver, W
from documents.parsers.docx_text import Styles, has_hidden_text, inner_text
from documents.parsers.ooxml_safety import OLE_MAGIC, damaged, refuse_old_office, refuse_unsafe_package

WRAPPERS = {f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}ins", f"{W}moveTo", f"{W}smartTag"}


class DocxParser(DocumentParser):
    """Word documents from 2007 on (.docx)."""

    name = "docx"
    version = "1"

    def accepts(self, head: bytes, filename: str) -> bool:
        return head.startswith((b"PK\x03\x04", OLE_MAGIC))

    def parse(self, path: Path) -> ParsedDocument:
        refuse_old_office(path)
        refuse_unsafe_package(path)
        try:
            document = docx.Document(str(path))
            return _Reader(document).read()
        except etree.XMLSyntaxError as error:
            if error.code == etree.ErrorTypes.ERR_NO_MEMORY:
                raise MemoryError from error
            raise damaged() from error
        except (PackageNotFoundError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise damaged() from error


class _Reader:
    """Walks the body once and writes paragraphs and rows, each a block on lines of its own."""

    def __init__(self, document: Document) -> None:
        self.body = document.element.body
        styles = document.part.styles.element
        self.styles = Styles(styles)
        self.numbering = NumberingResolver(_part_root(document, RELATIONSHIP_TYPE.NUMBERING), styles)
        self.notes = [
            note
            for kind in (RELATIONSHIP_TYPE.FOOTNOTES, RELATIONSHIP_TYPE.ENDNOTES)
            for note in _notes(_part_root(document, kind))
        ]
        self.parts: list[str] = []
        self.length = 0
        self.blocks: list[Block] = []

    def read(self) -> ParsedDocument:
        self._walk(self.body)
        for note in self.notes:
            text = " ".join(filter(None, (inner_text(p).strip() for p in note.iter(f"{W}p"))))
            if text:
                self._write(f"[{note.get(f'{W}id')}] {text}", "paragraph")
        text = "".join(self.parts)
        return ParsedDocument(
            text=text, pages=single_page(text), blocks=tuple(self.blocks), warnings=tuple(self._warnings())
        )

    def _walk(self, parent: _Element) -> None:
        for element in parent:
            if element.tag == f"{W}p":
                self._paragraph(element)
            elif element.tag == f"{W}tbl":
                self._table(element)
            elif element.tag in WRAPPERS:
                self._walk(element)

    def _paragraph(self, paragraph: _Element) -> None:
        text, label, level, heading = self._read_paragraph(paragraph)
        if text.strip() or label:
            kind = "heading" if heading else "list_item" if label else "paragraph"
            self._write(text, kind, label, heading or level)

    def _read_paragraph(self, paragraph: _Element) -> tuple[str, str, int | None, int | None]:
        """The text with its label in front, the label, the list level and the heading level."""
        properties = paragraph.find(f"{W}pPr")
        style_id = self.styles.of(properties)
        text = inner_text(paragraph).strip()
        heading = self.styles.heading_level(properties, style_id)
        numbered = self.numbering.label(properties, style_id) if text else None
        if not numbered or not numbered[0]:
            return text, "", None, heading
        label, level = numbered
        return f"{label}\t{text}", label, level, heading

    def _table(self, table: _Element) -> None:
        rows = list(_rows(table))
        cells = [list(_cells(row)) for row in rows]
        if all(len(row) == 1 for row in cells):
            # A table of one column is a frame around ordinary paragraphs.
            for row in cells:
                self._walk(row[0])
            return
        for row in cells:
            shown = [self._cell_text(cell) for cell in row]
            if any(shown):
                self._write("\t".join(shown), "table_row")

    def _cell_text(self, cell: _Element) -> str:
        lines = []
        for paragraph in cell.iter(f"{W}p"):
            if paragraph.getparent().tag == f"{W}txbxContent":
                continue  # Its text came with the paragraph that holds the box.
            text, *_ = self._read_paragraph(paragraph)
            if text:
                lines.append(text)
        return "\n".join(lines)

    def _write(self, text: str, kind: str, label: str = "", level: int | None = None) -> None:
        if self.blocks:
            self._print("\n")
        start = self.length
        self._print(text)
        self.blocks.append(Block(start, self.length, kind, label, level))

    def _print(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _warnings(self) -> Iterator[str]:
        if next(self.body.iter(f"{W}ins", f"{W}del", f"{W}moveFrom"), None) is not None:
            yield "This file has tracked changes. It was read as if all of them had been accepted."
        if has_hidden_text(self.body):
            yield "This file has hidden text, which was left out."


def _part_root(document: Document, kind: str) -> _Element | None:
    for relation in document.part.rels.values():
        if relation.reltype == kind and not relation.is_external:
            part = relation.target_part
            element = getattr(part, "element", None)
            return element if element is not None else etree.fromstring(part.blob, SAFE_XML)
    return None


SAFE_XML = etree.XMLParser(resolve_entities=False, no_network=True)


def _notes(root: _Element | None) -> list[_Element]:
    """The notes themselves, without the separators that Word keeps among them."""
    return [] if root is None else [note for note in root if note.get(f"{W}type") in (None, "normal")]


def _rows(table: _Element) -> Iterator[_Element]:
    for element in table:
        if element.tag == f"{W}tr":
            yield element
        elif element.tag in WRAPPERS:
            yield from _rows(element)


def _cells(row: _Element) -> Iterator[_Element]:
    for element in row:
        if element.tag == f"{W}tc":
            yield element
        elif element.tag in WRAPPERS:
            yield from _cells(element)
