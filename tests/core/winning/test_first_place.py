"""Shares of the first place against counting all outcomes."""

import math
from itertools import product

import numpy as np
import pytest

from games.core.winning.distribution import (
    Distribution,
    certain,
    first_place,
    normal,
    place_values,
)


def distribution(low: int, *chances: float) -> Distribution:
    return Distribution(low, np.array(chances))


ALICE = distribution(3, 0.25, 0.5, 0.25)
BOB = distribution(2, 0.1, 0.2, 0.3, 0.4)
CHARLIE = distribution(4, 1.0)


def counted(totals: list[Distribution]) -> list[float]:
    shares = [0.0] * len(totals)
    for drawn in product(*(range(len(each.chances)) for each in totals)):
        points = [each.low + i for each, i in zip(totals, drawn, strict=True)]
        chance = float(np.prod([each.chances[i] for each, i in zip(totals, drawn, strict=True)]))
        winners = [seat for seat, each in enumerate(points) if each == max(points)]
        for seat in winners:
            shares[seat] += chance / len(winners)
    return shares


@pytest.mark.parametrize(
    "totals",
    [
        [ALICE],
        [ALICE, BOB],
        [BOB, ALICE, CHARLIE],
        [ALICE] * 4 + [BOB] * 3,
        [CHARLIE] * 8,
        [CHARLIE] * 16,
    ],
)
def test_first_place_is_shared_by_ties(totals: list[Distribution]) -> None:
    assert first_place(totals) == pytest.approx(counted(totals), abs=1e-12)


def test_first_place_refuses_no_totals_and_too_many() -> None:
    with pytest.raises(ValueError, match="1 to 16"):
        first_place([])
    with pytest.raises(ValueError, match="1 to 16"):
        first_place([ALICE] * 17)


def test_place_values_are_the_share_of_others_beaten() -> None:
    values = place_values([ALICE, BOB], 2, 7)
    expected = []
    for mine in range(2, 8):
        beaten = 0.0
        for other in (ALICE, BOB):
            for i, chance in enumerate(other.chances):
                beaten += chance * ((mine > other.low + i) + (mine == other.low + i) / 2)
        expected.append(beaten / 2)
    assert values == pytest.approx(expected, abs=1e-12)


def test_place_values_need_others() -> None:
    with pytest.raises(ValueError, match="others"):
        place_values([], 0, 10)


@pytest.mark.parametrize(("mean", "sd"), [(1700.3, 140.2), (10.2, 0.8)])
def test_normal_agrees_with_the_error_function(mean: float, sd: float) -> None:
    drawn = normal(mean, sd)

    def below(points: float) -> float:
        return math.erf((points - mean) / (sd * math.sqrt(2))) / 2

    for total, chance in enumerate(drawn.chances, start=drawn.low):
        assert chance == pytest.approx(below(total + 0.5) - below(total - 0.5), abs=1e-7)


def test_normal_has_the_given_mean_and_deviation() -> None:
    drawn = normal(254.3, 59.6)
    assert drawn.mean == pytest.approx(254.3, abs=1e-4)
    assert drawn.sd == pytest.approx(59.6, abs=0.01)
    assert drawn.chances.sum() == pytest.approx(1)
    assert normal(20.0, 0.0) == certain(20)
