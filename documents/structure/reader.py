"""Reads the lines of a document once, in order, and says what each of them opens."""

from __future__ import annotations

from documents.structure.headings import (
    BULLET,
    OPERATIVE,
    RECITALS,
    SIGNATURE,
    WHEREAS,
    is_capitals,
    is_title,
    run_in_heading,
)
from documents.structure.lines import Line, next_line
from documents.structure.marks import (
    ABOVE_SECTIONS,
    MAJOR_SCHEMES,
    Mark,
    Place,
    Reading,
    mark_at_line,
    marks_within,
)
from documents.structure.nodes import Draft
from documents.structure.outline import NUMBERED, Outline
from documents.structure.schedules import Schedules

CAPITALS_LEVEL = 1
TITLE_LEVEL = 2
LEAST_NUMBERS = 3
LONGEST_BLOCK_HEADING = 200
BRACKETS = "(ai)AI"


class StructureReader:
    """Holds the lines, their possible numbers, and the outline that grows from them."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.marks: list[Mark] = []
        self.first_mark: list[tuple[int, int]] = []  # for each line, its marks as a slice of all
        for line in lines:
            first = len(self.marks)
            if not (line.contents or line.furniture):
                at_start = mark_at_line(line)
                self.marks.extend([at_start] if at_start else [])
                self.marks.extend(m for m in marks_within(line) if not at_start or m.start >= at_start.end)
            self.first_mark.append((first, len(self.marks)))
        self.outline = Outline(self.marks)
        self.numbered = self._is_numbered()
        self.body_begun = False
        self.in_recitals = False
        self.consumed = -1  # the last line that became another's heading
        self.schedules = Schedules(lines)

    def read(self) -> Draft:
        """The root of the tree, whose drafts are in text order."""
        for index, line in enumerate(self.lines):
            if index <= self.consumed:
                continue
            self._read_line(index, line)
        return self.outline.root

    def _is_numbered(self) -> bool:
        sure = [mark for mark in self.marks if mark.place == Place.PARAGRAPH]
        return sum(mark.readings[0].scheme.split("@")[0] in NUMBERED for mark in sure) >= LEAST_NUMBERS

    def _read_line(self, index: int, line: Line) -> None:
        if line.contents:
            self._open_contents(index, line)
        elif line.furniture:
            self._keep(line)
        elif self._opens_schedule(index) or self._opens_signature(line):
            return
        else:
            first, end = self.first_mark[index]
            taken = self._take_marks(index, line, first, end)
            if not taken:
                self._read_unnumbered(index, line)
                self._take_marks(index, line, first, end, within=True)

    def _keep(self, line: Line) -> None:
        """Leave a line where it falls: in what is open, or in the preamble."""
        if self.outline.deepest.kind == "root":
            self._open_preamble(line)

    def _open_preamble(self, line: Line) -> None:
        self.outline.open(Draft("preamble", line.start, None), 0)

    def _open_contents(self, index: int, line: Line) -> None:
        before = self.lines[index - 1] if index else None
        if before is not None and before.contents:
            return
        depth = 0
        if self.outline.deepest.kind == "root":
            self._open_preamble(line)
        depth = next((d for d, node in enumerate(self.outline.stack) if node.kind == "preamble"), 0)
        self.outline.open(Draft("paragraph", line.start, None, heading="Table of contents"), depth)

    def _opens_schedule(self, index: int) -> bool:
        base = self.outline.stack[self.outline.base_depth()]
        found = self.schedules.opened_by(index, base, self.body_begun)
        if found is None:
            return False
        draft = Draft("schedule", self.lines[index].start, None, label=found[0], heading=found[1])
        self.outline.left.clear()
        self.outline.open(draft, 0)
        self.in_recitals = False
        if not draft.heading:
            self._take_heading(index, draft)
        return True

    def _opens_signature(self, line: Line) -> bool:
        if not line.opens or not SIGNATURE.match(line.text):
            return False
        base = self.outline.base_depth()
        if any(node.kind == "signature" for node in self.outline.stack):
            return False
        self.outline.close_over(base)
        self.outline.open(Draft("signature", line.start, None), base)
        return True

    def _take_marks(self, index: int, line: Line, first: int, end: int, within: bool = False) -> bool:
        """Open the clauses that the line's numbers open; whether its first words did."""
        opened_line = False
        for number in range(first, end):
            mark = self.marks[number]
            at_start = mark.place >= Place.WRAPPED
            if within and at_start:
                continue
            if not at_start and not within and not opened_line:
                return False  # the line's own beginning is read first
            fit = self._place(number)
            if fit is None:
                continue
            opened_line = opened_line or at_start
            heading_end = self.marks[number + 1].start if number + 1 < end else None
            self._open_mark(index, line, mark, *fit, heading_end)
        return opened_line

    def _place(self, number: int) -> tuple[int, Reading] | None:
        mark = self.marks[number]
        if self._labels_nothing(number):
            return None
        heads = mark.place == Place.PARAGRAPH and (is_capitals(mark.rest) or is_title(mark.rest))
        if mark.bare and not heads:
            return None
        return self.outline.place(number)

    def _labels_nothing(self, number: int) -> bool:
        """A number with nothing after it before the next of its kind, as where columns were lost."""
        mark = self.marks[number]
        if mark.rest or mark.readings[0].scheme in ABOVE_SECTIONS or number + 1 >= len(self.marks):
            return False
        following = self.marks[number + 1]
        return (
            following.start - mark.end <= 6
            and following.readings[0].scheme == mark.readings[0].scheme
            and len(following.readings[0].numbers) == len(mark.readings[0].numbers)
        )

    def _open_mark(
        self, index: int, line: Line, mark: Mark, depth: int, reading: Reading, heading_end: int | None
    ) -> None:
        rest = mark.rest
        if heading_end is not None:
            rest = line.text[mark.end - line.start : heading_end - line.start][: len(mark.rest) + 1].strip()
        scheme = reading.scheme.split("@")[0]
        kind = self._kind(scheme, depth, rest)
        draft = Draft(
            kind, mark.start, None, mark.label, run_in_heading(rest), reading.scheme, reading.numbers,
            mark.heading_level, mark.capital,
        )  # fmt: skip
        self.outline.open(draft, depth)
        if kind != "recital":
            self.body_begun = True
            self.in_recitals = self.in_recitals and kind == "item"
        if not rest and scheme in NUMBERED:
            self._take_heading(index, draft)

    def _kind(self, scheme: str, depth: int, rest: str) -> str:
        parent = self.outline.stack[depth]
        if scheme in ABOVE_SECTIONS:
            return "article"
        listed = self.in_recitals and not (scheme in MAJOR_SCHEMES and run_in_heading(rest))
        recital = listed or WHEREAS.match(rest) is not None
        if recital and parent.kind not in ("section", "item", "article", "recital") and not self.body_begun:
            return "recital"
        if scheme == "dec" or (scheme in MAJOR_SCHEMES and parent.kind != "item"):
            return "section"
        if scheme[0] in "IA" and parent.kind in ("root", "heading", "schedule", "article"):
            return "section"
        return "item"

    def _take_heading(self, index: int, draft: Draft) -> None:
        """Let the line after a bare number be its heading, when it reads like one."""
        follower = next_line(self.lines, index)
        if follower is None or self.schedules.labels[follower]:
            return
        line = self.lines[follower]
        first, end = self.first_mark[follower]
        numbered = first < end and self.marks[first].place >= Place.WRAPPED
        if not numbered and (is_capitals(line.text) or is_title(line.text)):
            draft.heading = line.text.strip("*_ ")
            self.consumed = follower

    def _read_unnumbered(self, index: int, line: Line) -> None:
        if not line.opens and self.outline.deepest.kind != "root":
            return
        level = self._heading_level(index, line)
        if RECITALS.fullmatch(line.text):
            self.in_recitals = not self.body_begun
            level = level or CAPITALS_LEVEL
        elif OPERATIVE.match(line.text):
            self.in_recitals = False
        if level is not None and self._heading_fits(index, line):
            self._open_heading(line, level)
        elif self.outline.deepest.kind == "root":
            self._open_preamble(line)
            if level is not None:
                self.outline.deepest.heading = line.text.strip("*_# ")
        else:
            self._open_paragraph(line)

    def _heading_level(self, index: int, line: Line) -> int | None:
        if line.block is not None and line.block.kind == "heading":
            return line.block.level if len(line.text) <= LONGEST_BLOCK_HEADING else None
        if line.block is not None and line.block.kind in ("table_row", "list_item"):
            return None
        if is_capitals(line.text):
            return CAPITALS_LEVEL
        follower = next_line(self.lines, index)
        reads_on = follower is not None and len(self.lines[follower].text) > len(line.text)
        # Where nothing is numbered, a heading may end in a full stop.
        text = line.text if self.numbered else line.text.removesuffix(".")
        return TITLE_LEVEL if is_title(text) and reads_on and not self._in_signature() else None

    def _in_signature(self) -> bool:
        return any(node.kind == "signature" for node in self.outline.stack)

    def _heading_fits(self, index: int, line: Line) -> bool:
        """Whether a heading may divide here: not on a title page, nor within a clause whose list goes on."""
        known = line.block is not None and line.block.kind == "heading"
        if self._in_signature() and not known:
            return False
        if not self.body_begun and not known:
            if not self.numbered:
                return index > 0
            return bool(RECITALS.fullmatch(line.text)) or bool(index and OPERATIVE.match(line.text))
        return known or self._divides_numbers(index)

    def _divides_numbers(self, index: int) -> bool:
        """Whether the next number stands above the open clauses, so that a heading may close them."""
        number = self.first_mark[index][1]
        for following in range(number, min(number + 4, len(self.marks))):
            fit = self.outline.place(following)
            if fit is not None:
                return self.outline.stack[fit[0]].divides and fit[1].scheme[0] not in BRACKETS
        return not self.numbered or number >= len(self.marks)

    def _open_heading(self, line: Line, level: int) -> None:
        outline = self.outline
        base = outline.base_depth()
        depth = base
        for d in range(len(outline.stack) - 1, base, -1):
            node = outline.stack[d]
            if node.heading_level is not None and node.heading_level < level:
                depth = d
                break
            if node.kind == "article" and node.heading_level is None:
                depth = d
                break
        outline.close_over(depth)
        heading = line.text.strip("*_# ")
        recitals = RECITALS.fullmatch(line.text) is not None
        outline.open(
            Draft("heading", line.start, None, heading=heading, heading_level=level, recitals=recitals), depth
        )

    def _open_paragraph(self, line: Line) -> None:
        outline = self.outline
        depth = max(d for d, node in enumerate(outline.stack) if node.kind not in ("paragraph", "bullet"))
        node = outline.stack[depth]
        if node.kind == "item" and line.text[0].islower():
            # What goes on in small letters after a list belongs to what introduced the list.
            depth -= 1
        elif OPERATIVE.match(line.text) and not self.body_begun:
            depth = outline.base_depth()
        outline.close_over(depth)
        kind = "recital" if WHEREAS.match(line.text) else "item" if BULLET.match(line.text) else "paragraph"
        if kind != "paragraph":
            depth = max(
                d for d, n in enumerate(outline.stack) if n.kind not in ("item", "recital") or n.label
            )
        outline.open(Draft(kind, line.start, None), depth)
