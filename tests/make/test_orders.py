"""How many games order two players: the parts of the computation, by hand."""

import itertools

import numpy as np
import pytest

from games.rules import VARIANTS
from make.statistics.orders import PLAYERS, order, orders


def test_it_compares_scores_with_own_and_same_dice_and_points_lost() -> None:
    one = np.array([(200.0, 0.0), (260.0, 2.0), (230.0, 1.0)])
    other = np.array([(190.0, 10.0), (250.0, 14.0), (214.0, 9.0)])
    found = order("polaris", "pip", one, other)
    # Differences of points lost: 10, 12, 8. Of scores: 10, 10, 16. Alone: sd 30 and 30.2.
    assert found.difference == pytest.approx(10)
    assert found.own_spread == pytest.approx((30.0**2 + 30.1993377**2) ** 0.5)
    assert found.same_spread == pytest.approx(12**0.5)
    assert found.skill_spread == pytest.approx(2)
    assert (found.own, found.same, found.skill) == (73, 1, 1)


def test_it_needs_fewer_games_with_the_same_dice_and_still_fewer_by_skill() -> None:
    rows = orders(VARIANTS["yacht"], 40, seed=1)
    assert [(row.better, row.worse) for row in rows] == list(itertools.pairwise(PLAYERS))
    for row in rows:
        assert row.difference > 0
        assert row.own > row.same > row.skill


def test_it_refuses_too_few_games() -> None:
    with pytest.raises(ValueError, match="two games"):
        orders(VARIANTS["yacht"], 1, seed=1)
