"""Simulated players wait no longer than docs/events.md says."""

import math
import random

import pytest

from make import entry
from tests.lab.arrivals import arrivals, paired, percentile


def test_it_keeps_waiting_and_distance_within_bounds() -> None:
    results = paired(arrivals(10_000, 60, random.Random(1)))
    found = {name: len(result.waits) for name, result in results.items()}
    shares = {name: found[name] / (found[name] + results[name].left) for name in results}
    assert shares["popular"] > 0.9
    assert shares["usual"] > 0.7
    # In seconds. The waits of players who were never paired are not included.
    for name, half, most in (("popular", 12, 60), ("usual", 18, 90), ("rare", 24, 130)):
        waits, distances = results[name].waits, results[name].distances
        assert percentile(waits, 50) <= half
        assert percentile(waits, 90) <= most
        assert percentile(waits, 100) <= 240
        assert percentile(distances, 50) <= 120
        assert percentile(distances, 90) <= 270


def test_it_matches_better_with_more_players() -> None:
    few, many = (
        paired(arrivals(5000, per_minute, random.Random(1)))["popular"] for per_minute in (30, 600)
    )
    assert percentile(many.waits, 90) < percentile(few.waits, 90)
    assert percentile(many.distances, 50) < percentile(few.distances, 50)


def test_it_computes_percentiles_of_few_values() -> None:
    assert math.isnan(percentile([], 50))
    assert percentile([3.0], 90) == 3.0
    assert percentile([1.0, 9.0], 100) == 9.0


def test_it_prints_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        entry.call("tests.lab", "matchmaking", "--arrivals", "500", "--seed", "4")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[:5]] == [
        "| settings",
        "|---|---|---|---|---|---|---|---|",
        "| popular",
        "| usual",
        "| rare",
    ]
    assert lines[:5] == lines[5:]
