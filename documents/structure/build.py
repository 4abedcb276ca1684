"""From a parsed document to its clauses."""

from __future__ import annotations

from bisect import bisect_right

from documents.parsers.base import ParsedDocument
from documents.structure.contents import mark_contents
from documents.structure.lines import read_lines
from documents.structure.nodes import ClauseNode, Draft
from documents.structure.paths import cite
from documents.structure.reader import StructureReader


def build_clauses(parsed: ParsedDocument) -> list[ClauseNode]:
    """The clauses of a document in reading order, parents before their children.

    Spans nest, follow each other, have no white space around them, and together hold every character that
    is not white space. An empty text has no clauses.
    """
    lines = read_lines(parsed)
    mark_contents(lines)
    root = StructureReader(lines).read()
    nodes: list[ClauseNode] = []
    _flatten(root, None, 1, nodes)
    _set_ends(parsed.text, nodes)
    _set_pages(parsed, nodes)
    cite(nodes)
    return nodes


def _flatten(root: Draft, parent: int | None, level: int, nodes: list[ClauseNode]) -> None:
    """Append the descendants in pre-order, without recursion: hostile texts nest deep."""
    waiting = [(child, parent, level) for child in reversed(root.children)]
    while waiting:
        draft, above, depth = waiting.pop()
        position = len(nodes)
        nodes.append(
            ClauseNode(
                position, above, draft.kind, draft.label, "", draft.heading, depth, draft.start, 0, 1, 1
            )
        )
        waiting.extend((child, position, depth + 1) for child in reversed(draft.children))


def _set_ends(text: str, nodes: list[ClauseNode]) -> None:
    """A clause ends where the next one begins that is not within it."""
    open_nodes: list[ClauseNode] = []
    for node in nodes:
        while open_nodes and open_nodes[-1].level >= node.level:
            open_nodes.pop().end = node.start
        open_nodes.append(node)
    for node in open_nodes:
        node.end = len(text)
    for node in nodes:
        while text[node.end - 1].isspace():
            node.end -= 1


def _set_pages(parsed: ParsedDocument, nodes: list[ClauseNode]) -> None:
    starts = [page.start for page in parsed.pages]
    for node in nodes:
        node.page_first = parsed.pages[bisect_right(starts, node.start) - 1].number
        node.page_last = parsed.pages[bisect_right(starts, max(node.start, node.end - 1)) - 1].number
