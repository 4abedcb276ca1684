"""Shorthand for the tests of structure: a text in, its outline out."""

from __future__ import annotations

from documents.parsers.base import Block, Page, ParsedDocument, single_page
from documents.structure import ClauseNode, build_clauses


def clauses(text: str, blocks: tuple[Block, ...] = (), pages: tuple[Page, ...] = ()) -> list[ClauseNode]:
    """The clauses of a text."""
    return build_clauses(ParsedDocument(text=text, pages=pages or single_page(text), blocks=blocks))


def paths(text: str, blocks: tuple[Block, ...] = ()) -> list[str]:
    """The paths of the labelled clauses, in order."""
    return [node.path for node in clauses(text, blocks) if node.path]


def by_path(text: str, path: str) -> tuple[ClauseNode, str]:
    """The one clause with this path, and its words."""
    (node,) = [node for node in clauses(text) if node.path == path]
    return node, text[node.start : node.end]


def wrapped(*paragraphs: str, width: int = 60) -> str:
    """Paragraphs broken into lines as a PDF gives them: a line break after every line, no blank lines."""
    lines: list[str] = []
    for paragraph in paragraphs:
        line = ""
        for word in paragraph.split():
            if line and len(line) + len(word) >= width:
                lines.append(line)
                line = ""
            line = f"{line} {word}".strip()
        lines.append(line)
    return "\n".join(lines)
