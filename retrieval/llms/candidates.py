"""What can be quoted from a passage: a sentence, or an item of a list with the words that lead into it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.passages import Span, sentence_spans

_ITEM = re.compile(r"\(?(?:[a-z]{1,2}|[ivxlc]{1,5}|[A-Z]|\d{1,2})[).]\s|[-*•]\s")
_WORD = re.compile(r"\w+")
HEADING_WORDS = 6
LONGEST_QUOTE = 1500
_COMPLETE = re.compile(r"[.;!?][”\"’)]*$|[;,]\s+(?:and|or)$")


@dataclass(frozen=True)
class Candidate:
    """Spans of one text that make sense together, in order; they are compared with the question.

    ``quoted`` are the spans that a reader needs: where the words break off before a list, or within one,
    the quotation goes on to where the sentence ends.
    """

    spans: tuple[Span, ...]
    quoted: tuple[Span, ...]

    def text(self, whole: str) -> str:
        """The words of the spans, one after another."""
        return join(whole, self.spans)


def join(whole: str, spans: tuple[Span, ...]) -> str:
    """The words of spans, one after another."""
    return " ".join(whole[start:end] for start, end in spans)


def candidates(text: str) -> list[Candidate]:
    """All that can be quoted from ``text``, in order; each span is verbatim."""
    found: list[Candidate] = []
    lead_in: Span | None = None
    parts = _joined(text, sentence_spans(text))
    for place, span in enumerate(parts):
        words = text[slice(*span)]
        whole = _to_the_end(text, parts, place)
        if _ITEM.match(words):
            before = (lead_in,) if lead_in else ()
            found.append(Candidate((*before, span), (*before, whole)))
            continue
        lead_in = span if words.endswith((":", "—", "–", ",", ";")) or words[-1].isalnum() else None
        found.append(Candidate((span,), (whole,)))
    return found


def _to_the_end(text: str, parts: list[Span], place: int) -> Span:
    """The part with the items of the list that it leads into, up to where its sentence ends."""
    start, end = parts[place]
    if _COMPLETE.search(text[start:end]):
        return start, end
    for first, last in parts[place + 1 :]:
        if last - start > LONGEST_QUOTE or not _ITEM.match(text[first:last]):
            return start, end
        end = last
        if text[start:end].rstrip('”"’)').endswith((".", "!", "?")):
            return start, end
    return start, end


def _joined(text: str, spans: list[Span]) -> list[Span]:
    """Sentences with what can't stand alone, a label or a run-in heading, joined to what follows."""
    joined: list[Span] = []
    pending: int | None = None
    for start, end in spans:
        first = start if pending is None else pending
        own = text[first:end]
        short = len(_WORD.findall(own)) <= HEADING_WORDS and not own.endswith((";", ":"))
        if short and _follows_on_the_line(text, end, spans):
            pending = first
            continue
        joined.append((first, end))
        pending = None
    return joined


def _follows_on_the_line(text: str, end: int, spans: list[Span]) -> bool:
    return end < spans[-1][1] and "\n" not in text[end : end + 2]
