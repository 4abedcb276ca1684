"""The tree of clauses: which number opens a clause, and under which, is decided by the sequence.

A stack holds the clauses that are open. A number is taken when it follows an open one of its scheme, or
begins a scheme below the deepest; the surer its place in the text, the less else is asked of it.
"""

from __future__ import annotations

from bisect import bisect_right

from documents.structure.marks import ABOVE_SECTIONS, MAJOR_SCHEMES, Mark, Place, Reading
from documents.structure.nodes import Draft

LARGEST_GAP = 6
LOOK_AHEAD = 60
LOOK_FAR = 400
SHORT_HEADING = 130
NUMBERED = MAJOR_SCHEMES | ABOVE_SECTIONS


class Outline:
    """Grows the tree in text order. ``marks`` are all the numbers that may come, for looking ahead."""

    def __init__(self, marks: list[Mark]) -> None:
        self.root = Draft("root", 0, None)
        self.stack = [self.root]
        self.marks = marks
        self.places: dict[Reading, list[int]] = {}
        for index, mark in enumerate(marks):
            for reading in mark.readings:
                self.places.setdefault(reading, []).append(index)
        self.left: dict[str, tuple[int, ...]] = {}  # numbers that a heading closed over, by scheme

    @property
    def deepest(self) -> Draft:
        return self.stack[-1]

    def open(self, draft: Draft, parent_depth: int) -> Draft:
        """Close what is open below ``parent_depth`` and put the draft there."""
        del self.stack[parent_depth + 1 :]
        if draft.scheme and draft.scheme.split("@")[0] in NUMBERED:
            # Lists belong to one section; a new section ends those that a paragraph closed.
            self.left = {s: n for s, n in self.left.items() if s.split("@")[0] in NUMBERED}
        draft.parent = self.stack[-1]
        draft.parent.children.append(draft)
        self.stack.append(draft)
        return draft

    def container_depth(self) -> int:
        """The depth of the deepest node that others may stand in."""
        return max(depth for depth, node in enumerate(self.stack) if node.holds)

    def base_depth(self) -> int:
        """The depth of the open schedule, or of the root."""
        return max(depth for depth, node in enumerate(self.stack) if node.kind in ("root", "schedule"))

    def division_depth(self) -> int:
        """The depth of the deepest open division: article, heading, schedule, or the root."""
        return max(depth for depth, node in enumerate(self.stack) if node.divides)

    def close_over(self, depth: int) -> None:
        """Close what is below ``depth``, keeping its numbers: a sequence may go on after a heading."""
        for node in self.stack[depth + 1 :]:
            if node.scheme:
                self.left[node.scheme] = node.numbers
        del self.stack[depth + 1 :]

    def place(self, index: int) -> tuple[int, Reading] | None:
        """Under which depth ``marks[index]`` opens a clause, and its reading; None when it opens none."""
        tried = (self._fit(index, reading) for reading in self._likeliest(index))
        fits = [fit for fit in tried if fit]
        best = next((fit for fit in fits if fit[2]), fits[0] if fits else None)
        return best[:2] if best else None

    def _likeliest(self, index: int) -> tuple[Reading, ...]:
        """The readings of a number: "(i)" after "(h)" is a letter, unless "(ii)" comes next."""
        mark = self.marks[index]
        follows = tuple(reading for reading in mark.readings if self._follows_open(reading))
        first = next((reading for reading in mark.readings if reading.starts), None)
        if not follows or first is None:
            return follows or mark.readings
        second, after = Reading(first.scheme, (2,)), Reading(follows[0].scheme, (follows[0].numbers[0] + 1,))
        for later in self.marks[index + 1 : index + 1 + LOOK_AHEAD]:
            if second in later.readings:
                return (first,)
            if later.label == mark.label or after in later.readings:
                break
        return follows

    def _follows_open(self, reading: Reading) -> bool:
        before = reading.numbers[-1] - 1
        return any(n.scheme == reading.scheme and n.numbers[-1] == before for n in self.stack)

    def _goes_on(self, node: Draft, index: int) -> bool:
        """Whether a list's next number comes later, before the list begins anew."""
        following = self._next(Reading(node.scheme, (node.numbers[-1] + 1,)), index)
        again = self._next(Reading(node.scheme, (1,)), index)
        if following is None or following - index > LOOK_FAR:
            return False
        return again is None or following < again

    def _next(self, reading: Reading, index: int) -> int | None:
        """Where a reading comes next after ``marks[index]``."""
        places = self.places.get(reading, ())
        found = bisect_right(places, index)
        return places[found] if found < len(places) else None

    def _fit(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        mark = self.marks[index]
        if reading.scheme == "dec":
            return self._fit_decimal(index, reading)
        base = self.base_depth()
        scheme, number = reading.scheme, reading.numbers[0]
        steps = [
            (depth, number - self.stack[depth].numbers[-1])
            for depth in range(len(self.stack) - 1, base, -1)
            if self.stack[depth].scheme == scheme
        ]
        for depth, step in steps:
            alike = (
                mark.place == Place.PARAGRAPH or scheme[0] != "(" or mark.capital == self.stack[depth].capital
            )
            if step == 1 and alike:
                return (depth - 1, reading, True)
        for depth, step in steps:
            if mark.place == Place.PARAGRAPH and 1 < step <= LARGEST_GAP and not mark.bare:
                return (depth - 1, reading, False)
        last = self.left.get(scheme)
        if last and number == last[0] + 1:
            major = scheme.split("@")[0] in MAJOR_SCHEMES
            return (self.division_depth() if major else self._parent_for(index, reading), reading, True)
        return self._fit_over_decimals(index, reading) or self._fit_start(index, reading)

    def _fit_over_decimals(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        """A "2." after "1.2" whose "1." was not printed."""
        mark = self.marks[index]
        if reading.scheme.split("@")[0] not in ("n.", "section", "clause") or mark.place < Place.PARAGRAPH:
            return None
        base = self.base_depth()
        numbered = [d for d, n in enumerate(self.stack) if d > base and n.scheme in MAJOR_SCHEMES]
        if not numbered or self.stack[numbered[0]].scheme != "dec":
            return None
        step = reading.numbers[0] - self.stack[numbered[0]].numbers[0]
        return (numbered[0] - 1, reading, True) if 0 < step <= LARGEST_GAP else None

    def _fit_start(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        mark = self.marks[index]
        base = self.base_depth()
        same = [d for d, node in enumerate(self.stack) if node.scheme == reading.scheme and d > base]
        if not reading.starts:
            # The first number met may be a later one: an extract, or a scheme that goes on across articles.
            apart = mark.place == Place.PARAGRAPH and not same and reading.scheme not in self.left
            sure = reading.scheme.split("@")[0] in NUMBERED and not mark.bare
            if apart and sure and (mark.capital or not mark.rest):
                return (self._parent_for(index, reading), reading, False)
            return None
        if not self._is_sure_start(index, reading):
            return None
        if same and not self._nests(index, reading, same[-1]):
            return (same[-1] - 1, reading, False)
        return (self._parent_for(index, reading), reading, False)

    def _is_sure_start(self, index: int, reading: Reading) -> bool:
        """A first number opens a scheme at a paragraph's start, or when the second one follows."""
        mark = self.marks[index]
        second = Reading(reading.scheme, (reading.numbers[0] + 1,))
        if mark.place == Place.PARAGRAPH and not mark.bare:
            strong = reading.scheme[0] in "(ns§" or reading.scheme in ABOVE_SECTIONS
            return strong or self._comes(index, second, mark.place)
        if mark.place == Place.SENTENCE and reading.scheme[0] == "(":
            # A list within a sentence is none of clauses; one that follows a clause's heading is.
            near = self.deepest.label and mark.start - self.deepest.start <= SHORT_HEADING and mark.capital
            return bool(near) and self._comes(index, second, Place.SENTENCE)
        return self._comes(index, second, mark.place)

    def _comes(self, index: int, wanted: Reading, least: Place) -> bool:
        """Whether a number of this reading comes soon, in a place that is no less sure."""
        return any(
            wanted in mark.readings and mark.place >= min(least, Place.WRAPPED)
            for mark in self.marks[index + 1 : index + 1 + LOOK_AHEAD]
        )

    def _nests(self, index: int, reading: Reading, depth: int) -> bool:
        """Whether a scheme that begins again while it is open is a list within, not the next one.

        It is one within when the open one's next number comes before the list has reached it.
        """
        node = self.stack[depth]
        between = [n for n in self.stack[depth + 1 :] if n.scheme]
        if any(self._goes_on(n, index) for n in between):
            return True
        if not between:
            return False
        reached, outer = reading.numbers[0], node.numbers[0] + 1
        for mark in self.marks[index + 1 : index + 1 + 4 * LOOK_AHEAD]:
            for other in mark.readings:
                if other.scheme != reading.scheme:
                    continue
                if other.numbers[0] == reached + 1:
                    reached += 1
                elif other.numbers[0] == outer:
                    return True
                elif other.numbers[0] != 1:
                    return False
        return False

    def _parent_for(self, index: int, reading: Reading) -> int:
        """The depth of the node under which a new scheme begins."""
        scheme = reading.scheme.split("@")[0]
        deepest = self.container_depth()
        if scheme in ABOVE_SECTIONS:
            order = ("part", "title", "chapter", "article")
            for depth in range(deepest, -1, -1):
                node = self.stack[depth]
                outer = node.scheme in order and order.index(node.scheme) < order.index(scheme)
                if (node.divides and node.kind != "article") or outer:
                    return depth
        if scheme in ("section", "§", "clause"):
            return self.division_depth()
        if scheme in MAJOR_SCHEMES and not any(n.scheme.split("@")[0] in MAJOR_SCHEMES for n in self.stack):
            # The first section stands in no list of parties or recitals, unless that goes on after it.
            listed = (d for d, n in enumerate(self.stack) if n.label and n.kind != "recital" and n.scheme)
            going_on = [d for d in listed if self._goes_on(self.stack[d], index)]
            return max([self.division_depth(), *going_on])
        return deepest

    def _fit_decimal(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        mark, numbers = self.marks[index], reading.numbers
        base = self.base_depth()
        for depth in range(len(self.stack) - 1, base, -1):
            node = self.stack[depth]
            if not node.numbers or node.scheme.split("@")[0] not in NUMBERED:
                continue
            if node.numbers == numbers[:-1] and node.scheme not in ("part", "title", "chapter"):
                first = numbers[-1] <= 1
                bare = not any(child.label for child in node.children)
                near = bare and mark.start - node.start <= SHORT_HEADING
                if mark.worded and mark.place <= Place.SENTENCE and node.scheme not in ABOVE_SECTIONS:
                    return None  # a reference within the text
                sure = (first and (mark.place != Place.RUNNING or near)) or mark.place == Place.PARAGRAPH
                return (depth, reading, first) if sure and self._reads_on(mark, first) else None
            if len(node.numbers) == len(numbers) and node.numbers[:-1] == numbers[:-1]:
                step = numbers[-1] - node.numbers[-1]
                if step == 1 and mark.place > Place.RUNNING and self._reads_on(mark, True):
                    return (depth - 1, reading, True)
                late = mark.place == Place.PARAGRAPH and step > 0
                return (depth - 1, reading, False) if late and self._reads_on(mark, False) else None
        return self._fit_new_major(index, reading)

    def _fit_new_major(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        """A "5.1" whose "5" was not printed, or the first number of a text."""
        mark, numbers = self.marks[index], reading.numbers
        base = self.base_depth()
        elsewhere = any(n.scheme == "article" and n.numbers != numbers[:1] for n in self.stack)
        if elsewhere and mark.place < Place.PARAGRAPH:
            return None
        majors = [d for d, n in enumerate(self.stack) if d > base and n.numbers and n.scheme in MAJOR_SCHEMES]
        if majors:
            first = self.stack[majors[0]]
            goes_on = numbers[0] == first.numbers[0] + 1 and numbers[-1] <= 1
            if mark.place >= Place.SENTENCE and goes_on and self._reads_on(mark, False):
                return (majors[0] - 1, reading, True)
            sure = mark.place == Place.PARAGRAPH and self._reads_on(mark, False)
            near = 0 <= numbers[0] - first.numbers[0] <= LARGEST_GAP
            return (majors[0] - 1, reading, False) if sure and near else None
        if mark.place == Place.PARAGRAPH and self._reads_on(mark, numbers[-1] <= 1):
            return (self._parent_for(index, Reading("n.", numbers[:1])), reading, False)
        return None

    @staticmethod
    def _reads_on(mark: Mark, expected: bool) -> bool:
        """Whether what follows a decimal reads like a clause; where it was expected, small letters do."""
        rest = mark.rest.lstrip("*_ \"“”'‘([")
        return not rest[:1].islower() or (expected and mark.place >= Place.GAP)
