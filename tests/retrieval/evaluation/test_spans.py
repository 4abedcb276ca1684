"""The metrics, on cases counted by hand."""

import pytest

from retrieval.evaluation.spans import FileSpan, Question, mean_by_subset, span_metrics

GOLD = (FileSpan("a.txt", 100, 200),)


def test_half_of_a_passage_and_half_of_the_gold() -> None:
    metrics = span_metrics([FileSpan("a.txt", 150, 250)], GOLD)
    assert (metrics["P@1"], metrics["R@1"], metrics["DRM@1"]) == (0.5, 0.5, 0.0)


def test_the_same_place_in_another_file_counts_nothing() -> None:
    metrics = span_metrics([FileSpan("b.txt", 100, 200)], GOLD)
    assert (metrics["P@1"], metrics["R@1"], metrics["DRM@1"]) == (0.0, 0.0, 1.0)


def test_later_passages_lower_precision_and_not_recall() -> None:
    found = [FileSpan("a.txt", 100, 200), FileSpan("a.txt", 300, 600)]
    metrics = span_metrics(found, GOLD)
    assert (metrics["P@2"], metrics["R@2"]) == (0.25, 1.0)


def test_touching_spans_do_not_overlap() -> None:
    assert span_metrics([FileSpan("a.txt", 0, 100)], GOLD)["R@1"] == 0.0


def test_nothing_found_is_zero() -> None:
    assert set(span_metrics([], GOLD).values()) == {0.0}


def test_all_weighs_subsets_equally_whatever_their_size() -> None:
    questions = [Question(str(number), "large", "?", GOLD) for number in range(3)]
    questions.append(Question("x", "small", "?", GOLD))
    results = {question.id: [] for question in questions} | {"x": list(GOLD)}
    means = mean_by_subset(questions, results)
    assert means["ALL"]["P@1"] == pytest.approx(0.5)
