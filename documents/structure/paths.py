"""How one cites a clause: its label, those of the bracketed ones above it, and its schedule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from documents.structure.nodes import ClauseNode

DECIMAL = re.compile(r"\d+(?:\.\d+)+")
STANDS_ALONE = frozenset({"article", "schedule"})


def cite(nodes: Sequence[ClauseNode]) -> None:
    """Set ``path`` on every labelled node, parents first."""
    own: list[str] = []
    for node in nodes:
        own.append(_within_schedule(node, _numbered_above(node, nodes), own))
    times = Counter(own)
    for node, path in zip(nodes, own, strict=True):
        node.path = path if times[path] == 1 or not path else _with_article(node, path, nodes)
    for node in nodes:
        schedule = _schedule_of(node, nodes)
        if node.path and schedule is not None and schedule is not node:
            node.path = f"{schedule.label}, {node.path}" if schedule.label else node.path


def _numbered_above(node: ClauseNode, nodes: Sequence[ClauseNode]) -> ClauseNode | None:
    """The nearest ancestor with a label, within the same schedule."""
    above = _parent(node, nodes)
    while above is not None and above.kind != "schedule" and not above.label:
        above = _parent(above, nodes)
    return above if above is not None and above.kind != "schedule" else None


def _within_schedule(node: ClauseNode, above: ClauseNode | None, own: list[str]) -> str:
    if not node.label:
        return ""
    if node.kind == "recital":
        return f"Recital {node.label}"
    if above is None or node.kind in STANDS_ALONE or DECIMAL.fullmatch(node.label):
        return node.label
    over = own[above.position]
    if node.label[0] == "(":
        # A bracket under an article alone says too little without it, and reads better apart.
        return f"{over}{node.label}" if above.kind != "article" else f"{over}, {node.label}"
    if above.kind == "article":
        return node.label
    if node.label.isdigit() and above.label.replace(".", "").isdigit():
        return f"{over}.{node.label}"
    return f"{over}({node.label.rstrip(')')})"


def _with_article(node: ClauseNode, path: str, nodes: Sequence[ClauseNode]) -> str:
    """A number that starts anew in each article is cited with it."""
    above = _parent(node, nodes)
    while above is not None and above.kind != "article":
        above = _parent(above, nodes)
    if above is None or path.startswith(above.label) or node.kind in STANDS_ALONE or DECIMAL.match(path):
        return path
    return f"{above.label}, {path}"


def _schedule_of(node: ClauseNode, nodes: Sequence[ClauseNode]) -> ClauseNode | None:
    above: ClauseNode | None = node
    while above is not None and above.kind != "schedule":
        above = _parent(above, nodes)
    return above


def _parent(node: ClauseNode, nodes: Sequence[ClauseNode]) -> ClauseNode | None:
    return None if node.parent is None else nodes[node.parent]
