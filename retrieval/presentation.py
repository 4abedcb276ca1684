"""Answers and hits in the words and shapes of the pages."""

from __future__ import annotations

import datetime
import logging
import re
import uuid
from typing import Any

from django.urls import reverse
from django.utils import dateformat

from audit.canonical import sha256_hex
from documents.highlights import page_rectangles
from documents.models import DocumentVersion
from documents.parsers.base import UnreadableDocument
from documents.parsers.pages import Rectangle
from retrieval.answering.model import SILENT, WELL, Answer, AnsweredStatement, Citation
from retrieval.search.expansion import VersionReader
from retrieval.search.hits import Hit

logger = logging.getLogger(__name__)
SNIPPET = 360
SHOWN_AROUND = 3000


def tone_of(word: str) -> str:
    """The tone of a reliability word."""
    return {WELL: "ok", SILENT: "none"}.get(word, "warn")


def answer_context(answer: Answer, scope_words: str) -> dict[str, Any]:
    """An answer for ``retrieval/ask.html``."""
    citations = {one.number: citation_context(one) for one in answer.citations}
    _tell_namesakes_apart(answer, citations)
    return {
        "question": answer.question,
        "as_of": _day(answer.as_of),
        "scope_words": scope_words,
        "statements": [_statement_context(statement, citations) for statement in answer.statements],
        "silent": {"text": f"No clause that was found answers this. Searched: {scope_words}."}
        if answer.silent
        else None,
        "reliability": {
            "word": answer.word,
            "tone": tone_of(answer.word),
            "reasons": [{"tone": one.tone, "text": one.text} for one in answer.reasons],
            "figures": [{"label": label, "value": value} for label, value in answer.figures],
            "reviewed": "",
        },
        "not_found": [],
        "not_searched": answer.not_searched,
    }


def _statement_context(statement: AnsweredStatement, citations: dict[int, dict[str, Any]]) -> dict[str, Any]:
    cited = [citations[number] for number in statement.citations]
    at_home = {citation["reference"] for citation in cited}
    return {
        "parts": [(statement.text, statement.is_quotation)],
        "citations": cited,
        "qualifiers": [
            {
                "kind": one.kind,
                "limits": one.limits,
                "text": f"“{one.text}”",
                "citation": citations[one.citation],
                # A clause number alone would be read as one of the document quoted above.
                "elsewhere": citations[one.citation]["reference"] not in at_home,
            }
            for one in statement.qualifiers
        ],
    }


def _tell_namesakes_apart(answer: Answer, citations: dict[int, dict[str, Any]]) -> None:
    """Put the number beside a title that several of the cited documents or versions have."""
    for one in answer.citations:
        namesakes = {
            other.version for other in answer.citations if other.document_title == one.document_title
        }
        if len(namesakes) > 1:
            citations[one.number]["document_title"] = f"{one.document_title} ({one.reference})"


def citation_context(citation: Citation) -> dict[str, Any]:
    """A citation for the pages."""
    return {
        "number": citation.number,
        "label": citation.label,
        "document_title": citation.document_title,
        "reference": citation.reference,
        "page": citation.page if citation.pages > 1 else None,
        "url": f"?c={citation.number}",
        "in_force_from": _day(citation.in_force_from),
        "in_force_until": _day(citation.in_force_until),
    }


def source_context(
    answer: Answer, citation: Citation, reader: VersionReader, version: Any, mode: str
) -> dict[str, Any]:
    """The passage beside the answer, for ``retrieval/partials/source.html``."""
    _, numbers = citation.reference.rsplit("/", 1)
    document_number, version_number = numbers.split(".")
    where = {"number": citation.matter_number, "document_number": document_number}
    mode = mode if mode in {"page", "text"} else "page"
    mode = mode if version.has_page_images else "text"
    rectangles = _rectangles(version, citation) if mode == "page" else []
    clause = reader.innermost(citation.start, citation.end)
    address = reverse("document_detail", kwargs=where) + f"?v={version_number}"
    return {
        **citation_context(citation),
        "breadcrumb": [citation.document_title, *citation.breadcrumb],
        "page": citation.page,
        "pages": citation.pages,
        "mode": mode,
        "has_page_image": version.has_page_images,
        "page_image_url": reverse(
            "document_page", kwargs={**where, "version": version_number, "page": citation.page}
        ),
        "rectangles": rectangles,
        "context": _context_parts(reader, citation),
        "sha256": sha256_hex(citation.quote.encode()),
        "matches": reader.text[citation.start : citation.end] == citation.quote,
        "unplaced": "The passage can't be marked on this page; it is marked in the text."
        if mode == "page" and not rectangles
        else "",
        "document_url": f"{address}&clause={clause.position}#cl-{clause.position}" if clause else address,
        "previous_url": f"?c={citation.number - 1}" if answer.citation(citation.number - 1) else "",
        "next_url": f"?c={citation.number + 1}" if answer.citation(citation.number + 1) else "",
        "total": len(answer.citations),
    }


def _context_parts(reader: VersionReader, citation: Citation) -> list[tuple[str, bool]]:
    """The largest clause of bearable length around the cited span, in three parts."""
    start, end = citation.start, citation.end
    clause = reader.innermost(start, end)
    for around in reversed(reader.trail(clause)) if clause else ():
        if around.end - around.start > SHOWN_AROUND:
            break
        start, end = around.start, around.end
    return [
        (reader.text[start : citation.start], False),
        (reader.text[citation.start : citation.end], True),
        (reader.text[citation.end : end], False),
    ]


def _rectangles(version: DocumentVersion, citation: Citation) -> list[Rectangle]:
    """Where the passage stands on its page; nothing when the page can't be read, which its picture then says."""
    try:
        return page_rectangles(version, citation.page, citation.start, citation.end)
    except UnreadableDocument:
        logger.exception("Page %s of version %s can't be marked", citation.page, version.pk)
        return []


def hit_context(hit: Hit, reader: VersionReader, day: datetime.date) -> dict[str, Any]:
    """A hit for ``retrieval/search.html``; ``day`` is the one on which its text must stand to be in force."""
    passage, position = hit.passage, hit.passage.clause.position
    since, until = passage.version.in_force_from, passage.version.in_force_until
    address = reverse(
        "document_detail",
        kwargs={"number": passage.matter.number, "document_number": passage.document.number},
    )
    trail = reader.trail(reader.clauses[position])
    labelled = next((one for one in reversed(trail) if one.path), None)
    why = [f"“{term}”" for term in hit.terms[:6]]
    if hit.meaning_rank is not None:
        why.append("near in meaning")
    return {
        "document_title": passage.document.title,
        "number": hit.reference,
        "path": labelled.path if labelled else "",
        "heading": next((one.heading[:120] for one in reversed(trail) if one.heading), ""),
        "breadcrumb": [" ".join(part for part in (one.path, one.heading[:80]) if part) for one in trail[:-1]],
        "url": f"{address}?v={passage.version.number}&clause={position}#cl-{position}",
        "pages": f"p. {hit.page}" if passage.version.page_count > 1 else "",
        "status": passage.version.status,
        "in_force_from": since,
        "in_force_until": until,
        "stands": since is not None and since <= day and (until is None or day < until),
        "snippet": snippet(passage.text, hit.terms),
        "why": why,
    }


def snippet(text: str, terms: tuple[str, ...]) -> list[tuple[str, bool]]:
    """Pairs (text, is a match) of the part of a passage where the terms begin."""
    if not terms:
        return [(text[:SNIPPET] + ("…" if len(text) > SNIPPET else ""), False)]
    pattern = re.compile(r"\b(" + "|".join(re.escape(term) for term in terms) + r")\b", re.IGNORECASE)
    first = pattern.search(text)
    start = max(0, first.start() - 120) if first else 0
    start = text.rfind(" ", 0, start) + 1 if start else 0
    part = text[start : start + SNIPPET]
    pieces = [(piece, place % 2 == 1) for place, piece in enumerate(pattern.split(part)) if piece]
    before = [("…", False)] if start else []
    return [*before, *pieces, *([("…", False)] if start + SNIPPET < len(text) else [])]


def log_reference(log_id: uuid.UUID) -> str:
    """How people call a query log: Q-5f3c2a10."""
    return f"Q-{str(log_id)[:8]}"


def scope_words(log_record: dict[str, Any]) -> str:
    """ "This matter, 10 documents" or "6 matters, 61 documents"."""
    scope = log_record["scope"]
    documents = f"{scope['documents']} document{'' if scope['documents'] == 1 else 's'}"
    if scope["named"]:
        return f"This matter, {documents}"
    count = len(scope["matters"])
    return f"{count} matter{'' if count == 1 else 's'}, {documents}"


def day_in_words(text: str | None) -> str:
    """A recorded day as a form shows it: 1 March 2025."""
    return dateformat.format(_day(text), "j F Y") if text else ""


def _day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None
