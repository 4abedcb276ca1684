"""What every page says in the same way: icons, states in words, dates, pages and citations.

Load with ``{% load portal %}``. Everything here takes plain values and reads no database.
"""

import re
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django import template
from django.utils import dateformat, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

NOTHING = "–"

ICONS = frozenset(
    [
        "mark",
        "search",
        "chevron-down",
        "chevron-up",
        "chevron-right",
        "chevron-left",
        "menu",
        "filled",
        "half",
        "ring",
        "struck",
        "dashed",
        "check",
        "warning",
        "stopped",
        "info",
        "eye",
        "lock",
        "wall",
        "pause",
        "upload",
        "copy",
        "print",
        "clock",
        "page",
        "minus",
    ]
)


class State(NamedTuple):
    """How one state looks: a shape from the sprite, its word, and a tone (ok, warn, bad, accent, quiet)."""

    icon: str
    word: str
    tone: str


STATES: dict[str, State] = {
    # documents
    "draft": State("ring", "Draft", "quiet"),
    "in_review": State("half", "In review", "accent"),
    "approved": State("check", "Approved", "ok"),
    "executed": State("filled", "Executed", "ok"),
    "superseded": State("struck", "Superseded", "quiet"),
    "withdrawn": State("dashed", "Withdrawn", "quiet"),
    "in_force": State("filled", "In force", "ok"),
    # matters
    "open": State("filled", "Open", "ok"),
    "closed": State("struck", "Closed", "quiet"),
    "archived": State("dashed", "Archived", "quiet"),
    # reading a file
    "waiting": State("ring", "Waiting to be read", "quiet"),
    "running": State("half", "Being read", "accent"),
    "reading": State("half", "Being read", "accent"),
    "ready": State("check", "Ready", "ok"),
    "done": State("check", "Done", "ok"),
    "failed": State("stopped", "Stopped", "bad"),
    "not_readable": State("stopped", "Not readable", "bad"),
    # filing
    "filed": State("check", "Filed", "ok"),
    "duplicate": State("warning", "Already filed", "warn"),
    "refused": State("stopped", "Not filed", "bad"),
    # passages of a logged search
    "cited": State("check", "Cited", "ok"),
    "context": State("ring", "Context", "quiet"),
    "not_used": State("minus", "Not used", "quiet"),
    # a tone on its own, when the word is given beside it
    "ok": State("check", "Done", "ok"),
    "warn": State("warning", "Take care", "warn"),
    "bad": State("stopped", "Stopped", "bad"),
    "none": State("ring", "Silent", "quiet"),
    "info": State("info", "For information", "accent"),
}

BADGES: dict[str, str] = {"wall": "wall", "hold": "pause", "restricted": "lock", "official": "check"}


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing from the sprite, hidden from screen readers: the word beside it carries the meaning."""
    if name not in ICONS:
        raise ValueError(f"The sprite has no icon called {name!r}.")
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>', name
    )


def _state(code: str) -> State:
    try:
        return STATES[code]
    except KeyError:
        raise ValueError(f"No state is called {code!r}.") from None


@register.inclusion_tag("partials/status.html")
def status(code: str, word: str = "", boxed: bool = False) -> dict[str, object]:
    """A state as shape and word. ``word`` replaces the usual word; ``boxed`` draws it as a badge."""
    state = _state(code)
    return {"icon": state.icon, "word": word or state.word, "tone": state.tone, "boxed": boxed}


@register.simple_tag
def status_word(code: str, word: str = "") -> str:
    """The word of a state alone, for paper."""
    return word or _state(code).word


@register.inclusion_tag("partials/badge.html")
def badge(kind: str, word: str) -> dict[str, str]:
    """A bordered word with its icon. ``kind`` is one of wall, hold, restricted, official."""
    return {"kind": kind, "icon": BADGES[kind], "word": word}


def _local(moment: date | datetime) -> date | datetime:
    if isinstance(moment, datetime) and timezone.is_aware(moment):
        return timezone.localtime(moment)
    return moment


@register.filter
def long_date(day: date | datetime | None) -> str:
    """24 November 2026, or a dash."""
    return dateformat.format(_local(day), "j F Y") if day else NOTHING


@register.filter
def short_date(day: date | datetime | None) -> str:
    """24 Nov 2026, or a dash. The months keep three letters so that columns line up."""
    return dateformat.format(_local(day), "j M Y") if day else NOTHING


@register.filter
def log_time(moment: datetime | None) -> str:
    """24 November 2026, 16:12:09 GMT: to the second and with its zone, for logs. ``moment`` is aware."""
    return dateformat.format(_local(moment), "j F Y, H:i:s T") if moment else NOTHING


@register.filter
def log_row_time(moment: datetime | None) -> str:
    """24 Nov 2026 16:12:09, the form for rows whose table says the zone in its head."""
    return dateformat.format(_local(moment), "j M Y H:i:s") if moment else NOTHING


@register.simple_tag
def in_force_period(start: date | None, end: date | None = None, short: bool = False) -> str:
    """When a text stands, in words. ``end`` is the first day on which it no longer stands.

    "in force since 1 Mar 2025", "in force from 1 Jan 2027" for a day to come, "in force 15 Jan 2023 to
    28 Feb 2025", and "not in force" for a text that never stood: no day, or an empty period. ``date.min``
    as ``start`` stands for a day that nobody recorded. ``short`` leaves out "in force", for a place that
    says it already.
    """
    if not start or (end and end <= start):
        return "no" if short else "not in force"
    if start == date.min:
        period = f"to {short_date(end - timedelta(days=1))}" if end else "since a day that is not recorded"
    elif end:
        period = f"{short_date(start)} to {short_date(end - timedelta(days=1))}"
    else:
        period = f"{'since' if start <= timezone.localdate() else 'from'} {short_date(start)}"
    return period if short else f"in force {period}"


@register.filter
def clause_reference(label: str) -> str:
    """A label as a citation says it: "7.2" gives "cl. 7.2"; a label that names its own kind ("§ 5",
    "Schedule A, 2", "ARTICLE IV") stays as the document prints it; an empty label stays empty. The
    abbreviation keeps its number on the same line."""
    label = (label or "").strip().rstrip(".")
    return f"cl.\u00a0{label}" if re.match(r"[\d(]|[A-Za-z]$", label) else label


@register.filter
def clause_spoken(label: str) -> str:
    """The same label in full words, for screen readers."""
    return re.sub(r"^cl\.\s", "clause ", clause_reference(label))


@register.simple_tag
def page_range(first: int | None, last: int | None = None) -> str:
    """Either "p. 14" or "pp. 14 to 16", and nothing for a text without pages."""
    if not first:
        return ""
    return f"p.\u00a0{first}" if last in (None, first) else f"pp.\u00a0{first} to {last}"


@register.simple_tag
def citation_text(
    document_title: str,
    label: str,
    page: int | None = None,
    executed_on: date | None = None,
    reference: str = "",
) -> str:
    """A citation in plain text, for copying and for reports. The date stands for the day of execution.

    "Master Services Agreement (executed 15 January 2023), § 7.2, p. 9 [2026-0001/1.4]"; parts that are not
    known are left out.
    """
    title = f"{document_title} (executed {long_date(executed_on)})" if executed_on else document_title
    parts = [title, clause_reference(label), page_range(page)]
    text = ", ".join(part for part in parts if part).replace("\u00a0", " ")
    return f"{text} [{reference}]" if reference else text


@register.filter
def short_hash(digest: str) -> str:
    """The first and last four letters of a hash, enough to compare by eye: 9f3c…e21a."""
    return digest if len(digest) <= 9 else f"{digest[:4]}…{digest[-4:]}"


@register.filter
def initials(name: str) -> str:
    """The first letters of the first and the last word of a name, at most two."""
    words = name.split()
    return "".join(word[0] for word in (words[:1] + words[1:][-1:])).upper()


@register.filter
def paragraphs(text: str) -> SafeString:
    """Text as ``<p>`` elements, one for each stretch between blank lines; everything else is escaped."""
    stretches = [stretch for stretch in re.split(r"\n[^\S\n]*\n", text or "") if stretch.strip()]
    return format_html_join("", "<p>{}</p>", ((stretch.strip("\n"),) for stretch in stretches))


@register.filter
def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 document", "2,140 files"; irregular plurals as "entry,entries"."""
    one, _, many = noun.partition(",")
    return f"{number:,} {one if number == 1 else many or one + 's'}"
