"""How often the extractive answer speaks when it should, and is silent when it should.

Run with ``-s`` to see the figures, and the weights that a new regression would give.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from retrieval.embedders.minilm import MiniLMEmbedder
from retrieval.llms.extractive import CALIBRATION, ExtractiveModel
from tests.retrieval.calibration import RememberingEmbedder, Shelf, questions


@pytest.fixture(scope="module")
def measured():
    """For each question: is it answerable, cosine and share, the draft."""
    embedder = RememberingEmbedder(MiniLMEmbedder())
    model = ExtractiveModel(embedder)
    shelves = {name: Shelf(name, embedder) for name in {one.text for one in questions()}}
    rows = []
    for one in questions():
        evidence = shelves[one.text].evidence(one.question)
        rows.append((one, model.measure(one.question, evidence)[:2], model.answer(one.question, evidence)))
    return rows


def test_the_set_has_forty_questions_of_each_sort_and_each_expectation_stands_in_its_text():
    sorts = Counter(one.expect is None for one in questions())
    assert min(sorts.values()) >= 40
    for one in questions():
        assert one.expect is None or one.expect in Shelf(one.text, MiniLMEmbedder()).text


def test_few_questions_that_the_text_answers_meet_silence(measured):
    silent = [one.question for one, _, draft in measured if one.expect is not None and draft.silent]
    assert len(silent) <= 6, silent


def test_few_questions_that_the_text_does_not_answer_are_answered(measured):
    answered = [one.question for one, _, draft in measured if one.expect is None and not draft.silent]
    assert len(answered) <= 6, answered


def test_most_answers_quote_the_sentence_that_answers(measured):
    spoken = [(one, draft) for one, _, draft in measured if one.expect is not None and not draft.silent]
    right = [one for one, draft in spoken if any(one.expect in said.text for said in draft.statements)]
    assert len(right) / len(spoken) >= 0.9


def test_the_weights_are_those_that_the_questions_give(measured):
    features = np.array([pair for _, pair, _ in measured])
    answerable = np.array([one.expect is not None for one, _, _ in measured])
    fitted = LogisticRegression(C=30).fit(features, answerable)
    weights = (*fitted.intercept_, *fitted.coef_[0])
    rounded = (CALIBRATION.offset, CALIBRATION.cosine_weight, CALIBRATION.share_weight)
    print(f"fitted {np.round(weights, 2)}, in use {rounded}")  # noqa: T201 (asked for with -s)
    assert np.allclose(weights, rounded, atol=0.3)
