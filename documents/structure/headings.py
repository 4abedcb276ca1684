"""Lines that divide a document without a number: headings, schedules, recitals, the signature block."""

from __future__ import annotations

import re

from documents.structure.lines import Line

SCHEDULE = re.compile(
    r"[*_#\s]{0,6}(?P<word>schedules?|exhibit|annex|annexure|appendix|attachment|addendum)\b"
    r"\s*(?:no\.?\s*)?[“\"']?(?P<name>[A-Z]{1,2}(?:[-.]?\d{1,2})?|\d{1,2}(?:[-.](?:\d{1,2}|[A-Z]))?[A-Z]?|[IVXL]{1,6}"
    r"|one|two|three|four|five|six)?[”\"']?(?=$|[\s.:–—)*_-])(?P<rest>.*)$",
    re.IGNORECASE,
)
RUNNING_ON = re.compile(
    r"\s*(?:,|;|\)|(?:to|of|and|or|hereto|attached|sets?|shall|is|are|contains?|has|have|which|as|in|for|the|hereof|"
    r"means|will|may|under|by|with|provides|applies|lists?|below|above)\b)"
)
LISTED_PAGE = re.compile(r"(?:\s{2,}|\t|\.{3,}\s?)(?:\d{1,3}|[ivxl]{1,5})$")
RECITALS = re.compile(
    r"[\W_]*(?:recitals?|background|w\s*i\s*t\s*n\s*e\s*s\s*s\s*e\s*t\s*h|preliminary\s+statements?|whereas|"
    r"r\s*e\s*c\s*i\s*t\s*a\s*l\s*s|considérants?|introduction)[\W_]*",
    re.IGNORECASE,
)
WHEREAS = re.compile(r"[(*_]*whereas\b", re.IGNORECASE)
OPERATIVE = re.compile(
    r"[*_]*(?:(?:now,?\s+)?therefore,|now,?\s+therefore\b|(?:it\s+is\s+)?(?:hereby\s+)?agreed(?:\s+(?:terms|as\s+follows|that))?\W*$|"
    r"(?:the\s+)?(?:parties|undersigned)\s+(?:hereby\s+|therefore\s+|hereto\s+)*agree\b|agreement[\W_]*$|"
    r"terms\s+and\s+conditions[\W_]*$|operative\s+(?:provisions|part)[\W_]*$)",
    re.IGNORECASE,
)
SIGNATURE = re.compile(
    r"[*_\[(]*(?:in\s+witness\s+(?:whereof|of)|executed\s+(?:as\s+a\s+deed|by|and\s+delivered)|"
    r"signed(?:\s+(?:by|for|as\s+a\s+deed|on\s+behalf)\b|,\s+sealed)|signature\s+pages?\b|yours\s+(?:faithfully|sincerely|truly)|"
    r"very\s+truly\s+yours|(?:kind|best)\s+regards|by:\s*(?:_{3,}|/s/)|"
    r"the\s+parties\s+(?:hereto\s+)?have\s+(?:duly\s+)?(?:executed|signed|caused))",
    re.IGNORECASE,
)
BULLET = re.compile(r"[•‣▪●○◦·*–-]\s+(?=\S)|[\uf0a7\uf0b7]\s*")
RUN_IN = re.compile(
    r"[*_\s]*(?P<title>[A-Z“\"(][^.:;!?\n]{1,90}?)[*_]*(?:\.[*_”\"]*(?=\s)|:[*_]*(?=\s)|\s+[-–—]\s|\.?[–—](?=\S))\s*(?=\S)"
)
SMALL_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "no", "nor", "not", "of", "on",
     "or", "other", "re", "than", "that", "the", "their", "this", "to", "under", "upon", "via", "with",
     "within", "without", "&", "-", "–", "—")
)  # fmt: skip
LONGEST_HEADING = 110
LONGEST_TITLE = 80


def is_capitals(text: str) -> bool:
    """Whether the text is a short line in capitals, as headings are."""
    letters = [c for c in text if c.isalpha()]
    return (
        len(letters) > 3 and len(text) <= LONGEST_HEADING and text.upper() == text and text[-1] not in ",;"
        and "___" not in text and "/s/" not in text.lower()
    )  # fmt: skip


def is_title(text: str) -> bool:
    """Whether the text is a short line in title case, or a question, without an end of sentence."""
    words = text.strip("*_ ").split()
    if not words or len(text) > LONGEST_TITLE or not text.strip('*_ “"')[:1].isupper():
        return False
    if text.endswith("?"):
        return len(words) <= 14
    if text[-1] in ".;:,)" or len(words) > 10 or any(c in text for c in "_@=|\t$"):
        return False
    weighty = [word for word in words if word.lower() not in SMALL_WORDS]
    capital = sum(word.strip('“"(*_')[:1].isupper() for word in weighty)
    return bool(weighty) and capital >= 0.75 * len(weighty) and not any(c.isdigit() for c in text)


def schedule_label(line: Line) -> tuple[str, str] | None:
    """The label ("Schedule A") and the heading of a line that opens a schedule, exhibit or annex."""
    match = SCHEDULE.match(line.text) if len(line.text) <= LONGEST_HEADING else None
    if match is None:
        return None
    word, name, rest = match["word"], match["name"], match["rest"].strip(" *_#")
    if not word[0].isupper() or RUNNING_ON.match(match["rest"]) or LISTED_PAGE.search(rest):
        return None
    if rest and (rest[-1] in ".;," or not (rest[0] in "([:–—-." or rest[:1].isupper())):
        return None
    if name is None and (rest or not word.isupper()):
        return None
    return " ".join(filter(None, (word, name))), rest.strip(" :–—-.\t")


def run_in_heading(rest: str) -> str:
    """The heading that a numbered paragraph begins with ("Term. This ..."), or the whole short line."""
    shown = rest.strip(" \t*_")
    if not shown:
        return ""
    match = RUN_IN.match(rest)
    if match:
        title = match["title"].strip(" *_")
        return title.strip('“”"') if _reads_as_title(title) else ""
    if len(shown) <= LONGEST_HEADING and shown[-1] not in ";,:" and (shown[-1] != "." or len(shown) <= 60):
        title = shown.rstrip(". ")
        return title if _reads_as_title(title) or is_capitals(title) else ""
    return ""


def _reads_as_title(title: str) -> bool:
    words = title.split()
    weighty = [word for word in words if word.lower().strip("(),") not in SMALL_WORDS]
    capital = sum(word.lstrip('“"([')[:1].isupper() for word in weighty)
    if len(words) > 14 or not weighty:
        return False
    # Sentence case is a heading too when it is short: "Notice period", "Breach of confidence".
    return capital >= 0.7 * len(weighty) or len(words) <= 4
