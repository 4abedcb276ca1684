"""What is read with a clause: never from elsewhere, never because a word looks alike."""

from __future__ import annotations

import time

import pytest

from retrieval.search.expansion_rules import ExpansionRules
from tests.retrieval.clauses import Sketch
from tests.retrieval.sketches import Document, item, section

CAP = section("8.1", "Each party’s liability is limited to the fees paid.")
PAYMENT = section("5.1", "The Customer pays within 30 days.")


@pytest.mark.parametrize(
    "words",
    [
        "Notwithstanding Section 8.1, liability for fraud is unlimited.",
        "Notwithstanding the limits in Section 8.1 (Liability Cap), liability for fraud is unlimited.",
        "Section 8.1 does not apply to fraud.",
        "The cap in Section 8.1 (Liability Cap) shall not apply to fraud.",
        "Nothing in Clause 8.1 limits liability for fraud.",
        "As an exception to § 8.1, liability for fraud is unlimited.",
        "Sections 5.1 and 8.1 do not apply to fraud.",
        "Despite sections 5.1 through 8.1, fraud is not limited.",
        "Fraud is not subject to Section 8.1.",
        "Section 8.1 is subject to this Section 9.",
    ],
)
def test_a_clause_that_overrides_another_is_its_exception(words):
    assert Document(CAP, PAYMENT, section("9", words)).limits("8.1") == ["9"]


@pytest.mark.parametrize(
    "words",
    [
        "Subject to Section 9, liability is limited.",
        "Subject to the terms and conditions of Section 9, liability is limited.",
        "Except as provided in Section 9 (Exceptions), liability is limited.",
        "Liability is limited, except as otherwise expressly set forth in Clause 9.",
        "Liability is limited, other than as stated in Section 9.",
        "Unless Section 9 says otherwise, liability is limited.",
        "Save for paragraph 9, liability is limited.",
    ],
)
def test_what_a_clause_is_subject_to_is_its_exception(words):
    document = Document(section("8.1", words), section("9", "Fraud is not limited."))
    assert document.limits("8.1") == ["9"]
    assert document.limits("9") == []


@pytest.mark.parametrize(
    "words",
    [
        "In exceptional cases Section 8.1 is explained to the Customer.",
        "Exceptionally gifted staff work under Section 8.1.",
        "The fees of Section 8.1 are paid monthly.",
        "Section 8.1 shall apply to all claims.",
        "Notwithstanding Section 8.1 of the Loan Agreement, fraud is not limited.",
        "Section 8.1 of Exhibit Act does not apply to fraud.",
        "Notwithstanding Section 8.10, fraud is not limited.",
        "Except on Sundays. Section 8.1 governs claims.",
        "If the Customer breaches Section 8.1, the discount does not apply.",
        "Notwithstanding the weather, the cap stands.",
    ],
)
def test_a_clause_that_limits_nothing_is_no_exception(words):
    assert Document(CAP, section("9", words)).limits("8.1") == []


@pytest.mark.parametrize("word", ["In exceptional cases", "Exceptionally,", "With exceptionless candour,"])
def test_exceptional_is_not_except(word):
    document = Document(CAP, section("9", f"{word} Section 8.1 is explained to the Customer."))
    assert document.limits("9") == document.limits("8.1") == []


def test_an_exception_to_the_whole_article_limits_its_sections():
    article = Sketch("8 LIABILITY", "article", "8", "LIABILITY", children=[CAP])
    assert Document(article, section("9", "Article 8 does not apply to fraud.")).limits("8.1") == ["9"]


def test_an_exception_to_one_item_is_an_exception_of_its_clause_and_of_no_other_item():
    cap = section("8.1", "Excluded are:", item("(a)", "profit;", "8.1(a)"), item("(b)", "data.", "8.1(b)"))
    document = Document(cap, section("9", "Section 8.1(b) does not apply to fraud."))
    assert document.limits("8.1") == document.limits("8.1(b)") == ["9"]
    assert document.limits("8.1(a)") == []


def test_a_bracketed_reference_is_read_from_where_it_stands():
    first = section(
        "2",
        "A party may:",
        item("(a)", "assign;", "2(a)"),
        item("(b)", "sell, subject to paragraph (a).", "2(b)"),
    )
    other = section("3", "A party shall:", item("(a)", "pay.", "3(a)"))
    document = Document(first, other)
    assert document.limits("2(b)") == ["2(a)"]
    assert document.limits("3(a)") == []


def test_a_number_in_a_schedule_is_that_schedules_own():
    schedule = Sketch(
        "SCHEDULE A",
        "schedule",
        "SCHEDULE A",
        path="Schedule A",
        children=[
            section("1", "Prices are fixed.", path="Schedule A, 1"),
            section("2", "Paragraph 1 does not apply to fuel.", path="Schedule A, 2"),
        ],
    )
    document = Document(section("1", "The term is one year."), schedule)
    assert document.limits("1") == []
    assert document.limits("Schedule A, 1") == ["Schedule A, 2"]


def test_the_foregoing_is_the_clause_before():
    document = Document(
        section(
            "5",
            "Fees",
            CAP,
            section("5.2", "Fees are due. "),
            section("5.3", "Notwithstanding the foregoing, fees in dispute may be kept back."),
        )
    )
    assert document.limits("5.2") == ["5.3"]
    assert document.limits("8.1") == []


def test_a_sibling_headed_exceptions_limits_the_others():
    document = Document(
        section(
            "6",
            "CONFIDENTIALITY",
            section("6.1", "Each party keeps secrets."),
            section("6.2", "Exclusions. Public facts are not secret.", heading="Exclusions"),
        )
    )
    assert document.limits("6.1") == ["6.2"]


def test_an_item_that_begins_with_except_limits_what_stands_before_it():
    document = Document(
        section(
            "7",
            "No party assigns:",
            item("(a)", "this contract;", "7(a)"),
            item("(b)", "except to an affiliate.", "7(b)"),
        )
    )
    assert document.limits("7(a)") == ["7(b)"]


def test_a_rule_that_opens_with_its_own_exception_does_not_limit_its_neighbour():
    document = Document(
        section(
            "7",
            "Fees",
            section("7.1", "Fees are in euros."),
            section("7.2", "Except for refunds, fees are final."),
        )
    )
    assert document.limits("7.1") == []


def test_items_have_the_limits_of_the_words_that_lead_into_them():
    lead = section("3", "Subject to Section 9, the Supplier shall:", item("(a)", "deliver.", "3(a)"))
    assert Document(lead, section("9", "Strikes excuse delay.")).limits("3(a)") == ["9"]


def test_what_is_shown_already_is_not_repeated():
    document = Document(CAP, section("9", "Section 8.1 does not apply to fraud."))
    assert document.rules.exceptions(0, shown=(0, len(document.text))) == []


def test_only_the_items_that_are_shown_bring_their_exceptions():
    cap = section("8.1", "Excluded are:", item("(a)", "profit;", "8.1(a)"), item("(b)", "data.", "8.1(b)"))
    document = Document(cap, section("9", "Section 8.1(b) does not apply to fraud."))
    cut = document.text.index("(b)")
    assert document.rules.exceptions(0, shown=(0, cut)) == []
    assert len(document.rules.exceptions(0, shown=(0, cut + 9))) == 1


def test_an_exception_says_why():
    document = Document(CAP, section("9", "Section 8.1 does not apply to fraud."))
    (found,) = document.rules.exceptions(0)
    assert (found.kind, found.why) == ("exception", "limits 8.1")


def test_a_long_exception_is_given_by_its_opening_sentences():
    long = section("9", "Section 8.1 does not apply to fraud. " + "The parties add a detail here. " * 100)
    document = Document(CAP, long)
    (found,) = document.rules.exceptions(0)
    printed = document.text[found.start : found.end]
    assert printed.startswith("9 Section 8.1 does not apply to fraud.")
    assert len(printed) <= 1500
    assert printed.endswith("here.")


def test_an_item_is_led_in_by_the_words_above_it_and_not_by_a_title():
    inner = item("(a)", "the other:", "4.1(a)", item("(i)", "is insolvent.", "4.1(a)(i)"))
    article = Sketch("4 TERM", "article", "4", "TERM")
    article.children = [section("4.1", "A party may end this contract if:", inner)]
    document = Document(article)
    lead_ins = document.rules.lead_ins(document.position("4.1(a)(i)"))
    assert document.printed(lead_ins) == ["4.1 A party may end this contract if:", "(a) the other:"]
    assert document.rules.lead_ins(document.position("4")) == []


def test_a_document_without_clauses_has_nothing_to_add():
    rules = ExpansionRules("", [])
    assert rules.definitions("The Fee") == []


def test_a_long_document_is_read_within_seconds_and_asked_within_milliseconds():
    words = (
        "“Term{0}” means a thing. Subject to Section {1}, Term{0} is paid (the “Pay{0}”) " + "and on " * 60
    )
    sections = [section(f"{n}", words.format(n, n + 1)) for n in range(1, 801)]
    started = time.perf_counter()
    document = Document(*sections)
    built = time.perf_counter() - started
    started = time.perf_counter()
    for position in range(0, 800, 8):
        document.rules.exceptions(position)
        clause = document.clauses[position]
        document.rules.definitions(document.text[clause.start : clause.end])
    asked = (time.perf_counter() - started) / 100
    assert built < 5
    assert asked < 0.05
