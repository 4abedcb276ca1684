"""Where sentences begin and end, as offsets into the text that was given."""

from __future__ import annotations

import itertools
import re

import nupunkt

Span = tuple[int, int]

# A blank line, or a line that opens with a list label, ends a sentence whatever its punctuation.
_BLOCK_BORDER = re.compile(
    r"\n[ \t]*(?=\n)|\n[ \t]*(?=(?:\([A-Za-z0-9]{1,5}\)|\d+(?:\.\d+)*[.)]|[-*•])[ \t])"
)
_SEMICOLON = re.compile(r"(?<=;)\s+")
_SPACE = re.compile(r"\s+")


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without leading and trailing white space; empty (start == end) when nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Sentences of ``text[start:end]`` as trimmed spans in order; only white space is left out.

    Borders come from nupunkt, which knows "v.", "U.S." and "§", and from blank lines and list labels.
    """
    end = len(text) if end is None else end
    borders = [start, *(found.end() for found in _BLOCK_BORDER.finditer(text, start, end)), end]
    spans = []
    for block_start, block_end in itertools.pairwise(borders):
        for first, last in nupunkt.sent_spans(text[block_start:block_end]):
            spans.append(trimmed(text, block_start + first, block_start + last))
    return [span for span in spans if span[0] < span[1]]


def finer_spans(text: str, start: int, end: int) -> list[Span]:
    """Split a span that is too long at semicolons, else at white space, else in the middle.

    Returns at least two non-empty spans for two or more visible characters. The caller packs them.
    """
    for pattern in (_SEMICOLON, _SPACE):
        borders = [start, *(found.end() for found in pattern.finditer(text, start, end)), end]
        pieces = [trimmed(text, *pair) for pair in itertools.pairwise(borders)]
        pieces = [piece for piece in pieces if piece[0] < piece[1]]
        if len(pieces) > 1:
            return pieces
    middle = (start + end) // 2
    return [(start, middle), (middle, end)]
