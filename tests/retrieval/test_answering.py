"""Answers: every word quoted from the file, what limits it beside it, silence where the file is silent."""

import datetime

import pytest
from django.conf import settings

from documents.jobs import work_off_jobs
from documents.models import DocumentText
from legalrag.backends import BackendError, forget_backends, get_backend
from matters.access import acting_as
from retrieval.answering.amendments import names_clause
from retrieval.answering.ask import ask
from retrieval.answering.model import RESERVED, SILENT, WELL, Answer, answer_from_record
from retrieval.llms.base import Draft, Evidence, LanguageModel, Quote, Statement
from retrieval.search.request import SearchRequest
from tests.factories import Firm

TODAY = datetime.date(2026, 12, 1)
PAYMENT = "Within how many days must the Buyer pay an undisputed invoice?"
pytestmark = pytest.mark.usefixtures("committed")


class Liar(LanguageModel):
    """A model that quotes what is not there, in one of several ways."""

    name = "liar"

    def __init__(self, lie: str) -> None:
        self.lie = lie

    def check(self) -> None:
        pass

    def answer(self, question: str, evidence: list[Evidence]) -> Draft:
        key, text = evidence[0].key, evidence[0].text
        statements = {
            "other words": Statement(text.replace("e", "a"), (Quote(key, 0, len(text)),)),
            "beyond the end": Statement(text, (Quote(key, 0, len(text) + 40),)),
            "no such evidence": Statement(text, (Quote(99, 0, len(text)),)),
            "no quotation": Statement("The Buyer need not pay.", ()),
            "empty span": Statement("", (Quote(key, 3, 3),)),
        }
        return Draft((statements[self.lie],), silent=False)


def answer_to(firm: Firm, question: str, **bounds: object) -> Answer:
    bounds = {"as_of": TODAY, "kind": "ask", **bounds}
    return ask(user=firm.member, request=SearchRequest(question=question, **bounds))[1]


@pytest.fixture
def filed(firm: Firm) -> Firm:
    firm.file(title="Supply Agreement", effective=datetime.date(2024, 1, 1))
    work_off_jobs()
    return firm


def test_an_answer_quotes_the_right_clause_letter_by_letter(filed: Firm) -> None:
    answer = answer_to(filed, PAYMENT)
    cited = answer.citation(answer.statements[0].citations[0])
    assert cited.label == "2.1"
    assert "thirty (30) days" in cited.quote
    assert cited.reference == f"{filed.matter.number}/1.1"
    with acting_as(filed.member):
        text = DocumentText.objects.visible_to(filed.member).get(pk=cited.version).text
    assert text[cited.start : cited.end] == cited.quote
    assert answer.word == WELL


def test_the_clause_that_limits_an_answer_stands_beside_it(filed: Firm) -> None:
    answer = answer_to(filed, PAYMENT)
    limits = [one for one in answer.statements[0].qualifiers if one.limits]
    assert "invoices for cancelled deliveries are payable at once" in limits[0].text
    assert answer.citation(limits[0].citation).label == "3.1"


@pytest.mark.parametrize(
    "question",
    ["What is the governing law?", "Who insures the ship against war risks?", "How is a director removed?"],
)
def test_a_silent_file_gives_silence(filed: Firm, question: str) -> None:
    answer = answer_to(filed, question)
    assert answer.silent
    assert answer.word == SILENT
    assert (answer.statements, answer.citations) == ([], [])


def test_a_question_in_a_walled_matter_is_met_with_the_silence_of_a_missing_one(filed: Firm) -> None:
    def asked(number: str) -> dict:
        request = SearchRequest(question=PAYMENT, as_of=TODAY, matter_number=number, kind="ask")
        return ask(user=filed.walled, request=request)[1].record()

    assert asked(filed.matter.number) == asked("no such matter")


@pytest.mark.parametrize(
    "lie", ["other words", "beyond the end", "no such evidence", "no quotation", "empty span"]
)
def test_a_model_that_invents_is_not_shown(filed: Firm, monkeypatch: pytest.MonkeyPatch, lie: str) -> None:
    liar = {"default": {"BACKEND": f"{__name__}.Liar", "OPTIONS": {"lie": lie}}}
    monkeypatch.setattr(settings, "LLMS", liar)
    forget_backends("LLMS")
    answer = answer_to(filed, PAYMENT)
    monkeypatch.undo()
    forget_backends("LLMS")
    assert answer.silent
    assert any("left out because its quotation is not in the file" in one.text for one in answer.reasons)


def test_an_answer_from_any_text_is_reserved(filed: Firm) -> None:
    assert answer_to(filed, PAYMENT, as_of=None).word == RESERVED


def test_what_could_not_be_read_is_named_beside_the_answer(filed: Firm) -> None:
    filed.file(text=b"\x00\x01\x02 not a document", filename="blob.bin", title="Survey photographs")
    work_off_jobs()
    answer = answer_to(filed, PAYMENT)
    assert answer.not_searched == ["Survey photographs (not readable)"]
    assert answer.word == RESERVED


def test_the_log_gives_the_same_answer_back(filed: Firm) -> None:
    answer = answer_to(filed, PAYMENT)
    assert answer_from_record(answer.record()) == answer


def test_a_list_is_quoted_to_its_end(filed: Firm) -> None:
    text = (
        "1. Liability\n\n1.1 The liability of each party in a year is limited to the greater of:\n\n"
        "(a) two million pounds; and\n\n(b) the sums paid in the year before.\n\n1.2 Fraud is not limited.\n"
    )
    filed.file(text=text, title="Liability Deed")
    work_off_jobs()
    answer = answer_to(filed, "To what sum is the liability of each party limited in a year?")
    assert "the sums paid in the year before." in answer.statements[0].text


AMENDMENT = (
    "# Amendment No. 1\n\n1. Payment\n\n"
    "1.1 In clause 2.1 of the Supply Agreement the words thirty (30) days are replaced by ten (10) days.\n"
)


def test_an_instrument_that_changes_a_quoted_clause_stands_beside_it_and_the_answer_is_reserved(
    filed: Firm,
) -> None:
    filed.file(text=AMENDMENT, title="Amendment No. 1", effective=datetime.date(2025, 1, 1))
    work_off_jobs()
    answer = answer_to(filed, PAYMENT)
    changes = [
        one.text for statement in answer.statements for one in statement.qualifiers if one.kind == "Change"
    ]
    quoted = "\n".join([*changes, *(statement.text for statement in answer.statements)])
    assert "replaced by ten (10) days" in quoted
    assert answer.word == RESERVED
    before = answer_to(filed, PAYMENT, as_of=datetime.date(2024, 6, 1))
    assert "ten (10) days" not in str(before.record())
    assert before.word == WELL


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("Clause 2.1 is deleted.", True),
        ("Clauses 1.1, 2.1 and 3.1 are deleted.", True),
        ("Clauses 1.1(a) and 2.1 are deleted.", True),
        ("Clauses 2.2 and clause 2.1(b) are deleted.", True),
        ("Clauses 1.1 to 2.2 are replaced.", True),
        ("Clause 2 is deleted and replaced in its entirety.", True),
        ("Sections 1 through 3 are deleted.", True),
        ("Clause 2.10 is deleted.", False),
        ("Clause 2.2 is deleted.", False),
        ("Clause 12.1 is deleted.", False),
        ("Clauses 2.2 to 3.1 are deleted.", False),
        ("Clause 3(2) is deleted.", False),
        (f"Clause {'9' * 5000} is deleted.", False),
    ],
)
def test_a_clause_is_named_in_lists_in_ranges_and_by_the_whole_above(words: str, named: bool) -> None:
    assert names_clause(words, (2, 1)) is named


def test_a_whole_that_is_deleted_is_shown_beside_its_part(filed: Firm) -> None:
    text = "1. Changes\n\n1.1 Clauses 2 and 3 are deleted.\n"
    filed.file(text=text, title="Amendment", effective=datetime.date(2025, 1, 1))
    work_off_jobs()
    answer = answer_to(filed, PAYMENT)
    assert "Clauses 2 and 3 are deleted" in str(answer.statements[0].qualifiers)
    assert answer.word == RESERVED


def test_an_amendment_in_a_walled_matter_is_not_shown(filed: Firm) -> None:
    filed.file(matter=filed.other_matter, text=AMENDMENT, title="Amendment No. 1")
    work_off_jobs()
    assert "ten (10) days" not in str(answer_to(filed, PAYMENT).record())


def test_an_answer_says_when_changes_could_not_be_looked_for(
    filed: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*args: object) -> None:
        raise BackendError("The index is not there.")

    monkeypatch.setattr(get_backend("LEXICAL_INDEXES"), "search", down)
    answer = answer_to(filed, PAYMENT)
    assert answer.statements
    assert answer.word == RESERVED
    assert any("a later change of a quoted clause may be missed" in one.text for one in answer.reasons)
