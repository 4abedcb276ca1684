"""What holds for the clauses of any text at all."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.parsers.base import Block, Page, ParsedDocument
from documents.structure import CLAUSE_KINDS, build_clauses
from tests.documents.structure.outlines import clauses

PIECES = st.sampled_from(
    ["ARTICLE I", "Article 2", "Section 1.1", "§ 5", "1.", "2.", "1.1", "1.2", "3.0", "(a)", "(b)", "(i)", "(h)",
     "(A)", "a)", "i.", "A.", "1)", "7 NOTICES", "SCHEDULE A", "Exhibit 1", "TABLE OF CONTENTS", "Term .... 4",
     "RECITALS",
     "WHEREAS, x", "NOW, THEREFORE", "IN WITNESS WHEREOF", "By: ____", "• point", "Page 3", "-4-", "The tenant pays",
     "rent; and", "monthly.", "1.5 million", "Governing Law", "MISCELLANEOUS", "12 March 2020", "\u00a0", "____", "𝔘"]
)  # fmt: skip
JOINTS = st.sampled_from(["\n", "\n\n", " ", "   ", "\r\n", "\t", "\f", ". ", "\u2028", "\r"])
TEXTS = st.lists(st.tuples(PIECES, JOINTS), max_size=40).map(lambda pairs: "".join(a + b for a, b in pairs))


def joined(words: str) -> str:
    """The letters and digits, by which a label as cited is found in the label as printed."""
    return "".join(character for character in words if character.isalnum())


def assert_holds(document: ParsedDocument) -> None:
    text, nodes = document.text, build_clauses(document)
    covered_to = 0
    for position, node in enumerate(nodes):
        assert node.position == position
        assert node.kind in CLAUSE_KINDS
        words = text[node.start : node.end]
        assert words
        assert words == words.strip()
        if node.label:
            assert joined(node.label) in joined(words[: len(node.label) + 20])
            assert node.path
        if node.parent is None:
            assert node.level == 1
            assert not text[covered_to : node.start].strip()
            covered_to = node.end
        else:
            parent = nodes[node.parent]
            assert node.parent < position
            assert node.level == parent.level + 1
            assert parent.start <= node.start
            assert node.end <= parent.end
        assert (
            document.pages[node.page_first - 1].start <= node.start < document.pages[node.page_first - 1].end
        )
        assert document.pages[node.page_last - 1].start < node.end <= document.pages[node.page_last - 1].end
    assert not text[covered_to:].strip()
    for before, after in pairwise(nodes):
        assert before.end <= after.start or after.parent == before.position or before.end >= after.end


def pages_of(text: str, cuts: list[int]) -> tuple[Page, ...]:
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    if len(places) == 1:
        return (Page(1, 0, 0),)
    return tuple(Page(n, start, end) for n, (start, end) in enumerate(pairwise(places), 1))


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 5000), max_size=3))
def test_clauses_nest_and_cover_every_legal_looking_text(text, cuts):
    assert_holds(ParsedDocument(text=text, pages=pages_of(text, cuts)))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_clauses_nest_and_cover_any_text(text):
    assert_holds(ParsedDocument(text=text, pages=pages_of(text, [])))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(PIECES, st.sampled_from(["heading", "paragraph", "list_item", "table_row"])), max_size=25
    )
)
def test_clauses_nest_and_cover_any_blocks(pieces):
    text, blocks = "", []
    for words, kind in pieces:
        start = len(text)
        text += words
        label = words.split()[0] if kind == "list_item" and words.split() else ""
        blocks.append(Block(start, len(text), kind, label if words.startswith(label) else "", 1))
        text += "\n"
    assert_holds(ParsedDocument(text=text, pages=pages_of(text, []), blocks=tuple(blocks)))


@pytest.mark.parametrize("text", ["", " \n\t\u00a0\n"])
def test_a_text_without_words_has_no_clauses(text):
    assert clauses(text) == []


def long_agreement(sections: int) -> str:
    parts = []
    for article in range(1, sections // 10 + 1):
        parts.append(f"ARTICLE {article}\n\nOBLIGATIONS OF KIND {article}\n\n")
        for section in range(1, 11):
            sentence = "The supplier shall keep what it has promised under this agreement. " * 8
            parts.append(
                f"Section {article}.{section} Duty. {sentence}\n\n(a) first, {sentence}\n\n(b) second.\n\n"
            )
    return "".join(parts)


def test_a_megabyte_takes_less_than_three_seconds():
    text = long_agreement(900)
    assert len(text) > 900_000
    started = time.perf_counter()
    nodes = clauses(text)
    assert time.perf_counter() - started < 3
    assert sum(node.kind == "section" for node in nodes) == 900


@pytest.mark.parametrize(
    "piece",
    ["(a) ", "1.\n", "((((", "Exhibit A\n", "i. ", "1.1.1.1 ", "SCHEDULE A\n\nSCHEDULE B\n\n", ".", ". ", "_",
     "1", "i", "(i", "…", " ", "\t", "Whereas ", "[x](#", "A. B. C. ", "Section 1 ", "ARTICLE I\n",
     "x .... 3\n", "TERM\n"],
)  # fmt: skip
def test_a_text_made_to_be_slow_is_not(piece):
    text = piece * (120_000 // len(piece)) + "x"
    started = time.perf_counter()
    clauses(text)
    assert time.perf_counter() - started < 10  # what is quadratic takes minutes
