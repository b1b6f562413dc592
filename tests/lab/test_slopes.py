"""Growth of what a process uses, told from noise."""

import random

import pytest

from tests.lab.chaos.slopes import growth_per_hour

NOISE = random.Random(3)


def samples(per_hour: float, noise: float) -> list[tuple[float, float]]:
    """Return an hour of samples every ten seconds."""
    return [(at, 100 + per_hour * at / 3600 + NOISE.gauss(0, noise)) for at in range(0, 3600, 10)]


def test_it_measures_a_straight_line() -> None:
    slope, certain = growth_per_hour(samples(7.0, 0.0))
    assert slope == pytest.approx(7.0)
    assert certain == pytest.approx(7.0)


def test_it_is_certain_of_growth_in_noise() -> None:
    slope, certain = growth_per_hour(samples(20.0, 3.0))
    assert 15 < slope < 25
    assert certain > 10


def test_it_is_not_certain_of_noise() -> None:
    _, certain = growth_per_hour(samples(0.0, 3.0))
    assert certain < 1


def test_it_needs_enough_samples() -> None:
    with pytest.raises(ValueError, match="too few"):
        growth_per_hour([(0, 1), (1, 1)])
