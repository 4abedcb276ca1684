"""What each page shows and keeps to itself, drawn from plain contexts."""

from __future__ import annotations

import datetime

import pytest
from django.template.loader import get_template, render_to_string
from django.test import override_settings
from weasyprint import HTML

from tests.portal import sample_pages, samples

ASK = "retrieval/ask.html"
DETAIL = "documents/document_detail.html"
EVIL = "<script>alert(1)</script>"


def context(template: str, **changes: object) -> dict:
    return sample_pages.pages()[template] | changes


def words(element) -> str:
    return " ".join(element.text_content().split())


@pytest.mark.parametrize("template", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
@override_settings(ROOT_URLCONF="tests.portal.markup_urls")
def test_an_error_page_needs_no_context(template):
    assert "What you can do" in get_template(template).render()


def test_the_not_found_page_is_the_same_letter_for_letter_wherever_it_is_met(draw_text):
    first = draw_text("404.html", {}, address="/matters/2026-0004/")
    assert first == draw_text("404.html", {}, address="/matters/9999-9999/7/?v=3")


def test_a_page_that_may_not_be_seen_says_what_a_missing_page_says(draw_text):
    assert draw_text("403.html", {}) == draw_text("404.html", {})


def test_nobody_signed_in_sees_no_navigation(draw):
    page = draw("account/login.html", {"form": samples.SignInForm()}, user=None)
    assert not page.xpath("//nav")
    assert not page.xpath("//*[@role='search']")


def test_the_bar_marks_where_the_reader_is(draw):
    page = draw("audit/query_log_list.html", context("audit/query_log_list.html"))
    assert [words(link) for link in page.xpath("//*[@class='bar-nav']//a[@aria-current='page']")] == ["Audit"]


def test_a_refused_form_names_the_field_twice_in_the_same_words_and_links_to_it(draw):
    page = draw("documents/document_upload.html", context("documents/document_upload.html"))
    (link,) = page.xpath("//*[@role='alert']//a")
    field = page.get_element_by_id(link.get("href").lstrip("#"))
    assert page.findtext(".//title").startswith("Error: ")
    assert words(link) == "Effective date must be a real date, like 1 March 2025"
    assert field.get("aria-invalid") == "true"
    described = [words(page.get_element_by_id(name)) for name in field.get("aria-describedby").split()]
    assert described == ["Day, month, year", f"Error: {words(link)}"]


def test_an_answer_quotes_its_source_and_names_document_clause_and_page(draw):
    page = draw(ASK, context(ASK))
    assert words(page.xpath("//*[@class='statement-text']/q")[0]) == "The haulier collects within three days."
    (cite,) = page.xpath("//*[@id='cite-1']")
    assert cite.get("aria-label") == "Citation 1: Haulage agreement, clause 5.2, page 3"
    assert cite.get("href") == "?c=1#source"
    assert "Haulage agreement, cl. 5.2, p. 3" in words(page.xpath("//*[@class='source-line']")[0])


def test_only_the_citation_shown_beside_is_marked_as_current(draw):
    page = draw(ASK, context(ASK, source=samples.source(number=2)))
    marked = page.xpath("//*[@data-cite and @aria-current='true']/@data-cite")
    assert marked == ["2"]


def test_a_qualifier_that_limits_stands_under_its_statement(draw):
    page = draw(ASK, context(ASK))
    (limit,) = page.xpath("//li[@class='statement']//li[@class='limits']")
    assert words(limit).startswith("Exception. Frost days do not count.")


def test_what_was_not_searched_is_said_beside_the_answer(draw):
    page = draw(ASK, context(ASK))
    assert "Not searched: Map.pdf (not readable)." in words(page.get_element_by_id("answer"))


def test_every_answer_says_that_no_person_has_reviewed_it(draw):
    page = draw(ASK, context(ASK))
    assert "Not reviewed by a person" in words(page.get_element_by_id("answer"))


def test_a_silent_file_gives_no_statement(draw):
    silent = samples.answer(
        statements=[],
        silent=samples.Thing(text="No clause speaks of rain.", citation=None),
        not_found=[],
    )
    silent.reliability.word = "The file does not answer this"
    page = draw(ASK, context(ASK, answer=silent, source=None))
    assert not page.xpath("//*[@class='statements']")
    assert "The file does not answer this" in words(page.get_element_by_id("answer"))


def test_a_quotation_that_differs_from_the_stored_text_is_not_called_a_match(draw):
    page = draw(ASK, context(ASK, source=samples.source(matches=False)))
    assert "Quotation differs from the stored text" in words(page.get_element_by_id("source"))
    assert "letter for letter" not in words(page.get_element_by_id("source"))


def test_the_cited_span_is_marked_in_its_place(draw):
    page = draw(ASK, context(ASK))
    (mark,) = page.xpath("//*[@id='source']//mark")
    assert words(mark) == "The haulier collects within three days."


@override_settings(USE_THOUSAND_SEPARATOR=True, LANGUAGE_CODE="de")
def test_rectangles_keep_their_points_whatever_the_language(draw):
    box = samples.Thing(x0=0.25, y0=0.5, x1=0.75, y1=0.625)
    page = draw(ASK, context(ASK, source=samples.source(mode="page", rectangles=[box])))
    assert page.xpath("//polygon/@points") == ["0.25,0.5 0.75,0.5 0.75,0.625 0.25,0.625"]


def test_the_text_of_a_page_is_always_offered_beside_its_image(draw):
    page = draw(ASK, context(ASK, source=samples.source(mode="page")))
    assert "Text" in [words(link) for link in page.xpath("//*[@id='source']//*[@class='joined']/a")]


def test_copied_text_carries_scope_date_and_full_citations(draw):
    page = draw(ASK, context(ASK))
    copied = page.get_element_by_id("answer-text").text_content()
    assert "This matter, 2 documents, as of 2 March 2026." in copied
    assert "“The haulier collects within three days.”" in copied
    assert "(Haulage agreement, cl. 5.2, p. 3 [2026-0004/1.2])" in copied


def test_words_from_a_document_are_never_markup(draw_text):
    parts = [(EVIL, True)]
    answer = samples.answer(
        statements=[samples.Thing(parts=parts, citations=[samples.citation(1, document_title=EVIL)])]
    )
    source = samples.source(context=[(EVIL, True)], document_title=EVIL)
    assert EVIL not in draw_text(ASK, context(ASK, answer=answer, source=source))
    clauses = [samples.clause("1", text=EVIL, heading=EVIL)]
    assert EVIL not in draw_text(DETAIL, context(DETAIL, clauses=clauses))
    result = samples.result(snippet=[(EVIL, True)], heading=EVIL, why=[EVIL])
    assert EVIL not in draw_text("retrieval/search.html", context("retrieval/search.html", results=[result]))


def test_each_clause_has_its_own_address_and_the_chosen_one_is_marked(draw):
    page = draw(DETAIL, context(DETAIL))
    assert page.get_element_by_id("cl-5.2").get("class").endswith("is-chosen")
    assert page.xpath("//*[@id='cl-5']/a/@href") == ["?clause=cl-5#cl-5"]
    assert [words(a) for a in page.xpath("//*[@id='outline']//a[@aria-current='true']")] == ["5.2"]


def test_the_chosen_version_stays_in_the_address_of_every_clause(draw):
    page = draw(DETAIL, context(DETAIL), address="/?v=1")
    assert page.xpath("//*[@id='cl-5']/a/@href") == ["?v=1&clause=cl-5#cl-5"]


def test_an_older_version_says_that_it_is_not_the_newest(draw):
    page = draw(DETAIL, context(DETAIL, version=samples.version(number=1)))
    assert "This is not the newest version." in words(page.get_element_by_id("main"))


def test_an_unreadable_file_is_explained_and_its_original_offered(draw):
    refused = context(
        DETAIL,
        version=samples.version(reading_state="not_readable"),
        clauses=[],
        outline=[],
        unreadable="This file needs a password.",
    )
    page = draw(DETAIL, refused)
    assert "This file needs a password." in words(page.get_element_by_id("main"))
    assert page.xpath("//a[contains(@href, '/original/')]")


def test_progress_is_asked_for_again_only_while_a_file_is_being_read(draw):
    reading = draw(DETAIL, context(DETAIL, version=samples.version(reading_state="reading")))
    assert reading.get_element_by_id("ingest-progress").get("hx-trigger") == "every 2s"
    stopped = draw(DETAIL, context(DETAIL, version=samples.version(reading_state="failed")))
    assert stopped.get_element_by_id("ingest-progress").get("hx-trigger") is None


def test_a_reader_who_waits_is_told_when_the_reading_is_done(draw):
    page = draw(DETAIL, context(DETAIL), **{"HX-Request": "true"})
    assert "It can be searched and asked about." in words(page.get_element_by_id("ingest-progress"))


def test_a_search_without_results_says_what_was_searched(draw):
    nothing = context("retrieval/search.html", results=[], facets=[])
    page = draw("retrieval/search.html", nothing, address="/search/?q=collects")
    said = "No clause matches “collects” Searched 1 matter, 2 documents, text in force on 2 Mar 2026."
    assert said in words(page)


def test_a_log_that_did_not_complete_says_so(draw):
    log = samples.query_log(completed=False)
    page = draw("audit/query_log_detail.html", context("audit/query_log_detail.html", log=log, hits=[]))
    assert "This search did not complete." in words(page)


def test_filters_that_match_nothing_offer_the_whole_list(draw):
    page = draw(
        "documents/document_list.html",
        context("documents/document_list.html", documents=[], total=3),
        address="/?q=zzz",
    )
    assert "No document matches these filters" in words(page)


def test_a_state_without_a_name_is_an_error_and_not_a_blank(draw):
    odd = samples.document(current_version=samples.version(status="mislaid"))
    with pytest.raises(ValueError, match="mislaid"):
        draw("documents/document_list.html", context("documents/document_list.html", documents=[odd]))


def paper(text: str) -> tuple[int, list[str]]:
    """How many pages a report has, and the addresses that it asked for."""
    asked = []

    def refuse(address: str, *_: object, **__: object) -> dict:
        asked.append(address)
        raise ValueError(address)

    return len(HTML(string=text, url_fetcher=refuse).render().pages), asked


def test_the_report_prints_without_fetching_any_address():
    assert paper(render_to_string("pdf/query_log.html", sample_pages.report())) == (1, [])


def test_the_report_says_on_paper_what_was_not_shown_to_its_printer():
    text = render_to_string("pdf/query_log.html", sample_pages.report() | {"withheld": 2})
    assert "2 passages withheld from this copy." in text


def test_a_long_report_has_numbered_pages_and_takes_no_words_as_markup():
    many = [samples.hit(rank=rank, reference=EVIL) for rank in range(1, 90)]
    text = render_to_string("pdf/query_log.html", sample_pages.report() | {"hits": many})
    assert EVIL not in text
    assert paper(text)[0] > 2


def test_an_unreviewed_report_says_so_on_every_page():
    text = render_to_string("pdf/query_log.html", sample_pages.report())
    assert 'data-standing="Event 41. Not reviewed by a person"' in text


def test_a_version_replaced_later_shows_the_last_day_on_which_it_stood(draw):
    old = samples.version(in_force_until=datetime.date(2025, 9, 1))
    page = draw(DETAIL, context(DETAIL, version=old))
    assert "in force 1 Jun 2025 to 31 Aug 2025" in words(page)


def test_the_team_reads_whom_a_wall_keeps_out(draw):
    page = draw("matters/matter_team.html", context("matters/matter_team.html"))
    assert "in force since 2 Mar 2026 · keeps out Anna Weir" in words(page)


def test_an_answer_from_any_date_does_not_pretend_to_a_day(draw):
    page = draw(ASK, context(ASK, answer=samples.answer(as_of=None)))
    assert "any date, drafts too" in words(page.xpath("//*[contains(@class, 'ask-fold')]/summary")[0])
    assert "any date, drafts too" in page.get_element_by_id("answer-text").text_content()
