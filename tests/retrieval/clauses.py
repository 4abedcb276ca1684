"""Clause trees to test with, built from the text itself so that the offsets can't be wrong."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Node:
    """A clause as ``retrieval`` reads it."""

    position: int
    parent: int | None
    kind: str
    label: str
    path: str
    heading: str
    level: int
    start: int
    end: int


@dataclass
class Sketch:
    """A clause to be: what it prints before its children, and the children."""

    own: str
    kind: str = "section"
    label: str = ""
    heading: str = ""
    path: str = ""
    children: list[Sketch] = field(default_factory=list)
    after: str = ""


def build(sketches: list[Sketch], between: str = "\n\n") -> tuple[str, list[Node]]:
    """Print the sketches one after another; return the text and its clauses in pre-order."""
    text = ""
    nodes: list[Node] = []

    def write(sketch: Sketch, parent: int | None, level: int) -> None:
        nonlocal text
        node = Node(
            len(nodes),
            parent,
            sketch.kind,
            sketch.label,
            sketch.path or sketch.label,
            sketch.heading,
            level,
            0,
            0,
        )
        nodes.append(node)
        node.start = len(text)
        text += sketch.own
        for child in sketch.children:
            text += between
            write(child, node.position, level + 1)
        if sketch.after:
            text += between + sketch.after
        node.end = len(text)

    for sketch in sketches:
        if text:
            text += between
        write(sketch, None, 0)
    return text, nodes
