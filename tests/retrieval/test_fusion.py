"""One ranking from two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.search.fusion import reciprocal_rank_fusion


def keys(*rankings):
    return [fused.key for fused in reciprocal_rank_fusion(rankings)]


def test_what_both_rankings_have_comes_before_what_one_has_first():
    assert keys(["a", "b"], ["c", "b"])[0] == "b"


def test_the_score_is_the_sum_of_reciprocal_ranks():
    (first, *_) = reciprocal_rank_fusion([["a"], ["b", "a"]])
    assert first.key == "a"
    assert first.score == pytest.approx(1 / 61 + 1 / 62)
    assert first.ranks == (1, 2)


def test_a_place_that_is_missing_is_none():
    assert {fused.key: fused.ranks for fused in reciprocal_rank_fusion([["a"], ["b"]])} == {
        "a": (1, None),
        "b": (None, 1),
    }


def test_equal_scores_are_ordered_by_identifier_whatever_the_order_of_the_rankings():
    assert keys(["b"], ["a"]) == keys(["a"], ["b"]) == ["a", "b"]


def test_a_repeated_identifier_counts_once_at_its_first_place():
    assert reciprocal_rank_fusion([["a", "b", "a"]])[0].score == pytest.approx(1 / 61)


def test_no_rankings_and_empty_rankings_give_nothing():
    assert reciprocal_rank_fusion([]) == reciprocal_rank_fusion([[], []]) == []


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), min_size=1, max_size=3))
def test_nothing_is_lost_and_nothing_is_invented(rankings):
    fused = reciprocal_rank_fusion(rankings)
    assert {one.key for one in fused} == set().union(*rankings)
    assert [one.score for one in fused] == sorted((one.score for one in fused), reverse=True)
