"""An answer, as it is shown and as the query log keeps it."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass, field
from typing import Any

SILENT = "The file does not answer this"
WELL = "Well supported"
RESERVED = "Supported, with reservations"


@dataclass(frozen=True)
class Citation:
    """A pointer into the file: version and character span, with how a person cites it.

    ``quote`` equals ``text[start:end]`` of the version, letter for letter; ``text_sha256`` is the hash of
    that whole text. Identifiers are texts, so that the log can be read without this code.
    """

    number: int
    matter: str
    document: str
    version: str
    matter_number: str
    reference: str
    document_title: str
    label: str
    heading: str
    breadcrumb: list[str]
    page: int
    pages: int
    start: int
    end: int
    quote: str
    text_sha256: str
    status: str
    in_force_from: str | None
    in_force_until: str | None

    @property
    def is_undated(self) -> bool:
        """Whether the text stands, but nobody recorded since when."""
        return self.in_force_from == datetime.date.min.isoformat()


@dataclass(frozen=True)
class Qualifier:
    """What limits (exception) or explains (definition) a statement."""

    kind: str
    limits: bool
    text: str
    citation: int
    why: str


@dataclass(frozen=True)
class AnsweredStatement:
    """A statement with the numbers of its citations. ``is_quotation``: its words are the file's."""

    text: str
    is_quotation: bool
    citations: list[int]
    qualifiers: list[Qualifier] = field(default_factory=list)


@dataclass(frozen=True)
class Reason:
    """Why the answer is as reliable as its word says; tone is ok, warn or none."""

    tone: str
    text: str


@dataclass(frozen=True)
class Answer:
    """Statements with their citations, or silence. ``word`` is the reliability."""

    question: str
    as_of: str | None
    model: str
    silent: bool
    word: str
    statements: list[AnsweredStatement]
    citations: list[Citation]
    reasons: list[Reason]
    figures: list[list[str]]
    not_searched: list[str]

    def record(self) -> dict[str, Any]:
        """The answer as plain data."""
        return asdict(self)

    def citation(self, number: int) -> Citation | None:
        """The citation with a number, if there is one."""
        return next((one for one in self.citations if one.number == number), None)


def answer_from_record(record: dict[str, Any]) -> Answer:
    """Read an answer back from the log."""
    return Answer(
        **{
            **record,
            "statements": [
                AnsweredStatement(
                    **{**one, "qualifiers": [Qualifier(**qualifier) for qualifier in one["qualifiers"]]}
                )
                for one in record["statements"]
            ],
            "citations": [Citation(**one) for one in record["citations"]],
            "reasons": [Reason(**one) for one in record["reasons"]],
        }
    )


def iso(day: datetime.date | None) -> str | None:
    """A day as the record keeps it. ``date.min`` stays: a text that stands since a day nobody recorded."""
    return day.isoformat() if day is not None else None
