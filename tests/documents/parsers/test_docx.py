"""Word files: automatic numbers, tables, tracked changes, notes."""

from __future__ import annotations

import pytest

from documents.parsers.docx import DocxParser
from documents.parsers.docx_numbering import letters, ordinal, roman
from tests.documents.parsers.files import abstract_list, level, num, paragraph, write_docx

LEGAL = abstract_list(
    0, level(0, "%1."), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter"), level(3, "(%4)", "lowerRoman")
)


def read(tmp_path, body, **parts):
    return DocxParser().parse(write_docx(tmp_path / "file.docx", body, **parts))


def labels(tmp_path, paragraphs, numbering, styles=""):
    body = "".join(paragraph("x", **settings) for settings in paragraphs)
    return [block.label for block in read(tmp_path, body, numbering=numbering, styles=styles).blocks]


def on(*levels, number=1):
    return [{"num": number, "level": each} for each in levels]


def test_a_multilevel_list_counts_and_restarts_below(tmp_path):
    found = labels(tmp_path, on(0, 1, 1, 2, 2, 3, 0, 1, 2), LEGAL + num(1, 0))
    assert found == ["1.", "1.1", "1.2", "(a)", "(b)", "(i)", "2.", "2.1", "(a)"]


def test_a_label_is_printed_before_its_text_with_a_tab(tmp_path):
    parsed = read(tmp_path, paragraph("Rent is due.", num=1, level=1), numbering=LEGAL + num(1, 0))
    assert parsed.text == "1.1\tRent is due."


def test_two_uses_of_one_list_go_on_counting(tmp_path):
    found = labels(tmp_path, on(0) + on(0, number=2) + on(0), LEGAL + num(1, 0) + num(2, 0))
    assert found == ["1.", "2.", "3."]


def test_a_start_override_begins_anew_once(tmp_path):
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    found = labels(tmp_path, on(0, 0) + on(0, 0, number=2), LEGAL + num(1, 0) + num(2, 0, override))
    assert found == ["1.", "2.", "1.", "2."]


def test_a_level_override_replaces_the_level(tmp_path):
    override = f'<w:lvlOverride w:ilvl="0">{level(0, "Clause %1", start=5)}</w:lvlOverride>'
    assert labels(tmp_path, on(0, 0), LEGAL + num(1, 0, override)) == ["Clause 5", "Clause 6"]


def test_a_level_that_never_restarts_counts_through(tmp_path):
    numbering = abstract_list(
        0, level(0, "%1."), level(1, "(%2)", "lowerLetter", more='<w:lvlRestart w:val="0"/>')
    )
    assert labels(tmp_path, on(0, 1, 0, 1), numbering + num(1, 0)) == ["1.", "(a)", "2.", "(b)"]


def test_a_level_restarts_only_after_the_level_it_names(tmp_path):
    third = level(2, "(%3)", more='<w:lvlRestart w:val="1"/>')
    numbering = abstract_list(0, level(0, "%1."), level(1, "%1.%2"), third) + num(1, 0)
    found = labels(tmp_path, on(0, 1, 2, 1, 2, 0, 1, 2), numbering)
    assert found == ["1.", "1.1", "(1)", "1.2", "(2)", "2.", "2.1", "(1)"]


def test_legal_numbering_prints_roman_parents_in_digits(tmp_path):
    numbering = abstract_list(0, level(0, "ARTICLE %1", "upperRoman"), level(1, "%1.%2", more="<w:isLgl/>"))
    assert labels(tmp_path, on(0, 0, 1), numbering + num(1, 0)) == ["ARTICLE I", "ARTICLE II", "2.1"]


def test_an_unused_level_above_prints_its_start(tmp_path):
    assert labels(tmp_path, on(1, 1), LEGAL + num(1, 0)) == ["1.1", "1.2"]


def test_a_style_numbers_its_paragraphs_through_its_base(tmp_path):
    styles = (
        '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/>'
        '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Bold"><w:name w:val="Bold"/>'
        '<w:basedOn w:val="Clause"/></w:style>'
    )
    found = labels(tmp_path, [{"style": "Clause"}, {"style": "Bold"}], LEGAL + num(1, 0), styles)
    assert found == ["1.1", "1.2"]


def test_the_level_that_names_a_style_is_the_styles_level(tmp_path):
    second = level(1, "%1.%2", more='<w:pStyle w:val="Clause"/>')
    styles = (
        '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    numbering = abstract_list(0, level(0, "%1."), second) + num(1, 0)
    assert labels(tmp_path, [{"style": "Clause"}], numbering, styles) == ["1.1"]


def test_list_number_zero_takes_a_paragraph_out_of_its_styles_list(tmp_path):
    styles = (
        '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    found = labels(tmp_path, [{"style": "Clause"}, {"style": "Clause", "num": 0}], LEGAL + num(1, 0), styles)
    assert found == ["1.", ""]


def test_bullets_are_shown_as_bullets(tmp_path):
    numbering = abstract_list(0, level(0, "\uf0b7", "bullet")) + num(1, 0)
    assert labels(tmp_path, on(0), numbering) == ["•"]


def test_an_empty_paragraph_takes_no_number(tmp_path):
    body = paragraph("a", num=1, level=0) + paragraph("", num=1, level=0) + paragraph("b", num=1, level=0)
    assert read(tmp_path, body, numbering=LEGAL + num(1, 0)).text == "1.\ta\n2.\tb"


@pytest.mark.parametrize(
    ("number", "shown"), [(4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (1999, "mcmxcix"), (0, "0")]
)
def test_roman_numerals(number, shown):
    assert roman(number) == shown


def test_letters_double_after_z():
    assert [letters(n) for n in (1, 26, 27, 28, 53)] == ["a", "z", "aa", "bb", "aaa"]


def test_ordinals():
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 21, 112)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "21st",
        "112th",
    ]


def test_insertions_count_and_deletions_do_not(tmp_path):
    body = (
        "<w:p><w:r><w:t>Pay </w:t></w:r><w:ins><w:r><w:t>monthly</w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText>yearly</w:delText></w:r></w:del></w:p>"
    )
    parsed = read(tmp_path, body)
    assert parsed.text == "Pay monthly"
    assert "tracked changes" in parsed.warnings[0]


def test_hidden_text_is_left_out_and_said(tmp_path):
    body = "<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden</w:t></w:r></w:p>"
    parsed = read(tmp_path, body)
    assert parsed.text == "Seen"
    assert "hidden text" in parsed.warnings[0]


def test_a_table_is_read_row_by_row(tmp_path):
    cell = "<w:tc>{}</w:tc>"
    rows = "".join(
        f"<w:tr>{cell.format(paragraph(left))}{cell.format(paragraph(right))}</w:tr>"
        for left, right in (("Fee", "500"), ("Term", "two years"))
    )
    parsed = read(tmp_path, paragraph("Key terms") + f"<w:tbl>{rows}</w:tbl>")
    assert parsed.text == "Key terms\nFee\t500\nTerm\ttwo years"
    assert [block.kind for block in parsed.blocks] == ["paragraph", "table_row", "table_row"]


def test_a_table_of_one_column_is_a_frame_around_paragraphs(tmp_path):
    body = f"<w:tbl><w:tr><w:tc>{paragraph('One', num=1, level=0)}{paragraph('Two')}</w:tc></w:tr></w:tbl>"
    parsed = read(tmp_path, body, numbering=LEGAL + num(1, 0))
    assert [block.kind for block in parsed.blocks] == ["list_item", "paragraph"]


def test_headings_are_known_by_style_or_outline_level(tmp_path):
    styles = '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>'
    outline = '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Top</w:t></w:r></w:p>'
    parsed = read(tmp_path, outline + paragraph("Sub", style="H2") + paragraph("Body"), styles=styles)
    assert [(b.kind, b.level) for b in parsed.blocks] == [("heading", 1), ("heading", 2), ("paragraph", None)]


def test_footnotes_follow_the_text_and_are_marked_in_it(tmp_path):
    notes = (
        '<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
        f'<w:footnote w:id="2">{paragraph("See the schedule.")}</w:footnote>'
    )
    body = '<w:p><w:r><w:t>Rent</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    assert read(tmp_path, body, footnotes=notes).text == "Rent[2]\n[2] See the schedule."


def test_tabs_breaks_and_hyphens_are_kept(tmp_path):
    run = "<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>non</w:t><w:noBreakHyphen/><w:t>stop</w:t>"
    assert read(tmp_path, f"<w:p><w:r>{run}</w:r></w:p>").text == "a\tb\nnon-stop"
