"""Dates, labels, pages and citations in words."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone

from legalrag.templatetags import portal


def test_dates_are_written_out_in_text_and_short_in_tables():
    assert portal.long_date(date(2026, 11, 4)) == "4 November 2026"
    assert portal.short_date(date(2026, 6, 4)) == "4 Jun 2026"
    assert portal.short_date(None) == "–"


def test_a_log_gives_the_second_and_the_zone():
    with timezone.override("Europe/London"):
        assert portal.log_time(datetime(2026, 7, 1, 8, 0, 9, tzinfo=UTC)) == "1 July 2026, 09:00:09 BST"


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("7.2", "cl. 7.2"),
        ("4.3(b)", "cl. 4.3(b)"),
        ("(a)", "cl. (a)"),
        ("A", "cl. A"),
        ("§ 405(b)", "§ 405(b)"),
        ("ARTICLE IV", "ARTICLE IV"),
        ("Schedule A, 2", "Schedule A, 2"),
        ("12.", "cl. 12"),
        ("", ""),
    ],
)
def test_a_clause_is_cited_as_its_document_labels_it(label, words):
    assert portal.clause_reference(label).replace("\u00a0", " ") == words


def test_an_abbreviation_keeps_its_number_on_the_same_line():
    assert portal.clause_reference("7.2") == "cl.\u00a07.2"
    assert portal.page_range(3) == "p.\u00a03"


def test_pages_are_named_once_or_as_a_range():
    assert portal.page_range(3, 3) == "p.\u00a03"
    assert portal.page_range(3, 5) == "pp.\u00a03 to 5"
    assert portal.page_range(None) == ""


def test_a_citation_names_document_execution_clause_page_and_version():
    text = portal.citation_text("Haulage agreement", "§ 5.2", 3, date(2025, 6, 1), "2026-0004/1.2")
    assert text == "Haulage agreement (executed 1 June 2025), § 5.2, p. 3 [2026-0004/1.2]"


def test_a_citation_leaves_out_what_is_not_known():
    assert portal.citation_text("Site note", "") == "Site note"


def test_a_period_in_force_ends_on_its_last_day():
    start, end = date(2025, 6, 1), date(2025, 9, 1)
    assert portal.in_force_period(start, end) == "in force 1 Jun 2025 to 31 Aug 2025"
    assert portal.in_force_period(start) == "in force since 1 Jun 2025"
    assert portal.in_force_period(date(2999, 1, 1)) == "in force from 1 Jan 2999"
    assert portal.in_force_period(None, end) == "not in force"
    assert portal.in_force_period(date.min, date.min) == "not in force"
    assert portal.in_force_period(start, short=True) == "since 1 Jun 2025"


def test_a_hash_is_shortened_to_its_ends():
    assert portal.short_hash("9f3c" + "0" * 56 + "e21a") == "9f3c…e21a"


def test_initials_are_two_letters_at_most():
    assert portal.initials("Ana Maria de Souza") == "AS"
    assert portal.initials("ana") == "A"
    assert portal.initials("") == ""


def test_paragraphs_follow_blank_lines_and_escape_everything():
    assert portal.paragraphs("one\ntwo\n \nthree <b>") == "<p>one\ntwo</p><p>three &lt;b&gt;</p>"
    assert portal.paragraphs(" \n\n ") == ""


def test_numbers_agree_with_their_nouns():
    assert portal.counted(1, "document") == "1 document"
    assert portal.counted(2140, "file") == "2,140 files"
    assert portal.counted(2, "person,people") == "2 people"


@pytest.mark.parametrize("tag", ['{% icon "unicorn" %}', '{% status "mislaid" %}'])
def test_an_unknown_icon_or_state_is_refused(tag):
    with pytest.raises(ValueError, match=r"unicorn|mislaid"):
        Template("{% load portal %}" + tag).render(Context())


def test_a_day_that_nobody_recorded_is_not_shown_as_the_year_one():
    assert portal.in_force_period(date.min) == "in force since a day that is not recorded"
    assert portal.in_force_period(date.min, date(2025, 9, 1)) == "in force to 31 Aug 2025"
