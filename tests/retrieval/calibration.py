"""Questions of our own over texts of our own, asked through search as the product asks them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from retrieval.embedders import Embedder
from retrieval.llms import Evidence
from retrieval.passages import indexed_text, split_clauses
from retrieval.search.fusion import reciprocal_rank_fusion
from retrieval.search.lexical import LexicalPassage, LexicalScope
from retrieval.search.lexical.fake import FakeLexicalIndex
from tests.retrieval.clauses import Node

FOLDER = Path(__file__).resolve().parents[1] / "data" / "calibration"
EVIDENCE = 6
_CLAUSE = re.compile(r"(?:(\d+)\. ([^.]+)\.|# (.+)).*")


@dataclass(frozen=True)
class Question:
    """``expect`` is a part of the sentence that answers it, or None when the text is silent."""

    text: str
    question: str
    expect: str | None


def questions() -> list[Question]:
    """All questions of the calibration set."""
    lines = (FOLDER / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [Question(**json.loads(line)) for line in lines]


class Shelf:
    """One text with its passages, searched by words and by meaning."""

    def __init__(self, name: str, embedder: Embedder) -> None:
        self.text = (FOLDER / "texts" / f"{name}.md").read_text(encoding="utf-8").strip()
        self.embedder = embedder
        self.title = self.text.partition("\n")[0].removeprefix("# ")

    @cached_property
    def clauses(self) -> list[Node]:
        return [
            Node(
                position,
                None,
                "section",
                found[1] or "",
                found[1] or "",
                found[2] or found[3],
                0,
                *found.span(),
            )
            for position, found in enumerate(_CLAUSE.finditer(self.text))
        ]

    @cached_property
    def passages(self):
        return split_clauses(self.text, self.clauses, self.title, self.embedder.count_tokens)

    @cached_property
    def vectors(self) -> np.ndarray:
        return self.embedder.embed_passages(
            [indexed_text(one.context, self.text[one.start : one.end]) for one in self.passages]
        )

    @cached_property
    def lexical(self) -> FakeLexicalIndex:
        index = FakeLexicalIndex()
        index.replace_version(
            "v",
            [
                LexicalPassage(
                    str(one.position),
                    "v",
                    "d",
                    "m",
                    self.text[one.start : one.end],
                    one.context,
                    "",
                    "",
                    None,
                    None,
                )
                for one in self.passages
            ],
        )
        return index

    def evidence(self, question: str) -> list[Evidence]:
        """The passages that search finds for a question, best first."""
        near = np.argsort(-(self.vectors @ self.embedder.embed_query(question)), kind="stable")
        hits = self.lexical.search(question, LexicalScope(frozenset({"m"})), 50)
        fused = reciprocal_rank_fusion([[str(one) for one in near], [hit.passage_id for hit in hits]])
        return [self._piece(int(one.key), one.score) for one in fused[:EVIDENCE]]

    def _piece(self, position: int, score: float) -> Evidence:
        passage = self.passages[position]
        clause = self.clauses[passage.clause]
        text = self.text[passage.start : passage.end]
        return Evidence(position, self.title, clause.label, clause.heading, text, score)


class RememberingEmbedder:
    """An embedder that reads each text once: many questions look at the same sentences."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.known: dict[str, np.ndarray] = {}

    def __getattr__(self, name: str):
        return getattr(self.embedder, name)

    def embed_passages(self, texts: list[str]) -> np.ndarray:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        self.known.update(zip(new, self.embedder.embed_passages(new), strict=True))
        return np.array([self.known[text] for text in texts])

    def embed_query(self, text: str) -> np.ndarray:
        if (key := f"question: {text}") not in self.known:
            self.known[key] = self.embedder.embed_query(text)
        return self.known[key]
