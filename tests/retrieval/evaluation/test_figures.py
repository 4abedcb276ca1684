"""The gate: what fell, and what did not."""

from retrieval.evaluation.figures import falls, percentiles

BASE = {"ALL": {"P@1": 0.50, "DRM@1": 0.10}}


def test_a_fall_beyond_the_tolerance_is_named() -> None:
    assert falls(BASE, {"ALL": {"P@1": 0.48, "DRM@1": 0.10}}, 0.02) == ["ALL.P@1 is 0.4800; it was 0.5000"]


def test_a_fall_within_the_tolerance_passes() -> None:
    assert falls(BASE, {"ALL": {"P@1": 0.491, "DRM@1": 0.10}}, 0.02) == []


def test_more_wrong_documents_are_a_fall() -> None:
    assert falls(BASE, {"ALL": {"P@1": 0.50, "DRM@1": 0.20}}, 0.02) == ["ALL.DRM@1 is 0.2000; it was 0.1000"]


def test_a_missing_metric_is_a_fall() -> None:
    assert falls(BASE, {"ALL": {"P@1": 0.5}}, 0.02) == ["ALL.DRM@1 is missing; it was 0.1000"]


def test_percentiles_count_only_runs_that_had_the_stage() -> None:
    rows = [{"dense": 10.0}, {"dense": 30.0, "rerank": 5.0}]
    assert percentiles(rows) == {"dense": {"p50": 20.0, "p99": 29.8}, "rerank": {"p50": 5.0, "p99": 5.0}}
