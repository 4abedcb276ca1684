"""Which numbers open clauses, under which, and how one cites them."""

from __future__ import annotations

import pytest

from tests.documents.structure.outlines import by_path, clauses, paths, wrapped


def test_sections_and_their_bracketed_items():
    text = (
        "1. Term\n\n1.1 Start. It starts.\n\n1.2 End. It ends if:\n\n(a) one;\n\n(b) two:\n\n(i) three\n\n(ii) four"
        "\n\n2. Fees\n\n2.1 Paid."
    )
    assert paths(text) == ["1", "1.1", "1.2", "1.2(a)", "1.2(b)", "1.2(b)(i)", "1.2(b)(ii)", "2", "2.1"]


def test_a_clause_holds_its_descendants_and_its_own_heading():
    text = "4. Liability\n\n4.3 Cap. The cap is 5.\n\n(a) Not for fraud.\n\n(b) Nor for death.\n\n5. Law"
    node, words = by_path(text, "4.3")
    assert words == "4.3 Cap. The cap is 5.\n\n(a) Not for fraud.\n\n(b) Nor for death."
    assert (node.label, node.heading, node.kind) == ("4.3", "Cap", "section")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ARTICLE I\nSCOPE\nSection 1.01 One. A.\nSection 1.02 Two. B.\nARTICLE II\nFEES\nSection 2.01 Three. C.",
         ["ARTICLE I", "1.01", "1.02", "ARTICLE II", "2.01"]),
        ("Clause 7 Notices. Written.\nClause 8 Law. English.", ["7", "8"]),
        ("§ 5 Duties\nThe keeper keeps.\n§ 6 Rights\nThe keeper may.", ["§ 5", "§ 6"]),
        ("Sec. 1. Short title. This is it.\nSec. 2. Scope. All.", ["1", "2"]),
        ("1) First thing.\n2) Second thing.\n3) Third thing.", ["1)", "2)", "3)"]),
        ("3. Grant\nA. We grant.\nB. You take.\n4. End\nA. It ends.\nB. Again.",
         ["3", "3(A)", "3(B)", "4", "4(A)", "4(B)"]),
        ("1. Pay\na. monthly\nb. by card\n2. Keep\na. safe\nb. dry", ["1", "1(a)", "1(b)", "2", "2(a)", "2(b)"]),
        ("§ 405 Access\n(a) In general. Yes.\n(b) Exception. No.", ["§ 405", "§ 405(a)", "§ 405(b)"]),
        ("3.0 SCOPE\n3.1 We deliver.\n3.2 You take.\n4.0 PRICE\n4.1 You pay.", ["3.0", "3.1", "3.2", "4.0", "4.1"]),
        ("1 Definitions\n1.1 Words mean things.\n2 Services\n2.1 We serve.", ["1", "1.1", "2", "2.1"]),
    ],
)  # fmt: skip
def test_each_way_of_numbering(text, expected):
    assert paths(text) == expected


def test_i_after_h_is_a_letter():
    text = "1. List\n" + "\n".join(f"({letter}) Item {letter}." for letter in "abcdefghij")
    assert paths(text)[-2:] == ["1(i)", "1(j)"]


def test_i_before_ii_is_a_roman_numeral_even_after_h():
    text = "1. List\n" + "\n".join(f"({letter}) Item." for letter in "abcdefgh") + "\n(i) Sub.\n(ii) Sub."
    assert paths(text)[-3:] == ["1(h)", "1(h)(i)", "1(h)(ii)"]


def test_i_after_h_is_a_letter_though_its_own_list_begins_with_i():
    text = (
        "1. List\n"
        + "\n".join(f"({c}) Item." for c in "abcdefgh")
        + "\n(i) Ninth:\n(i) Sub.\n(ii) Sub.\n(j) Tenth."
    )
    assert paths(text)[-5:] == ["1(h)", "1(i)", "1(i)(i)", "1(i)(ii)", "1(j)"]


def test_a_list_that_begins_again_within_an_item_is_a_list_within():
    text = "1. One\n2. Two\nA. Parts:\n1. Nut\n2. Bolt\nB. More parts:\n1. Screw\n3. Three"
    assert paths(text) == ["1", "2", "2(A)", "2(A)(1)", "2(A)(2)", "2(B)", "2(B)(1)", "3"]


def test_gaps_and_repeats_stay_as_printed():
    assert paths("1. One thing.\n2. Two things.\n4. Four things.\n5. Five things.") == ["1", "2", "4", "5"]


def test_a_head_that_was_not_printed_does_not_swallow_the_next():
    assert paths("1.1 Alpha goes.\n1.2 Beta goes.\n2. Gamma\n2.1 Delta goes.") == ["1.1", "1.2", "2", "2.1"]


@pytest.mark.parametrize(
    "line",
    ["1.5 million pounds are due.", "12 March 2024 is the date.", "30 days later it ends.", "2.5% is the rate.",
     "5. of the Act applies.", "Section 4 of the Act applies.", "Article 6 shall not apply.", "3 p.m. is the hour."],
)  # fmt: skip
def test_numbers_that_are_no_labels_open_nothing(line):
    assert paths(f"1. Term\nIt runs.\n{line}\n2. Fees\nThey fall due.") == ["1", "2"]


def test_a_number_at_a_broken_lines_start_opens_nothing():
    text = (
        wrapped(
            "1. Payment. The buyer shall pay the price that is set out in clause number",
            "2. Delivery. The seller delivers to the place that the buyer names in its order of goods.",
            width=42,
        )
        + "\nand in Section\n4.2 and the terms of Section\n3. Notices. Each notice is written and goes to the address."
    )
    assert paths(text) == ["1", "2", "3"]


def test_lists_within_a_sentence_open_nothing():
    assert paths("1. Use. You may (a) read it; (b) copy it; and (c) keep it.\n2. End. It ends.") == ["1", "2"]


def test_whole_pages_on_one_line_still_have_their_sections():
    text = (
        "1. Place of Work 1.1 The usual place is home. 1.2 The employee travels. 2. Hours 2.1 They are usual. "
        "2.2 More may be asked. 3. Salary 3.1 It is paid as stated in clause 2.2 and in Section 9. 3.2 Yearly."
    )
    assert paths(text) == ["1", "1.1", "1.2", "2", "2.1", "2.2", "3", "3.1", "3.2"]


def test_lost_line_breaks_are_found_by_their_gaps():
    text = (
        "ARTICLE 1 THE SALE    Section 1.1      The Goods.    (a)    The seller sells them.    (b)    The buyer "
        "buys them.    Section 1.2      Price.    It is fixed.    ARTICLE 2 THE END    Section 2.1    End. It ends."
    )
    assert paths(text) == ["ARTICLE 1", "1.1", "1.1(a)", "1.1(b)", "1.2", "ARTICLE 2", "2.1"]


def test_pdf_lines_make_clauses_and_paragraphs():
    text = wrapped(
        "1. Services. At the direction of the client the consultant serves the client in its business of boats.",
        "2. Confidentiality.",
        "(a) The consultant keeps all things secret that it learns of the client and its many boats and ships.",
        "(b) The consultant gives back all papers.",
        "3. Term. It runs for a year.",
    )
    assert paths(text) == ["1", "2", "2(a)", "2(b)", "3"]


def test_a_number_that_starts_anew_in_each_article_is_cited_with_it():
    text = "ARTICLE I\nSCOPE\n1. One is so.\n2. Two is so.\nARTICLE II\nFEES\n1. Other one.\n2. Other two."
    assert paths(text) == [
        "ARTICLE I",
        "ARTICLE I, 1",
        "ARTICLE I, 2",
        "ARTICLE II",
        "ARTICLE II, 1",
        "ARTICLE II, 2",
    ]


def test_a_reference_in_a_short_clause_is_none_of_its_children():
    text = "1. Use\n1.1 Rules. Keep them.\n2. Pause\n2.1 When. If Section 2.1 (When) is broken; or never.\n3. End\nNow."
    assert paths(text) == ["1", "1.1", "2", "2.1", "3"]


@pytest.mark.parametrize("lead", ["**", "# ", "\ufeff", "> "])
def test_signs_before_the_first_number_are_part_of_its_clause(lead):
    text = f"{lead}1. Term\nIt runs.\n2. Fees\nThey fall due."
    assert clauses(text)[0].start == 0
    assert paths(text) == ["1", "2"]


def test_spaced_brackets_are_read_as_printed():
    nodes = clauses("1. List\n( a ) One is.\n( b ) Two is.")
    assert [node.path for node in nodes if node.path] == ["1", "1(a)", "1(b)"]
