"""Simulated players wait no longer than docs/events.md says."""

import random

from tests.tables.matchmaking.arrivals import arrivals, paired, percentile


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
