"""Triple Yahtzee: how far the points to come spread, against games that were played."""

import numpy as np
import pytest

from games.core.rules import Position, Scorecard
from games.core.solver import value
from games.core.solver.triple.weights import load
from games.core.winning import to_come
from games.core.winning.outlook import sd_to_come
from tests.core.solver.triple_cards import JOKERS, any_card
from workshop.make.solver.triple_simulation import play_games

GAMES = 800


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("turn", [0, 20, 33])
def test_simulated_points_have_the_stated_mean_and_deviation(joker: str, turn: int) -> None:
    # Standardised, what was scored from a turn on has mean 0 and deviation 1.
    games = play_games(load(joker), joker, GAMES, seed=77)
    scored = games.totals - games.points[:, turn]
    sd = sd_to_come(any_card(joker, 39 - turn, seed=1), 0)
    standard = (scored - games.values[:, turn]) / sd

    # 4 standard errors of either, for tails as thick as those of bonus Yahtzees; the mean may
    # besides be off by what the estimates are known to be (docs/solver.md).
    assert np.abs(standard.mean()) < 4 / GAMES**0.5 + 0.05
    assert standard.std() == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize("joker", JOKERS)
def test_the_deviation_falls_with_every_roll(joker: str) -> None:
    card, now = any_card(joker, 39, seed=1), float("inf")
    while not card.is_full:
        spread = [sd_to_come(card, rolls) for rolls in range(4)]
        assert now > spread[0] - 1e-9
        assert spread[0] > spread[1] > spread[2] > spread[3]
        now = spread[3]
        card = card.apply(card.fills((1, 2, 3, 4, 6))[0])
    assert now == 0


def normal_mean_and_sd(card: Scorecard) -> tuple[float, float]:
    found = to_come(card)
    points = np.arange(found.low, found.low + len(found.chances))
    mean = float((points * found.chances).sum())
    return mean, float(((points - mean) ** 2 * found.chances).sum() ** 0.5)


def test_to_come_has_the_estimated_mean_and_the_measured_deviation() -> None:
    card = any_card("forced", 30, seed=4)
    mean, sd = normal_mean_and_sd(card)
    assert mean == pytest.approx(value(Position(card.variant, card)), abs=0.5)
    assert sd == pytest.approx(sd_to_come(card, 0), rel=0.01)
