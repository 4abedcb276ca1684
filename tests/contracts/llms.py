"""What every language model must do. Subclass, and give a ``backend`` fixture."""

from __future__ import annotations

import pytest

from retrieval.llms import Evidence

TEXTS = (
    "The Tenant pays a yearly rent of 900 euros. Rent is paid on the first day of each month.",
    "Each party keeps the other's information confidential for three years after the end.",
)
QUESTION = "When is the rent paid?"


def evidence(*texts: str, kind: str = "passage") -> list[Evidence]:
    """One piece of evidence a text, the first the most relevant, with keys that are no places in the list."""
    return [
        Evidence(7 * place + 3, "Lease", str(place), "", text, 1 / place, kind)
        for place, text in enumerate(texts, start=1)
    ]


class LanguageModelContract:
    """Runs against the model that the fixture ``backend`` returns."""

    @pytest.fixture
    def backend(self):
        raise NotImplementedError("Give a fixture named backend that returns the language model.")

    def test_it_passes_its_own_check_and_has_a_name(self, backend):
        assert backend.check() is None
        assert backend.name

    def test_an_answer_rests_on_quotes_that_stand_in_the_evidence(self, backend):
        given = evidence(*TEXTS)
        texts = {one.key: one.text for one in given}
        draft = backend.answer(QUESTION, given)
        assert draft.statements
        assert not draft.silent
        for statement in draft.statements:
            assert statement.text
            assert statement.quotes
            for quote in statement.quotes:
                assert 0 <= quote.start < quote.end <= len(texts[quote.key])

    def test_without_evidence_it_is_silent_and_says_why(self, backend):
        draft = backend.answer(QUESTION, [])
        assert draft.silent
        assert draft.statements == ()
        assert draft.reasons

    def test_without_a_question_it_is_silent(self, backend):
        assert backend.answer("  ", evidence(*TEXTS)).silent

    def test_definitions_and_exceptions_alone_are_not_answered_from(self, backend):
        assert backend.answer(QUESTION, evidence(TEXTS[0], kind="definition")).silent

    def test_the_same_question_gets_the_same_answer(self, backend):
        assert backend.answer(QUESTION, evidence(*TEXTS)) == backend.answer(QUESTION, evidence(*TEXTS))
