"""Cut a document's clauses into the passages that are indexed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from retrieval.passages.sentences import Span, finer_spans, sentence_spans, trimmed

CountTokens = Callable[[list[str]], list[int]]

SMALLEST_BUDGET = 16
HEADING_WORDS = 12
_BRACKETED = re.compile(r"^\(?[A-Za-z0-9]{1,6}\)$")
_SECTION_LIKE = frozenset({"section", "item", "paragraph", "recital"})


class ClauseLike(Protocol):
    """What is read of a clause: a ``ClauseNode`` and a ``Clause`` row of the database both have it."""

    position: int
    parent: int | None
    kind: str
    label: str
    path: str
    heading: str
    level: int
    start: int
    end: int


@dataclass(frozen=True)
class PassageDraft:
    """``text[start:end]`` of the document, belonging to the clause at position ``clause``.

    ``heading_only`` marks a title that stands alone above its clauses. It repeats in their contexts, so an
    index that ranks short texts high does better without it.
    """

    position: int
    clause: int
    start: int
    end: int
    context: str
    heading_only: bool = False


@dataclass
class _Piece:
    clause: ClauseLike
    start: int
    end: int
    context: str = ""


def indexed_text(context: str, text: str) -> str:
    """What the embedder reads for a passage: its context, a line break, its text."""
    return f"{context}\n{text}" if context else text


def split_clauses(
    text: str,
    clauses: Sequence[ClauseLike],
    header: str,
    count_tokens: CountTokens,
    budget: int = 256,
) -> list[PassageDraft]:
    """Passages of a document in the order of its text.

    ``clauses`` is the pre-order list of the whole document (``parent``: a position or None), ``header`` says
    which document it is, ``count_tokens`` gives for each text the tokens that the embedder would read. Each
    character that is not white space falls in exactly one passage, no passage crosses a clause's border, and
    ``indexed_text(context, passage)`` never has more than ``budget`` tokens. Context takes a third at most.

    Raises ``ValueError`` when the clauses leave text out or the budget is too small to hold a word.
    """
    if budget < SMALLEST_BUDGET:
        raise ValueError(f"A passage needs a budget of {SMALLEST_BUDGET} tokens or more, not {budget}.")
    tree = _Tree(text, clauses)
    contexts = _Contexts(text, tree, header, count_tokens, budget // 3)
    pieces = tree.pieces(_whole_clauses(tree, contexts, count_tokens, budget))
    for piece in pieces:
        piece.context = contexts.of(piece)
    fitted = _fit(text, pieces, count_tokens, budget)
    return [
        PassageDraft(
            position, piece.clause.position, piece.start, piece.end, piece.context, tree.is_title(piece)
        )
        for position, piece in enumerate(fitted)
    ]


class _Tree:
    """The clauses with their children, and where each may be cut."""

    def __init__(self, text: str, clauses: Sequence[ClauseLike]) -> None:
        self.text = text
        self.by_position = {clause.position: clause for clause in clauses}
        self.children: dict[int | None, list[ClauseLike]] = {}
        for clause in clauses:
            self.children.setdefault(clause.parent, []).append(clause)
        self.roots = self.children.get(None, [])
        borders = [0, *(offset for root in self.roots for offset in (root.start, root.end)), len(text)]
        for start, end in zip(borders[::2], borders[1::2], strict=True):
            if text[start:end].strip():
                raise ValueError(f"The clauses leave out the text at {start} to {end}; nothing may be lost.")

    def parent(self, clause: ClauseLike) -> ClauseLike | None:
        return None if clause.parent is None else self.by_position[clause.parent]

    def children_of(self, clause: ClauseLike) -> list[ClauseLike]:
        return self.children.get(clause.position, [])

    def pieces(self, whole: set[int]) -> list[_Piece]:
        """The clauses at the positions ``whole`` uncut, of the others their own text and their children."""
        pieces: list[_Piece] = []
        for root in self.roots:
            self._collect(root, whole, pieces)
        return pieces

    def is_closed(self, clause: ClauseLike) -> bool:
        """Whether all below the clause is bracketed items and paragraphs, which are read with it."""
        return all(self._stays_inside(child) and self.is_closed(child) for child in self.children_of(clause))

    def _stays_inside(self, child: ClauseLike) -> bool:
        parent = self.parent(child)
        if parent is None or parent.kind not in _SECTION_LIKE:
            return False
        if child.label:
            return bool(_BRACKETED.match(child.label))
        return child.kind in ("item", "paragraph")

    def _collect(self, clause: ClauseLike, whole: set[int], pieces: list[_Piece]) -> None:
        children = [] if clause.position in whole else self.children_of(clause)
        start = clause.start
        for child in children:
            self._add(clause, start, child.start, pieces)
            self._collect(child, whole, pieces)
            start = child.end
        self._add(clause, start, clause.end, pieces)

    def _add(self, clause: ClauseLike, start: int, end: int, pieces: list[_Piece]) -> None:
        start, end = trimmed(self.text, start, end)
        if start < end:
            pieces.append(_Piece(clause, start, end))

    def is_title(self, piece: _Piece) -> bool:
        """Whether the piece is no more than the label and heading of a clause that has children."""
        clause = piece.clause
        if not self.children_of(clause) or piece.start != clause.start:
            return False
        own = re.sub(r"\W+", "", self.text[piece.start : piece.end])
        return own in {re.sub(r"\W+", "", name) for name in (clause.label + clause.heading, clause.heading)}


class _Contexts:
    """Document header and heading path, cut to a limit from the outside in."""

    def __init__(self, text: str, tree: _Tree, header: str, count_tokens: CountTokens, limit: int) -> None:
        self.text = text
        self.tree = tree
        self.header = " ".join(header.split())
        self.count_tokens = count_tokens
        self.limit = limit
        self.known: dict[tuple[str, ...], str] = {}

    def of(self, piece: _Piece) -> str:
        steps: list[str] = []
        clause: ClauseLike | None = piece.clause
        while clause is not None:
            # The clause's own heading is in its first piece already.
            if clause is not piece.clause or piece.start > clause.start:
                steps.insert(0, self._step(clause))
            clause = self.tree.parent(clause)
        key = tuple(step for step in steps if step and step.casefold() != self.header.casefold())
        if key not in self.known:
            self.known[key] = self._fitted(list(key))
        return self.known[key]

    def _step(self, clause: ClauseLike) -> str:
        """A clause's label with its heading; without a heading, the words that lead into its children."""
        named = clause.heading
        if not named:
            children = self.tree.children_of(clause)
            lead_in = self.text[clause.start : children[0].start if children else clause.start]
            named = lead_in.strip().removeprefix(clause.label)
        words = named.split()
        short = " ".join(words[:HEADING_WORDS]) + ("…" if len(words) > HEADING_WORDS else "")
        return f"{clause.path or clause.label} {short}".strip()

    def _fitted(self, steps: list[str]) -> str:
        header = self.header
        while steps or header:
            context = " > ".join(part for part in (header, *steps) if part)
            if self.count_tokens([context])[0] <= self.limit:
                return context
            if len(steps) > 1:
                steps = steps[1:]
            elif header:
                header = header[: len(header) // 2].rpartition(" ")[0]
            else:
                steps = []
        return ""


def _whole_clauses(tree: _Tree, contexts: _Contexts, count_tokens: CountTokens, budget: int) -> set[int]:
    """Positions of the clauses that fit the budget with all their items."""
    # A token takes four characters or so: what is far longer can't fit and isn't worth counting.
    candidates = [
        _Piece(clause, clause.start, clause.end)
        for clause in tree.by_position.values()
        if tree.children_of(clause) and clause.end - clause.start <= budget * 12 and tree.is_closed(clause)
    ]
    for piece in candidates:
        piece.context = contexts.of(piece)
    counted = _with_counts(tree.text, candidates, count_tokens)
    return {piece.clause.position for piece, tokens in counted if tokens <= budget}


def _fit(text: str, pieces: list[_Piece], count_tokens: CountTokens, budget: int) -> list[_Piece]:
    """Cut the pieces that are over the budget, coarse borders first, until all fit."""
    done: list[_Piece] = []
    waiting = list(reversed(_with_counts(text, pieces, count_tokens)))
    while waiting:
        piece, tokens = waiting.pop()
        if tokens <= budget:
            done.append(piece)
            continue
        if piece.end - piece.start == 1:
            raise ValueError(f"A budget of {budget} tokens holds no text beside {piece.context!r}.")
        parts = _cut(text, piece, count_tokens, budget)
        waiting.extend(reversed(_with_counts(text, parts, count_tokens)))
    return done


def _with_counts(text: str, pieces: list[_Piece], count_tokens: CountTokens) -> list[tuple[_Piece, int]]:
    texts = [indexed_text(piece.context, text[piece.start : piece.end]) for piece in pieces]
    return list(zip(pieces, count_tokens(texts), strict=True))


def _cut(text: str, piece: _Piece, count_tokens: CountTokens, budget: int) -> list[_Piece]:
    """Two or more smaller pieces, each as many whole sentences (or parts of one) as should fit."""
    spans = sentence_spans(text, piece.start, piece.end)
    if len(spans) < 2:
        spans = finer_spans(text, piece.start, piece.end)
    room = budget - count_tokens([piece.context])[0]
    counts = count_tokens([text[start:end] for start, end in spans])
    packed: list[Span] = []
    filled = 0
    for (start, end), count in zip(spans, counts, strict=True):
        if packed and filled + count <= room:
            packed[-1] = (packed[-1][0], end)
            filled += count
        else:
            packed.append((start, end))
            filled = count
    if len(packed) == 1:  # the counts of the parts don't add up to that of the whole: halve instead
        middle = max(1, len(spans) // 2)
        packed = [(spans[0][0], spans[middle - 1][1]), (spans[middle][0], spans[-1][1])]
    return [_Piece(piece.clause, start, end, piece.context) for start, end in packed]
