"""Defined terms: found where they are used, by the sentence that defines them."""

from __future__ import annotations

import pytest

from tests.retrieval.clauses import Sketch
from tests.retrieval.sketches import Document, item, section


@pytest.mark.parametrize(
    ("definition", "term"),
    [
        ("“Affiliate” means a company under common control.", "Affiliate"),
        ('"Affiliate" shall mean a company under common control.', "Affiliate"),
        ('The term "Affiliate" has the meaning given in the Act.', "Affiliate"),
        ("**Affiliate** means a company under common control.", "Affiliate"),
        ("**“Affiliate”** means a company under common control.", "Affiliate"),
        ("**Affiliate**: a company under common control.", "Affiliate"),
        ("Affiliate means a company under common control.", "Affiliate"),
        ("A company under common control (an “Affiliate”) may order.", "Affiliate"),
        ("Acme and its companies (together, the “Affiliates,” or singly a member) may order.", "Affiliates"),
    ],
)
def test_a_defined_term_is_found_in_the_passage_that_uses_it(definition, term):
    document = Document(section("1.1", definition), section("2", "Each Affiliate may order."))
    (found,) = document.rules.definitions("Each Affiliate may order.")
    assert definition in document.text[found.start : found.end]
    assert found.why == f"defines “{term}”"


def test_a_term_counts_in_plural_and_with_the_capitals_it_was_defined_with():
    document = Document(section("1", "“Service” means the hosting of data."))
    assert document.rules.definitions("The Services are charged.")
    assert not document.rules.definitions("Room service is charged.")


def test_the_longer_term_wins():
    document = Document(
        section("1.1", "“Information” means any fact."),
        section("1.2", "“Confidential Information” means a secret."),
    )
    found = document.rules.definitions("Confidential Information is kept.")
    assert [one.why for one in found] == ["defines “Confidential Information”"]


def test_a_definition_with_items_is_given_with_them():
    definition = section(
        "1.1", "“Loss” means:", item("(a)", "damage;", "1.1(a)"), item("(b)", "cost.", "1.1(b)")
    )
    document = Document(definition, section("2", "A Loss is paid."))
    (found,) = document.rules.definitions("A Loss is paid.")
    assert document.text[found.start : found.end].endswith("(b) cost.")


def test_of_a_list_of_definitions_only_the_sentence_is_given():
    document = Document(
        Sketch("In this contract: “Fee” means the price. “Site” means the yard.", "paragraph")
    )
    assert document.printed(document.rules.definitions("at the Site")) == ["“Site” means the yard."]


def test_quoted_words_that_define_nothing_are_not_terms():
    document = Document(section("1", "The sign “Exit” is lit. He said “Stop” twice."))
    assert document.rules.definitions("The Exit and the Stop") == []


def test_a_definition_inside_the_passage_is_not_repeated():
    document = Document(section("1", "“Fee” means the price."))
    assert document.rules.definitions(document.text, shown=(0, len(document.text))) == []
