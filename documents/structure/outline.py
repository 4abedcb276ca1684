"""The tree of clauses: which number opens a clause, and under which, is decided by the sequence.

A stack holds the clauses that are open. A number is taken when it follows an open one of its scheme, or
begins a scheme below the deepest; the surer its place in the text, the less else is asked of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from documents.structure.marks import ABOVE_SECTIONS, MAJOR_SCHEMES, Mark, Place, Reading

LARGEST_GAP = 6
LOOK_AHEAD = 60
SHORT_HEADING = 130


@dataclass(slots=True)
class Draft:
    """A node while the tree grows."""

    kind: str
    start: int
    parent: Draft | None
    label: str = ""
    heading: str = ""
    scheme: str = ""
    numbers: tuple[int, ...] = ()
    heading_level: int | None = None
    end: int = 0
    children: list[Draft] = field(default_factory=list)


CONTAINERS = frozenset({"root", "article", "section", "item", "heading", "schedule", "recital"})


class Outline:
    """Grows the tree in text order. ``marks`` are all the numbers that may come, for looking ahead."""

    def __init__(self, marks: list[Mark]) -> None:
        self.root = Draft("root", 0, None)
        self.stack = [self.root]
        self.marks = marks
        self.left: dict[str, tuple[int, ...]] = {}  # numbers that a heading closed over, by scheme

    @property
    def deepest(self) -> Draft:
        return self.stack[-1]

    def open(self, draft: Draft, parent_depth: int) -> Draft:
        """Close what is open below ``parent_depth`` and put the draft there."""
        del self.stack[parent_depth + 1 :]
        draft.parent = self.stack[-1]
        draft.parent.children.append(draft)
        self.stack.append(draft)
        return draft

    def container_depth(self) -> int:
        """The depth of the deepest node that others may stand in."""
        return max(depth for depth, node in enumerate(self.stack) if node.kind in CONTAINERS)

    def base_depth(self) -> int:
        """The depth of the open schedule, or of the root."""
        return max(depth for depth, node in enumerate(self.stack) if node.kind in ("root", "schedule"))

    def close_over(self, depth: int) -> None:
        """Close what is below ``depth``, keeping its numbers so that the sequence may go on after a heading."""
        for node in self.stack[depth + 1 :]:
            if node.scheme:
                self.left[node.scheme] = node.numbers
        del self.stack[depth + 1 :]

    def place(self, index: int) -> tuple[int, Reading] | None:
        """The depth of the parent that ``marks[index]`` opens a clause under, and its reading; None: it opens none."""
        mark = self.marks[index]
        fits = [fit for reading in self._likeliest(index) if (fit := self._fit(index, reading))]
        following = [fit for fit in fits if fit[2]]
        best = following or fits
        return best[0][:2] if best else None

    def _likeliest(self, index: int) -> tuple[Reading, ...]:
        """The readings of a number; "(i)" is Roman when "(ii)" comes before "(j)"."""
        readings = self.marks[index].readings
        if len(readings) < 2:
            return readings
        after = [Reading(r.scheme, (r.numbers[0] + 1,)) for r in readings]
        for mark in self.marks[index + 1 : index + 1 + LOOK_AHEAD]:
            for reading, next_one in zip(readings, after, strict=True):
                if next_one in mark.readings:
                    # Both may follow what is open: then the one whose successor comes first is meant.
                    open_schemes = {node.scheme for node in self.stack}
                    if reading.starts and not self._follows_open(readings) or reading.scheme in open_schemes:
                        return (reading,)
                    return (reading,) if reading.starts and len(mark.label) == 4 else readings
        return readings

    def _follows_open(self, readings: tuple[Reading, ...]) -> bool:
        return any(
            node.scheme == r.scheme and r.numbers[-1] == node.numbers[-1] + 1 for node in self.stack for r in readings
        )

    def _fit(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        mark = self.marks[index]
        if reading.scheme == "dec":
            return self._fit_decimal(index, reading)
        base = self.base_depth()
        scheme, number = reading.scheme, reading.numbers[0]
        for depth in range(len(self.stack) - 1, base, -1):
            node = self.stack[depth]
            if node.scheme != scheme:
                continue
            step = number - node.numbers[-1]
            if step == 1:
                return (depth - 1, reading, True)
            if mark.place == Place.PARAGRAPH and (1 < step <= LARGEST_GAP):
                return (depth - 1, reading, False)
        last = self.left.get(scheme)
        if last and number == last[0] + 1:
            return (self._parent_for(reading), reading, True)
        return self._fit_start(index, reading)

    def _fit_start(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        mark = self.marks[index]
        same = [d for d, node in enumerate(self.stack) if node.scheme == reading.scheme and d > self.base_depth()]
        if not reading.starts:
            # The first number met may be a later one: an extract, or a scheme that goes on across articles.
            apart = mark.place == Place.PARAGRAPH and not same and reading.scheme not in self.left
            sure = reading.scheme.split("@")[0] in MAJOR_SCHEMES | ABOVE_SECTIONS and reading.scheme != "n"
            if apart and sure and (mark.rest[:1].isupper() or mark.rest[:1] in "“\"[(" or not mark.rest):
                return (self._parent_for(reading), reading, False)
            return None
        if not self._is_sure_start(index, reading):
            return None
        if same and not self._nests(index, reading, same[-1]):
            return (same[-1] - 1, reading, False)
        return (self._parent_for(reading), reading, False)

    def _is_sure_start(self, index: int, reading: Reading) -> bool:
        """A first number opens a scheme at a paragraph's start, or when the second one follows."""
        mark = self.marks[index]
        if mark.place == Place.PARAGRAPH and reading.scheme[0] in "(ns§" and reading.scheme != "n":
            return True
        if mark.place == Place.PARAGRAPH and reading.scheme in ABOVE_SECTIONS:
            return True
        if mark.place == Place.SENTENCE and reading.scheme.startswith("("):
            return False  # a list within a sentence is not a list of clauses
        return self._comes(index, Reading(reading.scheme, (reading.numbers[0] + 1,)), mark.place)

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
        if depth == len(self.stack) - 1 or not any(n.scheme for n in self.stack[depth + 1 :]):
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

    def _parent_for(self, reading: Reading) -> int:
        """The depth of the node under which a new scheme begins."""
        scheme = reading.scheme.split("@")[0]
        deepest = self.container_depth()
        if scheme in ABOVE_SECTIONS:
            allowed = {"root", "schedule", "heading"}
            order = ("part", "title", "chapter", "article")
            for depth in range(deepest, -1, -1):
                node = self.stack[depth]
                outer = node.scheme in order and order.index(node.scheme) < order.index(scheme)
                if node.kind in allowed or outer:
                    return depth
        if scheme in ("section", "§", "clause"):
            return max(d for d, n in enumerate(self.stack) if n.kind in ("root", "schedule", "heading", "article"))
        if scheme in MAJOR_SCHEMES:
            # Sections don't stand in recitals; the rest is decided by what is open.
            recital = next((d for d, node in enumerate(self.stack) if node.kind == "recital"), None)
            return deepest if recital is None else recital - 1
        return deepest

    def _fit_decimal(self, index: int, reading: Reading) -> tuple[int, Reading, bool] | None:
        mark, numbers = self.marks[index], reading.numbers
        base = self.base_depth()
        for depth in range(len(self.stack) - 1, base, -1):
            node = self.stack[depth]
            if not node.numbers or node.scheme.split("@")[0] not in MAJOR_SCHEMES | ABOVE_SECTIONS:
                continue
            if node.numbers == numbers[:-1] and (len(numbers) > 2 or node.scheme not in ("part", "title", "chapter")):
                first = numbers[-1] <= 1
                near = not node.children and mark.start - node.start <= SHORT_HEADING
                sure = first and (mark.place != Place.RUNNING or near) or mark.place == Place.PARAGRAPH
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
        majors = [d for d, n in enumerate(self.stack) if d > base and n.numbers and n.scheme in ("dec", "n.", "section")]
        if majors:
            first = self.stack[majors[0]]
            goes_on = numbers[0] == first.numbers[0] + 1 and numbers[-1] <= 1
            if mark.place >= Place.SENTENCE and goes_on and self._reads_on(mark, False):
                return (majors[0] - 1, reading, True)
            if mark.place < Place.PARAGRAPH or numbers[0] < first.numbers[0] or not self._reads_on(mark, False):
                return None
            return (majors[0] - 1, reading, False) if numbers[0] - first.numbers[0] <= LARGEST_GAP else None
        if mark.place == Place.PARAGRAPH and self._reads_on(mark, numbers[-1] <= 1):
            return (self._parent_for(Reading("n.", numbers[:1])), reading, False)
        return None

    @staticmethod
    def _reads_on(mark: Mark, expected: bool) -> bool:
        """Whether what follows a decimal reads like a clause; where it was expected, small letters do."""
        rest = mark.rest.lstrip("*_ \"“”'‘([")
        return not rest or rest[:1].isupper() or (expected and mark.place >= Place.GAP) or not rest[:1].isalpha()
