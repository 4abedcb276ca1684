"""Lines of a text, and which of them begin a paragraph: known to the format, or seen from the layout."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from documents.parsers.base import Block, ParsedDocument

# Filings come with whole pages on one line: there a wide gap after a sentence is a lost paragraph break.
LOST_BREAK = re.compile(r"(?<=[\w”\"’\])][a-z”\"’\])][.;:])[^\S\n\r]{3,}(?=[“\"A-Z(§]|\d{1,3}\.)")
LOST_WRAP = re.compile(r"[a-z,][^\S\n\r]{3,}[a-z]")
LABELLED = re.compile(
    r"(?:article|section|clause|part|chapter|schedule|exhibit|annex|appendix)\b", re.IGNORECASE
)
LINE = re.compile(r"[^\r\n\f\v\x85\u2028\u2029]+")
SENTENCE_END = re.compile(r"""(?:[.;:!?]["'”’)\]]*|[”"’)\]]|[;,]\s+(?:and|or)(?:/or)?|[—–])$""")
DIGITS = re.compile(r"\d+|\b[ivxl]+\b")
PAGE_NUMBER = re.compile(
    r"(?:page\s+)?[-–—\[]*\s*(?:[A-Z]{1,2}[-–])?(?:\d{1,4}|[ivxl]{1,6})\s*[-–—\]]*(?:\s+of\s+\d+)?",
    re.IGNORECASE,
)
RULE = re.compile(r"[\W_]+")
WRAPPED_SHARE = 0.12
SHORT_LINE = 0.7
FURNITURE_TIMES = 4
FURNITURE_LENGTH = 120


@dataclass(slots=True)
class Line:
    """A line without the white space around it.

    ``opens``: a paragraph begins here; ``furniture``: page numbers, rules and running heads;
    ``contents``: part of a table of contents.
    """

    start: int
    end: int
    text: str
    opens: bool = False
    blank_before: bool = False
    block: Block | None = None
    furniture: bool = False
    contents: bool = False


def read_lines(parsed: ParsedDocument) -> list[Line]:
    """The lines of a document that hold more than white space, in order."""
    lines = _split(parsed.text)
    _mark_furniture(lines)
    if parsed.blocks:
        _open_by_blocks(lines, parsed.blocks)
    else:
        _open_by_layout(lines, {page.start for page in parsed.pages[1:]})
    return lines


def _split(text: str) -> list[Line]:
    lines: list[Line] = []
    end = 0
    breaks_lost = len(LOST_BREAK.findall(text)) > 2 * len(LOST_WRAP.findall(text))
    for match in LINE.finditer(text):
        for start, stop in _pieces(text, match.start(), match.end(), breaks_lost):
            shown = text[start:stop].strip()
            if not shown:
                continue
            start += text[start:stop].index(shown[0])
            breaks = text.count("\n", end, start) or text.count("\r", end, start)
            apart = breaks != 1 or not lines
            lines.append(Line(start, start + len(shown), shown, blank_before=apart))
            end = start + len(shown)
    return lines


def _pieces(text: str, start: int, end: int, breaks_lost: bool) -> Iterator[tuple[int, int]]:
    """A line, cut where its paragraph breaks were lost."""
    if breaks_lost:
        for gap in LOST_BREAK.finditer(text, start, end):
            yield start, gap.start()
            start = gap.end()
    yield start, end


def _mark_furniture(lines: list[Line]) -> None:
    """Page numbers, rules, and the lines that come back on page after page."""
    keys = [DIGITS.sub("#", line.text) if len(line.text) <= FURNITURE_LENGTH else "" for line in lines]
    times = Counter(keys)
    exact = Counter(line.text for line in lines if len(line.text) <= FURNITURE_LENGTH)
    for line, key in zip(lines, keys, strict=True):
        # A number at the start may be a clause's own, so that only the very same line is furniture.
        count = exact[line.text] if line.text[0] in "([§0123456789" else times[key]
        repeated = key and count >= FURNITURE_TIMES and line.text[-1] not in ".;:," and len(key) > 8
        line.furniture = bool(
            (repeated and not LABELLED.match(line.text))
            or PAGE_NUMBER.fullmatch(line.text)
            or RULE.fullmatch(line.text)
        )


def _open_by_blocks(lines: list[Line], blocks: tuple[Block, ...]) -> None:
    starts = [block.start for block in blocks]
    before: Block | None = None
    for line in lines:
        index = bisect_right(starts, line.start) - 1
        block = blocks[index] if index >= 0 and line.start < blocks[index].end else None
        line.block = block
        line.opens = block is not before if block else line.blank_before
        before = block


def _open_by_layout(lines: list[Line], page_starts: set[int]) -> None:
    wrapped = is_wrapped(lines)
    width = _usual_width(lines) if wrapped else 0
    before: Line | None = None
    for line in lines:
        if line.furniture:
            continue
        if before is not None and line.text[0].islower() and not SENTENCE_END.search(before.text[-12:]):
            line.opens = False  # a sentence that a page break cut in two
        elif before is None or not wrapped:
            line.opens = True
        else:
            line.opens = _begins_paragraph(before, line, width)
        before = line


def is_wrapped(lines: list[Line]) -> bool:
    """Whether line breaks stand within sentences."""
    pairs = [
        (before, after)
        for before, after in pairwise(lines)
        if not after.blank_before and not before.furniture and not after.furniture
    ]
    within = sum(
        after.text[0].islower() and not SENTENCE_END.search(before.text[-12:]) for before, after in pairs
    )
    return within > 3 and within >= WRAPPED_SHARE * len(pairs)


def _usual_width(lines: list[Line]) -> int:
    lengths = [len(line.text) for line in lines if not line.furniture]
    return int(median(sorted(lengths)[len(lengths) // 2 :])) if lengths else 0


def _begins_paragraph(before: Line, line: Line, width: int) -> bool:
    ended = bool(SENTENCE_END.search(before.text[-12:]))
    if line.text[0].islower():
        return line.blank_before and ended
    if line.blank_before or before.text.isupper() != line.text.isupper():
        # A line in capitals stands apart from the text around it.
        return True
    return ended and len(before.text) < SHORT_LINE * width


def next_line(lines: list[Line], index: int) -> int | None:
    """The next line after ``lines[index]`` that belongs to the text itself, if it comes soon."""
    for other in range(index + 1, min(index + 6, len(lines))):
        if not (lines[other].furniture or lines[other].contents):
            return other
    return None
