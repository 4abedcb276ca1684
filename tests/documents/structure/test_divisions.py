"""What divides a document without numbers, and what stands around the numbers."""

from __future__ import annotations

import pytest

from documents.parsers.base import Block, Page
from tests.documents.structure.outlines import clauses, paths

BODY = "1. Term\n\nIt runs for a year.\n\n2. Fees\n\nThey are due monthly.\n\n"


def kinds(text, blocks=()):
    return [node.kind for node in clauses(text, blocks)]


@pytest.mark.parametrize(
    "contents",
    [
        "TABLE OF CONTENTS\n\n1. Term ........ 2\n2. Fees ........ 3\n3. Law ........ 4\n\n",
        "Contents\n\n1. Term\t2\n2. Fees\t3\n3. Law\t4\n\n",
        "CONTENTS\n\n1. Term\n2. Fees\n3. Law\n4. End\n\n",
        "1. Term\n2\n2. Fees\n3\n3. Law\n4\n\n",
        "TABLE OF CONTENTS\n\n1. Term 2 2. Fees 3 3. Law 4 4. Notices 5 5. Assignment 5 6. Waiver 6 7. Costs 6 "
        "8. Audit 7 9. Insurance 7 10. Survival 8\n\n",
    ],
)
def test_a_table_of_contents_does_not_shadow_the_clauses(contents):
    assert paths("LEASE\n\n" + contents + BODY) == ["1", "2"]


def test_the_table_of_contents_is_one_paragraph():
    text = "TABLE OF CONTENTS\n\n1. Term ........ 2\n2. Fees ........ 3\n3. Law ........ 4\n\n" + BODY
    (table,) = [node for node in clauses(text) if node.heading == "Table of contents"]
    assert text[table.start : table.end].endswith("Law ........ 4")


@pytest.mark.parametrize("word", ["Schedule", "EXHIBIT", "Annex", "Appendix"])
def test_a_schedule_has_numbers_of_its_own(word):
    text = BODY + f"{word} A\n\nPrices\n\n1. Boats\n\nThey cost much.\n\n2. Oars\n\n2.1 They cost less.\n\n"
    assert paths(text)[2:] == [f"{word} A", f"{word} A, 1", f"{word} A, 2", f"{word} A, 2.1"]


def test_a_schedule_takes_its_heading_from_the_next_line():
    (schedule,) = [
        n for n in clauses(BODY + "SCHEDULE 1\n\nPRICES\n\nBoats cost much.\n") if n.kind == "schedule"
    ]
    assert (schedule.label, schedule.heading) == ("SCHEDULE 1", "PRICES")


def test_a_mention_of_a_schedule_opens_none():
    assert "schedule" not in kinds(
        "1. Price\n\nSchedule A sets out the price.\n\n2. Law\n\nExhibit B applies to it.\n"
    )


def test_a_list_of_exhibits_in_front_opens_none():
    text = "LEASE\n\nExhibit A – Form of Notice\nExhibit B – Form of Receipt\n\n" + BODY
    assert paths(text) == ["1", "2"]


def test_the_filings_own_exhibit_number_opens_none():
    assert paths("Exhibit 10\n\nLEASE\n\n" + BODY) == ["1", "2"]


def test_what_comes_before_the_first_clause_is_the_preamble():
    text = "LEASE\n\nThis lease is made between A and B.\n\n" + BODY
    first = clauses(text)[0]
    assert first.kind == "preamble"
    assert text[first.start : first.end].endswith("between A and B.")


def test_recitals_do_not_hold_the_clauses():
    text = (
        "LEASE\n\nRECITALS\n\nA. The landlord owns it.\n\nB. The tenant wants it.\n\nNOW, THEREFORE, they agree:\n\n"
        + BODY
    )
    assert paths(text) == ["Recital A", "Recital B", "1", "2"]
    assert all(node.level == 1 for node in clauses(text) if node.path in ("1", "2"))


def test_whereas_paragraphs_are_recitals():
    text = "LEASE\n\nWHEREAS, the landlord owns it; and\n\nWHEREAS, the tenant wants it;\n\n" + BODY
    assert kinds(text).count("recital") == 2


def test_a_list_of_parties_does_not_hold_the_clauses():
    text = "LEASE\n\nBETWEEN:\n\n(1) Anna Land; and\n\n(2) Ben Tenant.\n\n" + BODY
    assert paths(text) == ["(1)", "(2)", "1", "2"]


@pytest.mark.parametrize(
    "line",
    [
        "IN WITNESS WHEREOF, the parties sign.",
        "Executed as a deed by the landlord",
        "Yours faithfully",
        "By: /s/ Anna Land",
    ],
)
def test_the_signature_block_stands_apart(line):
    last = [node for node in clauses(BODY + line + "\n\nName: Anna Land\n") if node.level == 1][-1]
    assert last.kind == "signature"


def test_a_schedule_after_the_signatures_is_no_part_of_them():
    text = BODY + "IN WITNESS WHEREOF, they sign.\n\nBy: ____\n\nSCHEDULE 1\n\nPRICES\n\n1. Boats. Dear.\n"
    assert kinds(text)[-2:] == ["schedule", "section"]


def test_a_heading_in_capitals_groups_the_sections_that_follow():
    text = BODY + "GENERAL\n\n3. Law\n\nEnglish law.\n\n4. Notices\n\nIn writing.\n"
    nodes = clauses(text)
    (heading,) = [node for node in nodes if node.kind == "heading"]
    assert [node.path for node in nodes if node.parent == heading.position] == ["3", "4"]


def test_a_line_in_capitals_within_a_list_does_not_break_it():
    text = "1. List\n\n(a) one thing;\n\nCONFIDENTIAL TREATMENT REQUESTED\n\n(b) another thing.\n\n2. End\n\nIt ends.\n"
    assert paths(text) == ["1", "1(a)", "1(b)", "2"]


def test_running_heads_and_page_numbers_open_nothing():
    head = "\n\nLease of Boats\n\nPage {}\n\n"
    text = "".join(f"{n}. Clause\n\nIt says a thing of kind {n}.{head.format(n)}" for n in range(1, 7))
    nodes = clauses(text)
    assert [node.path for node in nodes if node.path] == ["1", "2", "3", "4", "5", "6"]
    assert "heading" not in {node.kind for node in nodes}


def test_a_sentence_cut_by_a_page_break_stays_in_its_paragraph():
    text = "1. Rent\n\nThe tenant pays the rent on the\n\n- 3 -\n\nfirst day of each month.\n\n2. End\n\nIt ends.\n"
    paragraph = next(node for node in clauses(text) if node.kind == "paragraph")
    assert text[paragraph.start : paragraph.end].endswith("each month.")


def test_a_policy_without_numbers_has_headings_and_paragraphs():
    text = (
        "Privacy Policy\nThis policy says what we do with what we know of you.\nInformation We Collect\n"
        "We collect your name and your address when you write to us.\nHow do we use it?\n"
        "We use what we collect to answer what you ask us in your letters.\n"
    )
    headings = [node.heading for node in clauses(text) if node.kind == "heading"]
    assert headings == ["Information We Collect", "How do we use it?"]


def test_a_letter_is_paragraphs_and_a_signature():
    text = (
        "Dear Ms Land,\n\nThank you for the boat.\n\nWe will return it.\n\nYours sincerely,\n\nBen Tenant\n"
    )
    assert kinds(text) == ["preamble", "paragraph", "paragraph", "signature", "paragraph"]


def test_known_headings_nest_by_their_level():
    parts = [("Report", 1), ("Facts", 2), ("The boat sank.", None), ("Law", 2), ("It should not have.", None)]
    text, blocks = "", []
    for words, level in parts:
        blocks.append(
            Block(len(text), len(text) + len(words), "heading" if level else "paragraph", "", level)
        )
        text += words + "\n"
    assert [(n.heading, n.level) for n in clauses(text, tuple(blocks)) if n.kind == "heading"] == [
        ("Report", 1), ("Facts", 2), ("Law", 2),
    ]  # fmt: skip


def test_list_levels_that_the_format_knows_decide():
    parts = [("1.", 0), ("1.", 1), ("2.", 1), ("2.", 0), ("1.", 1)]
    text, blocks = "", []
    for label, level in parts:
        words = f"{label} It says."
        blocks.append(Block(len(text), len(text) + len(words), "list_item", label, level))
        text += words + "\n"
    assert paths(text, tuple(blocks)) == ["1", "1.1", "1.2", "2", "2.1"]


def test_a_clause_knows_its_pages():
    text = "1. Term\n\nIt runs on.\n\n2. Fees\n\nThey fall due."
    cut = text.index("runs")
    nodes = clauses(text, pages=(Page(1, 0, cut), Page(2, cut, len(text))))
    assert [(n.path, n.page_first, n.page_last) for n in nodes if n.path] == [("1", 1, 2), ("2", 2, 2)]
