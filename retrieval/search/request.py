"""What is asked, and within which bounds."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass, field
from typing import Any

DEPTH = 100


@dataclass(frozen=True)
class SearchRequest:
    """A question and its bounds. ``None`` in a filter means that it does not narrow.

    ``matter_number`` None searches every matter that the person may see. ``as_of`` None searches any
    text: drafts, superseded and expired ones too. ``limit`` is the number of hits.
    """

    question: str
    as_of: datetime.date | None
    matter_number: str | None = None
    types: frozenset[str] | None = None
    statuses: frozenset[str] | None = None
    find_by: str = "both"
    limit: int = 20
    kind: str = "search"

    def __post_init__(self) -> None:
        if not self.question.strip():
            raise ValueError("Enter a question.")
        if self.find_by not in {"both", "words", "meaning"}:
            raise ValueError("find_by is one of both, words, meaning.")


@dataclass(frozen=True)
class ResolvedScope:
    """The matters that a request reaches for a person, resolved before anything is searched.

    ``not_searched`` names documents, and ``not_searched_in`` the matters that they are of.
    """

    matters: dict[uuid.UUID, str]
    named: bool
    documents: int
    not_searched: list[str] = field(default_factory=list)
    not_searched_in: frozenset[uuid.UUID] = frozenset()

    def record(self, request: SearchRequest) -> dict[str, Any]:
        """The scope and filters as the query log keeps them."""
        return {
            "scope": {
                "matters": sorted(self.matters.values()),
                "named": self.named,
                "documents": self.documents,
                "not_searched": self.not_searched,
            },
            "filters": {
                "types": sorted(request.types) if request.types is not None else None,
                "statuses": sorted(request.statuses) if request.statuses is not None else None,
                "find_by": request.find_by,
                "limit": request.limit,
            },
            "as_of": request.as_of,
        }
