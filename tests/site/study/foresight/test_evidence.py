"""Evidence: a mean of bets that no honest player can be expected to win."""

import math
from itertools import product

import pytest

from games.site.study.foresight.evidence import evidence, standard_score


def test_it_is_the_logarithm_of_the_mean_of_the_bets() -> None:
    bets = (1.0, 2.0, 0.5, 10.0)
    assert evidence([math.log(bet) for bet in bets]) == pytest.approx(math.log10(3.375))


@pytest.mark.parametrize("limit", [2, 3, 5])
def test_it_is_ever_reached_by_no_more_honest_players_than_it_says(limit: int) -> None:
    # Ville's inequality, over every course of twelve coins on which two players bet.
    stakes = (0.3, 0.8)
    reached = 0
    for coins in product((-1, 1), repeat=12):
        sums = [0.0, 0.0]
        highest = 0.0
        for coin in coins:
            for place, stake in enumerate(stakes):
                sums[place] += math.log(1 + stake * coin)
            highest = max(highest, evidence(sums))
        reached += highest >= math.log10(limit)
    assert 0 < reached / 2**12 <= 1 / limit


def test_it_scales_the_index_to_a_standard_deviation_of_one() -> None:
    assert standard_score(12.0, 9) == 4
    assert standard_score(0.0, 0) == 0


def test_it_stands_sums_whose_exponential_is_too_large() -> None:
    assert evidence((2000.0, -2000.0)) == pytest.approx(2000 * math.log10(math.e) + math.log10(0.5))
