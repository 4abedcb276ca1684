"""Automatic numbers of Word paragraphs, worked out from numbering.xml and the styles (ECMA-376, 17.9).

Covered: multilevel lists, numbering through styles and their bases, start values and their overrides, level
overrides, restarts (``lvlRestart``), ``isLgl``, ``numStyleLink``, hidden and empty labels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml.etree import _Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
BULLET = "•"
LEVELS = range(9)
ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def roman(number: int) -> str:
    """The number in lower-case Roman numerals; from 0 down in plain digits."""
    if number < 1:
        return str(number)
    letters = []
    for value, sign in ROMAN:
        count, number = divmod(number, value)
        letters.append(sign * count)
    return "".join(letters)


def letters(number: int) -> str:
    """a to z, then aa, bb and so on, as Word counts."""
    if number < 1:
        return str(number)
    count, place = divmod(number - 1, 26)
    return chr(ord("a") + place) * (count + 1)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0, "th")
    return f"{number}{ending}"


FORMATS = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02d}",
    "lowerLetter": letters,
    "upperLetter": lambda number: letters(number).upper(),
    "lowerRoman": roman,
    "upperRoman": lambda number: roman(number).upper(),
    "ordinal": ordinal,
    "none": lambda number: "",
}


@dataclass(frozen=True)
class Level:
    """One level of a list. ``restart`` 0: never; n: after an item of level n (counted from 1) or above."""

    start: int = 1
    number_format: str = "decimal"
    pattern: str = ""
    restart: int | None = None
    legal: bool = False
    style: str = ""


@dataclass
class Numbering:
    """A list as paragraphs name it: its levels, whose counters it shares, and where it starts anew."""

    abstract: str
    levels: dict[int, Level]
    start_overrides: dict[int, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)


class NumberingResolver:
    """Gives each paragraph its label; ask in document order, each paragraph once."""

    def __init__(self, numbering: _Element | None, styles: _Element | None) -> None:
        self._styles = {style.get(f"{W}styleId"): style for style in _children(styles, "style")}
        self._abstracts = {a.get(f"{W}abstractNumId"): a for a in _children(numbering, "abstractNum")}
        self._nums = {num.get(f"{W}numId"): num for num in _children(numbering, "num")}
        self._numberings: dict[str, Numbering | None] = {}
        self._counters: dict[str, dict[int, int]] = {}

    def label(self, properties: _Element | None, style_id: str | None) -> tuple[str, int] | None:
        """The label and the level (from 0) of a paragraph with these properties; None if it has no number."""
        found = self._numbered_as(properties, style_id)
        if found is None:
            return None
        numbering, level_number = found
        level = numbering.levels.get(level_number)
        if level is None:
            return None
        self._count(numbering, level_number)
        if level.number_format == "bullet":
            return (BULLET if level.pattern.strip() else ""), level_number
        return self._print(numbering, level_number, level), level_number

    def _numbered_as(self, properties: _Element | None, style_id: str | None) -> tuple[Numbering, int] | None:
        num_id, level_number = _number_properties(properties)
        if num_id is None or level_number is None:
            style_num, style_level, owner = self._style_numbering(style_id)
            if num_id is None:
                num_id = style_num
                # In a style's own numbering, the level that names the style is the one that counts.
                named = self._level_of_style(num_id, owner)
                level_number = level_number if level_number is not None else named
            if level_number is None:
                level_number = style_level
        if num_id is None or num_id == "0":
            return None
        numbering = self._numbering(num_id)
        return (numbering, level_number or 0) if numbering else None

    def _style_numbering(self, style_id: str | None) -> tuple[str | None, int | None, str | None]:
        """The list and level that a style gives, and the style in the chain of bases that names the list."""
        level, seen = None, set()
        while style_id in self._styles and style_id not in seen:
            seen.add(style_id)
            style = self._styles[style_id]
            num_id, own_level = _number_properties(style.find(f"{W}pPr"))
            level = own_level if level is None else level
            if num_id is not None:
                return num_id, level, style_id
            based_on = style.find(f"{W}basedOn")
            style_id = based_on.get(f"{W}val") if based_on is not None else None
        return None, level, None

    def _level_of_style(self, num_id: str | None, style_id: str | None) -> int | None:
        numbering = self._numbering(num_id) if num_id else None
        if numbering is None or style_id is None:
            return None
        return next((n for n, level in numbering.levels.items() if level.style == style_id), None)

    def _numbering(self, num_id: str) -> Numbering | None:
        if num_id not in self._numberings:
            self._numberings[num_id] = self._read_numbering(num_id)
        return self._numberings[num_id]

    def _read_numbering(self, num_id: str) -> Numbering | None:
        num = self._nums.get(num_id)
        abstract_id = _value(num, "abstractNumId")
        abstract = self._linked(self._abstracts.get(abstract_id))
        if abstract is None:
            return None
        numbering = Numbering(
            abstract.get(f"{W}abstractNumId"),
            {_level_number(e): _read_level(e) for e in _children(abstract, "lvl")},
        )
        for override in _children(num, "lvlOverride"):
            number = _level_number(override)
            replaced = override.find(f"{W}lvl")
            if replaced is not None:
                numbering.levels[number] = _read_level(replaced)
            start = _value(override, "startOverride")
            if start is not None:
                numbering.start_overrides[number] = int(start)
        return numbering

    def _linked(self, abstract: _Element | None) -> _Element | None:
        """The abstract list that defines the levels, where this one only points to a numbering style."""
        link = _value(abstract, "numStyleLink")
        if link is None:
            return abstract
        return next((a for a in self._abstracts.values() if _value(a, "styleLink") == link), abstract)

    def _count(self, numbering: Numbering, level_number: int) -> None:
        counters = self._counters.setdefault(numbering.abstract, {})
        level = numbering.levels[level_number]
        if level_number in numbering.start_overrides and level_number not in numbering.used:
            # An override starts the list anew the first time it is used, and not again.
            counters[level_number] = numbering.start_overrides[level_number]
        else:
            counters[level_number] = counters.get(level_number, level.start - 1) + 1
        numbering.used.add(level_number)
        for deeper in LEVELS[level_number + 1 :]:
            restart = numbering.levels[deeper].restart if deeper in numbering.levels else None
            # lvlRestart n: only an item of level n or above, counted from 1, starts this level anew.
            if restart is None or 0 < level_number + 1 <= restart:
                counters.pop(deeper, None)

    def _print(self, numbering: Numbering, level_number: int, level: Level) -> str:
        counters = self._counters[numbering.abstract]

        def number(match: re.Match[str]) -> str:
            place = int(match[1]) - 1
            shown = numbering.levels.get(place, Level())
            # A level that has not been used yet is printed with its start value.
            value = counters.setdefault(place, numbering.start_overrides.get(place, shown.start))
            style = "decimal" if level.legal and place != level_number else shown.number_format
            return FORMATS.get(style, str)(value)

        return re.sub(r"%([1-9])", number, level.pattern).strip()


def _read_level(element: _Element) -> Level:
    restart = _value(element, "lvlRestart")
    legal = element.find(f"{W}isLgl")
    return Level(
        start=int(_value(element, "start") or 0) if element.find(f"{W}start") is not None else 0,
        number_format=_value(element, "numFmt") or "decimal",
        pattern=_value(element, "lvlText") or "",
        restart=int(restart) if restart is not None else None,
        legal=legal is not None and legal.get(f"{W}val") not in ("0", "false"),
        style=_value(element, "pStyle") or "",
    )


def _number_properties(properties: _Element | None) -> tuple[str | None, int | None]:
    """The list and the level that paragraph properties name; None for what they leave open."""
    numbers = properties.find(f"{W}numPr") if properties is not None else None
    level = _value(numbers, "ilvl")
    return _value(numbers, "numId"), int(level) if level is not None else None


def _level_number(element: _Element) -> int:
    return int(element.get(f"{W}ilvl"))


def _value(parent: _Element | None, tag: str) -> str | None:
    child = parent.find(f"{W}{tag}") if parent is not None else None
    return child.get(f"{W}val") if child is not None else None


def _children(parent: _Element | None, tag: str) -> list[_Element]:
    return parent.findall(f"{W}{tag}") if parent is not None else []
