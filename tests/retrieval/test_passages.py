"""Passages: nothing is lost, nothing crosses a clause, nothing is silently cut by the model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.passages import indexed_text, sentence_spans, split_clauses
from tests.retrieval.clauses import Sketch, build


def count_words(texts: list[str]) -> list[int]:
    """Tokens of a plain model: one a word, long words in pieces of eight, two marks around the text."""
    return [2 + sum(1 + (len(word) - 1) // 8 for word in text.split()) for text in texts]


def texts_of(text, drafts):
    return [text[draft.start : draft.end] for draft in drafts]


WORDS = st.sampled_from(
    ["The Supplier", "shall pay", "v. Acme", "§ 107", "e.g.", "fee;", "notice.", "Ends.", "(b)", "naïve",
     "\n", "  ", "_" * 60, "1.5 million", "“Term”", "\u00a0", "🏛", "except;"]
)  # fmt: skip
PROSE = st.lists(WORDS, min_size=1, max_size=80).map(" ".join).map(str.strip).filter(bool)
LEAVES = st.builds(
    Sketch,
    own=PROSE,
    kind=st.sampled_from(["section", "item", "paragraph", "heading"]),
    label=st.sampled_from(["", "4.1", "(a)", "(i)"]),
    heading=st.sampled_from(["", "Term", "A heading that goes on " * 12]),
)
TREES = st.lists(
    st.recursive(
        LEAVES,
        lambda below: st.builds(
            Sketch,
            own=PROSE,
            kind=st.sampled_from(["article", "section", "item", "schedule"]),
            label=st.sampled_from(["", "4", "(a)"]),
            heading=st.sampled_from(["", "Liability"]),
            children=st.lists(below, min_size=1, max_size=4),
            after=st.sampled_from(["", "And so on. It ends here."]),
        ),
        max_leaves=10,
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=150, deadline=None)
@given(
    TREES,
    st.sampled_from(["", "Master Services Agreement of Acme and Bolt", "word " * 300]),
    st.integers(16, 90),
    st.sampled_from(["\n\n", " ", ""]),
)
def test_every_visible_character_is_in_exactly_one_passage_within_its_clause_and_budget(
    sketches, header, budget, between
):
    text, clauses = build(sketches, between)
    drafts = split_clauses(text, clauses, header, count_words, budget)
    covered = [0] * len(text)
    for draft in drafts:
        for offset in range(draft.start, draft.end):
            covered[offset] += 1
    assert all(times == 1 for times, char in zip(covered, text, strict=True) if not char.isspace())
    for draft in drafts:
        for clause in clauses:
            apart = draft.end <= clause.start or clause.end <= draft.start
            inside = clause.start <= draft.start and draft.end <= clause.end
            contains = draft.start <= clause.start and clause.end <= draft.end
            assert apart or inside or contains
        own = clauses[draft.clause]
        assert own.start <= draft.start < draft.end <= own.end
    sizes = count_words([indexed_text(d.context, text[d.start : d.end]) for d in drafts])
    assert max(sizes) <= budget
    assert [draft.position for draft in drafts] == list(range(len(drafts)))
    assert [draft.start for draft in drafts] == sorted(draft.start for draft in drafts)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab.A ;\n(i)§ü🏛?\u2028\u00a0", max_size=120))
def test_sentences_leave_out_white_space_only(text):
    spans = sentence_spans(text)
    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(text[start:end].strip() == text[start:end] for start, end in spans)


def test_sentence_borders_respect_citations_and_amounts():
    text = "The rule in Campbell v. Acuff-Rose applies to § 107. The fee is $1.5 million."
    assert [text[a:b] for a, b in sentence_spans(text)] == [
        "The rule in Campbell v. Acuff-Rose applies to § 107.",
        "The fee is $1.5 million.",
    ]


def test_list_items_on_their_own_lines_are_sentences_of_their_own():
    text = "Either party may end it:\n(a) on notice\n(b) on breach"
    assert [text[a:b] for a, b in sentence_spans(text)] == [
        "Either party may end it:",
        "(a) on notice",
        "(b) on breach",
    ]


def test_a_line_break_inside_a_sentence_does_not_end_it():
    text = "The Supplier shall\ndeliver the Goods."
    assert sentence_spans(text) == [(0, len(text))]


LIABILITY = Sketch(
    "7 LIABILITY",
    "article",
    "7",
    "LIABILITY",
    children=[
        Sketch(
            "7.1 Neither party is liable for:",
            label="7.1",
            children=[Sketch("(a) lost profit;", "item", "(a)"), Sketch("(b) lost data.", "item", "(b)")],
        ),
        Sketch("7.2 The cap is the fees of a year.", label="7.2"),
    ],
)


def test_a_clause_stays_together_with_its_bracketed_items_when_they_fit():
    text, clauses = build([LIABILITY])
    passages = texts_of(text, split_clauses(text, clauses, "MSA", count_words, 60))
    assert "7.1 Neither party is liable for:\n\n(a) lost profit;\n\n(b) lost data." in passages


def test_numbered_children_are_passages_of_their_own_though_all_would_fit():
    text, clauses = build([LIABILITY])
    drafts = split_clauses(text, clauses, "MSA", count_words, 200)
    assert [clauses[draft.clause].label for draft in drafts] == ["7", "7.1", "7.2"]


def test_a_clause_over_the_budget_gives_its_lead_in_and_its_items():
    text, clauses = build([LIABILITY])
    passages = texts_of(text, split_clauses(text, clauses, "", count_words, 16))
    assert passages == [
        "7 LIABILITY",
        "7.1 Neither party is liable for:",
        "(a) lost profit;",
        "(b) lost data.",
        "7.2 The cap is the fees of a year.",
    ]


def test_an_item_on_its_own_carries_the_words_that_lead_into_it():
    items = [Sketch(f"({letter}) loss of profit or of data;", "item", f"({letter})") for letter in "abcdefgh"]
    text, clauses = build([Sketch("7.1 Neither party is liable for:", label="7.1", children=items)])
    drafts = split_clauses(text, clauses, "MSA", count_words, 45)
    assert [draft.context for draft in drafts] == ["MSA", *["MSA > 7.1 Neither party is liable for:"] * 8]


def test_the_context_names_the_document_and_the_headings_above():
    text, clauses = build([LIABILITY])
    last = split_clauses(text, clauses, "Master Services\n Agreement", count_words, 60)[-1]
    assert last.context == "Master Services Agreement > 7 LIABILITY"


def test_a_title_above_its_clauses_is_marked_and_a_clause_with_words_of_its_own_is_not():
    text, clauses = build([LIABILITY])
    drafts = split_clauses(text, clauses, "MSA", count_words, 16)
    assert [text[d.start : d.end] for d in drafts if d.heading_only] == ["7 LIABILITY"]


def test_a_long_clause_is_cut_between_sentences():
    sentence = "The Supplier shall keep each record for seven years."
    text, clauses = build([Sketch(" ".join([sentence] * 12), label="9")])
    passages = texts_of(text, split_clauses(text, clauses, "MSA", count_words, 40))
    assert len(passages) > 1
    assert all(set(passage.split(". ")) <= {sentence, sentence[:-1]} for passage in passages)


def test_a_sentence_longer_than_the_budget_is_cut_at_semicolons_before_words():
    text, clauses = build([Sketch("the lessee pays rent and rates; " * 9 + "all in time")])
    passages = texts_of(text, split_clauses(text, clauses, "", count_words, 30))
    assert all(passage.endswith(";") for passage in passages[:-1])


def test_a_run_without_white_space_is_cut_all_the_same():
    text, clauses = build([Sketch("_" * 5000)])
    drafts = split_clauses(text, clauses, "", count_words, 40)
    assert "".join(texts_of(text, drafts)) == text


def test_text_outside_all_clauses_is_refused():
    text, clauses = build([Sketch("One."), Sketch("Two.")])
    with pytest.raises(ValueError, match="leave out the text at 4"):
        split_clauses(text, clauses[:1], "", count_words)


def test_a_budget_that_holds_no_words_is_refused():
    text, clauses = build([Sketch("One.")])
    with pytest.raises(ValueError, match="budget of 16"):
        split_clauses(text, clauses, "", count_words, budget=8)


def test_a_document_without_text_has_no_passages():
    assert split_clauses(" \n", [], "MSA", count_words) == []
