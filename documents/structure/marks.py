"""Numbers that may open a clause: what they look like, how they can be read, and how sure their place is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from documents.structure.lines import Line


class Place(IntEnum):
    """Where a number stands, from the least to the most telling."""

    RUNNING = 0  # within running text
    SENTENCE = 1  # after the end of a sentence
    GAP = 2  # after a wide gap, which is a lost line break
    WRAPPED = 3  # at the start of a line that goes on with a sentence
    PARAGRAPH = 4  # at the start of a paragraph


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a number: the scheme that it belongs to and its place in it."""

    scheme: str
    numbers: tuple[int, ...]

    @property
    def starts(self) -> bool:
        """Whether it is the first of its scheme."""
        return self.numbers[-1] <= 1


@dataclass(slots=True)
class Mark:
    """A number as printed at ``[start, end)``, with its possible readings, likeliest first."""

    start: int
    end: int
    label: str
    readings: tuple[Reading, ...]
    place: Place
    rest: str  # what follows on the line, as far as one looks
    bare: bool = False  # a number without a dot or a bracket, which only a heading can follow
    heading_level: int | None = None

    @property
    def worded(self) -> bool:
        """Whether a word stands before the number, as in "Section 2.1"."""
        return self.end - self.start > len(self.label) + 3

    @property
    def capital(self) -> bool:
        """Whether a capital letter follows."""
        return self.rest.lstrip("*_ \"“”‘'([")[:1].isupper()


WORDS = {
    "article": "article", "articles": "article", "part": "part", "chapter": "chapter", "title": "title",
    "section": "section", "sec": "section", "clause": "clause", "§": "§", "§§": "§", "paragraph": "clause",
}  # fmt: skip
COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MAJOR_SCHEMES = frozenset({"section", "clause", "§", "n.", "dec"})
ABOVE_SECTIONS = frozenset({"article", "part", "chapter", "title"})

_WORDED = (
    r"(?P<word>(?i:article|part|chapter|title|section|sec|clause|paragraph)\b\.?|§§?)\s{0,3}"
    r"(?P<count>\d{1,4}(?:\.\d{1,3})*[A-Z]?|[IVXLC]{1,8}|[A-Z]|(?i:" + "|".join(COUNTED) + r"))"
    r"(?P<tail>(?:\([A-Za-z0-9]{1,4}\))*)(?![\w$%])(?:\s?[.:](?!\d))?"
)
_DECIMAL = r"(?P<decimal>\d{1,3}(?:\.\d{1,3}){1,5})(?:\.(?=\s|$|[A-Z“\"])|(?=[\s\[(]|$|[A-Z“\"][A-Za-z]))\)?"
_NUMBER = r"(?P<number>\d{1,3})(?P<close>[.)])(?=\s|$|[A-Z“\"\[])"
_BRACKETED = r"\(\s?(?P<bracketed>[a-z]{1,5}|[A-Z]{1,4}|\d{1,3})\s?\)\.?"
_LETTER = r"(?P<letter>[ivxl]{1,5}|[IVXL]{1,5}|[a-z]|[A-Z])(?P<letter_close>[.)])(?=\s|$|[A-Z][a-z ])"
_BARE = r"(?P<bare>\d{1,2})(?=\s{1,8}[A-Z“\"])"

AT_LINE = re.compile(
    rf"[*_#>\\\s\ufeff]{{0,6}}(?P<mark>{_WORDED}|{_DECIMAL}|{_NUMBER}|{_BRACKETED}|{_LETTER}|{_BARE})"
)
WITHIN_LINE = re.compile(
    r"(?<=\s)(?P<mark>(?P<word>(?i:article|section)|§)\s{1,3}(?P<count>\d{1,3}(?:\.\d{1,3})*|[IVXL]{1,8})"
    r"(?P<tail>)(?![\w$%(])(?:\s?[.:](?!\d))?"
    rf"|{_DECIMAL}|{_NUMBER}|{_BRACKETED})(?=\s|$)"
)
REST_LENGTH = 400
GAP = re.compile(r"(?:\s\s|\t)$")
SENTENCE = re.compile(r"""[.;:!?]["”’)\]]*\s(?:\s*(?:and|or)\s)?$""")
NOT_A_LABEL = re.compile(
    r"\s*(?:million|billion|thousand|percent|per\s?cent|%|days?\b|months?\b|years?\b|hours?\b|minutes?\b|times\b|"
    r"[ap]\.?m\b|(?:st|nd|rd|th)\b|(?:January|February|March|April|May|June|July|August|September|October|November|"
    r"December)\b[\s,]+\d)",
)
CITED = re.compile(
    r"\s*(?:of|hereof|thereof|herein|above|below|and|or|to|through|shall|will|may|is|are|was|has|have|hereunder|"
    r"provides?|applies|sets?|requires?|in|as|does|do|with|under|unless)\b|\s*[,;)]"
)


def roman_value(text: str) -> int:
    """The value of a well-formed Roman numeral below 90, else 0."""
    if not re.fullmatch(r"(?:l?x{0,3}|xl)(?:ix|iv|v?i{0,3})", text.lower()) or not text:
        return 0
    values = {"i": 1, "v": 5, "x": 10, "l": 50}
    digits = [values[letter] for letter in text.lower()]
    return sum(-d if d < after else d for d, after in zip(digits, [*digits[1:], 0], strict=True))


def letter_value(text: str) -> int:
    """a is 1, z 26, aa 27, bb 28; 0 for other words."""
    letters = set(text.lower())
    return ord(letters.pop()) - 96 + 26 * (len(text) - 1) if len(letters) == 1 and len(text) <= 3 else 0


def mark_at_line(line: Line) -> Mark | None:
    """The number that a line begins with, if it begins with one."""
    match = AT_LINE.match(line.text)
    if match is None:
        return None
    place = Place.PARAGRAPH if line.opens else Place.WRAPPED
    mark = _mark(match, line, place)
    if mark is not None:
        mark.start = line.start  # signs of emphasis before a number belong to its clause
        if line.block is not None and line.block.kind == "heading":
            mark.heading_level = line.block.level
    return mark


def marks_within(line: Line) -> list[Mark]:
    """The numbers further on in a line that stand after a sentence, a gap, or a heading."""
    marks = []
    for match in WITHIN_LINE.finditer(line.text):
        before = line.text[max(0, match.start() - 16) : match.start()]
        place = (
            Place.GAP if GAP.search(before) else Place.SENTENCE if SENTENCE.search(before) else Place.RUNNING
        )
        if place == Place.RUNNING and not (match["decimal"] or "." in (match["count"] or "")):
            continue
        mark = _mark(match, line, place)
        if mark:
            marks.append(mark)
    return marks


def _mark(match: re.Match[str], line: Line, place: Place) -> Mark | None:
    rest = line.text[match.end("mark") : match.end("mark") + REST_LENGTH]
    found = match.groupdict()
    label, readings = _read(found)
    bracketed = bool(found.get("bracketed"))
    if not readings or NOT_A_LABEL.match(rest) or (not bracketed and CITED.match(rest)):
        return None
    if line.block is not None and line.block.label and place == Place.PARAGRAPH:
        level = line.block.level
        readings = tuple(
            r if r.scheme == "dec" else Reading(f"{r.scheme}@{level}", r.numbers) for r in readings
        )
    start, end = line.start + match.start("mark"), line.start + match.end("mark")
    return Mark(start, end, label, readings, place, rest.strip(), bare=bool(found.get("bare")))


def _read(found: dict[str, str | None]) -> tuple[str, tuple[Reading, ...]]:
    """The label as one prints it and its readings."""
    if found.get("word"):
        return _read_worded(found["word"].rstrip("."), found["count"], found.get("tail") or "")
    if found.get("decimal"):
        return found["decimal"], (_decimal(found["decimal"]),)
    if found.get("number"):
        closed = found["close"] == ")"
        return found["number"] + (")" if closed else ""), (
            Reading("n)" if closed else "n.", (int(found["number"]),)),
        )
    if found.get("bare"):
        return found["bare"], (Reading("n.", (int(found["bare"]),)),)
    if found.get("bracketed"):
        inner = found["bracketed"]
        return f"({inner})", _letters(inner, "({})")
    letter, close = found["letter"], found["letter_close"]
    return letter + (close if close == ")" else ""), _letters(letter, "{}" + close)


def _read_worded(word: str, count: str, tail: str) -> tuple[str, tuple[Reading, ...]]:
    scheme = WORDS[word.lower()]
    label = count + tail
    if scheme in ABOVE_SECTIONS:
        label = f"{word} {count}"
    elif scheme == "§":
        label = f"{word} {count}{tail}"
    if count[0].isdigit():
        numbers = _decimal(count.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        return label, (numbers if numbers.scheme == "dec" else Reading(scheme, numbers.numbers),)
    if count.lower() in COUNTED:
        return label, (Reading(scheme, (COUNTED.index(count.lower()) + 1,)),)
    readings = [Reading(scheme, (value,)) for value in (roman_value(count), letter_value(count)) if value]
    return label, tuple(readings)


def _decimal(text: str) -> Reading:
    numbers = tuple(int(part) for part in text.split("."))
    if len(numbers) == 1 or (len(numbers) == 2 and numbers[1] == 0):
        return Reading("n.", numbers[:1])  # "3.0" heads what "3.1" belongs to
    return Reading("dec", numbers)


def _letters(text: str, shape: str) -> tuple[Reading, ...]:
    if text.isdigit():
        return (Reading(shape.format("n"), (int(text),)),)
    upper = text.isupper()
    readings = []
    if (value := roman_value(text)) and (len(text) > 1 or value <= 10):
        readings.append(Reading(shape.format("I" if upper else "i"), (value,)))
    if value := letter_value(text):
        readings.append(Reading(shape.format("A" if upper else "a"), (value,)))
    return tuple(readings)
