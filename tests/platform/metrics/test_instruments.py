"""Counters, gauges and histograms, as Prometheus reads them."""

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from games.platform.metrics.catalogue import Counter, Histogram, Instrument
from games.platform.metrics.endpoint import Instruments


def shown(instrument: Instrument) -> list[str]:
    """Return the lines for an instrument, without the comments."""
    registry = CollectorRegistry()
    registry.register(Instruments([instrument]))
    lines = generate_latest(registry).decode().splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_it_shows_a_counter_from_the_start() -> None:
    counter = Counter("yacht_moves", "Moves.")
    assert shown(counter) == ["yacht_moves_total 0.0"]
    counter.add()
    counter.add(3)
    assert shown(counter) == ["yacht_moves_total 4.0"]


@pytest.mark.parametrize(
    ("value", "buckets"),
    [(0.05, (1, 1, 1)), (0.1, (1, 1, 1)), (0.11, (0, 1, 1)), (1.0, (0, 1, 1)), (9, (0, 0, 1))],
)
def test_it_puts_a_value_into_the_buckets_whose_limit_it_does_not_exceed(
    value: float, buckets: tuple[int, ...]
) -> None:
    histogram = Histogram("yacht_wait_seconds", "Waits.", (0.1, 1.0))
    histogram.observe(value)
    assert shown(histogram) == [
        f'yacht_wait_seconds_bucket{{le="0.1"}} {buckets[0]}.0',
        f'yacht_wait_seconds_bucket{{le="1.0"}} {buckets[1]}.0',
        f'yacht_wait_seconds_bucket{{le="+Inf"}} {buckets[2]}.0',
        "yacht_wait_seconds_count 1.0",
        f"yacht_wait_seconds_sum {float(value)}",
    ]
