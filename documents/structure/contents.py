"""Tables of contents: their lines repeat the document's numbers and must not open clauses."""

from __future__ import annotations

import re

from documents.structure.lines import Line

TITLE = re.compile(
    r"(?:table\s+of\s+contents|contents|index)(?:\s*\(?(?:cont(?:inued|['’]?d)?\.?)\)?)?:?", re.IGNORECASE
)
PAGE_COLUMN = re.compile(r"(?:page(?:\s+no\.?)?|clause|section)s?(?:\s+page(?:\s+no\.?)?)?", re.IGNORECASE)
ENDS_IN_PAGE = re.compile(
    r"(?:\.{3,}|\s{2,}|\t|(?:\.\s){3,}|…|\s)\s*(?:[A-Z]{1,2}-)?(?:\d{1,3}|[ivxl]{1,6})\s*$"
)
# Each run of dots is tried from its first one only: a page of dots must not take minutes.
LEADERS = re.compile(r"(?:(?<!\.)\.{4,}|(?<!\.\s)(?:\.\s){4,}|(?<!…)…{2,})\s{0,20}\d")
ENTRY = re.compile(
    r"(?:\s(?:Section|ARTICLE|Article|SECTION)\s+[\dIVX]|\s\d{1,2}\.(?:\d{1,2}\.?)?\s).{3,110}?\s\d{1,3}(?=\s|$)"
)
LABELLED = re.compile(
    r"(?:(?:article|section|clause|schedule|exhibit|annex|appendix|part)\b|\d|[IVX]+\.|\()", re.IGNORECASE
)
LINK = re.compile(r"[-*\d.\s]*\[.+\]\(#.+\)\s*")
SHORT = 140
LEAST_ENTRIES = 3


def mark_contents(lines: list[Line]) -> None:
    """Set ``contents`` on the lines of each table of contents."""
    index = 0
    while index < len(lines):
        length = _run_of_entries(lines, index)
        if length:
            for line in lines[index : index + length]:
                line.contents = True
        index += max(length, 1)


def _run_of_entries(lines: list[Line], first: int) -> int:
    """How many lines from ``first`` on make up a table of contents; 0 if none begins there."""
    titled = bool(TITLE.fullmatch(lines[first].text)) or lines[first].text.upper().startswith(
        "TABLE OF CONTENTS"
    )
    if not titled and not _is_entry(lines[first].text) and not _has_page_below(lines, first):
        return 0
    entries, last, pending = 0, first, 0
    for index in range(first, len(lines)):
        text = lines[index].text
        if _has_page_below(lines, index):
            entries, last, pending = entries + 1, index + 1, 0
        elif _is_entry(text):
            entries += 1 + len(ENTRY.findall(text)) + len(LEADERS.findall(text))
            last, pending = index, 0
        elif lines[index].furniture or TITLE.fullmatch(text) or PAGE_COLUMN.fullmatch(text):
            last = index if entries or index == first else last
        elif len(text) <= SHORT and text[-1] not in ".;," and pending < 2:
            pending += 1  # a title that runs over two lines, or one without a page
        else:
            break
    if entries >= LEAST_ENTRIES:
        return last - first + 1
    return _repeated_titles(lines, first) if titled else 0


def _has_page_below(lines: list[Line], index: int) -> bool:
    """Whether a numbered title has its page on the next line, as tables of contents in PDF often do."""
    line = lines[index]
    return (
        index + 1 < len(lines)
        and len(line.text) <= SHORT
        and bool(LABELLED.match(line.text))
        and line.text[-1] not in ".;,"
        and lines[index + 1].text.isdigit()
        and len(lines[index + 1].text) <= 3
    )


def _is_entry(text: str) -> bool:
    if len(text) <= SHORT:
        return (
            bool(LINK.fullmatch(text))
            or bool(LEADERS.search(text))
            or (bool(LABELLED.match(text)) and bool(ENDS_IN_PAGE.search(text)))
        )
    return len(ENTRY.findall(text)) * SHORT > len(text) or len(LEADERS.findall(text)) * SHORT > len(text)


def _repeated_titles(lines: list[Line], first: int) -> int:
    """The length of a list of titles without pages, which ends where its first title comes again."""
    entries = lines[first + 1 : first + 200]
    if not entries:
        return 0
    opening = entries[0].text.casefold()
    for count, line in enumerate(entries[1:], 1):
        if line.text.casefold().startswith(opening):
            return count + 1 if count >= LEAST_ENTRIES else 0
        if len(line.text) > SHORT:
            return 0
    return 0
