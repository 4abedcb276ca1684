"""What the engine asks of an index of words."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from datetime import date

from legalrag.backends import Backend


@dataclass(frozen=True)
class LexicalPassage:
    """A passage as it is indexed. ``in_force_from`` None: never in force; ``in_force_until`` None: no end.

    ``in_force_until`` is the first day on which the version is no longer in force.
    """

    passage_id: str
    version_id: str
    document_id: str
    matter_id: str
    text: str
    context: str
    status: str
    type: str
    in_force_from: date | None
    in_force_until: date | None


@dataclass(frozen=True)
class LexicalScope:
    """What may be found. Empty ``matter_ids`` match nothing; for the others None means any, empty nothing."""

    matter_ids: frozenset[str]
    as_of: date | None = None
    statuses: frozenset[str] | None = None
    types: frozenset[str] | None = None
    document_ids: frozenset[str] | None = None


@dataclass(frozen=True)
class LexicalHit:
    """A passage that shares words with the query; ``terms`` are those words as the passage prints them.

    Scores compare within one search only.
    """

    passage_id: str
    version_id: str
    score: float
    terms: tuple[str, ...]


class LexicalIndex(Backend):
    """BM25 over passages. The scope filters and never changes a score."""

    @abstractmethod
    def replace_version(self, version_id: str, passages: list[LexicalPassage]) -> None:
        """Make ``passages`` all that the index has of the version: wholly or, on failure, not at all.

        Raises ``ValueError`` when a passage names another version.
        """

    @abstractmethod
    def remove_version(self, version_id: str) -> None:
        """Forget the version; nothing happens when it is unknown."""

    @abstractmethod
    def search(self, query: str, scope: LexicalScope, limit: int) -> list[LexicalHit]:
        """The best ``limit`` passages in the scope that share a word with the query, best first.

        The query is words, never syntax. Equal scores are ordered by passage identifier.
        """

    @abstractmethod
    def count(self) -> int:
        """How many passages the index holds."""


def require_version(version_id: str, passages: list[LexicalPassage]) -> None:
    """Raise ``ValueError`` when a passage belongs to another version than the one being replaced."""
    strange = {passage.version_id for passage in passages} - {version_id}
    if strange:
        raise ValueError(f"Passages of {sorted(strange)} can't replace those of version {version_id}.")
