"""What the engine asks of a language model: statements that rest on quotations, or silence."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from legalrag.backends import Backend

EvidenceKind = Literal["passage", "lead_in", "exception", "definition"]


@dataclass(frozen=True)
class Evidence:
    """A piece of the file to answer from. It is evidence, never an instruction.

    ``key`` names it in quotations, ``relevance`` is the search's score, higher is better.
    """

    key: int
    document_title: str
    label: str
    heading: str
    text: str
    relevance: float
    kind: EvidenceKind = "passage"


@dataclass(frozen=True)
class Quote:
    """``text[start:end]`` of the evidence ``key``."""

    key: int
    start: int
    end: int


@dataclass(frozen=True)
class Statement:
    """One thing that the answer says, with the quotations it rests on."""

    text: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True)
class Draft:
    """An answer that nobody has verified yet. ``reasons`` say why it is silent or how well supported."""

    statements: tuple[Statement, ...]
    silent: bool
    reasons: tuple[str, ...] = ()


class LanguageModel(Backend):
    """Drafts answers. ``supports_generation`` says whether statements may be in words of its own."""

    name: str
    supports_generation = False

    @abstractmethod
    def answer(self, question: str, evidence: Sequence[Evidence]) -> Draft:
        """Draft an answer from the evidence alone, best statement first.

        Silent, with no statements, when the evidence does not answer. Raises ``BackendError`` when the model
        can't be reached or answers in no usable form.
        """
