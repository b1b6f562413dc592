"""Simulated games of Triple Yahtzee: the documented mean, seeds, losses."""

import numpy as np
import pytest

from games.solver.triple.weights import about, load, path_of
from make.solver.triple_simulation import play_games
from tests.solver.triple_cards import JOKERS

pytestmark = pytest.mark.simulation


@pytest.mark.parametrize("joker", JOKERS)
def test_it_scores_as_documented(joker: str) -> None:
    measured = about(path_of(joker))["measured"][joker]
    games = play_games(load(joker), joker, 2000, seed=11)
    error = games.totals.std() / len(games.totals) ** 0.5

    assert games.totals.mean() == pytest.approx(measured["fitted"]["mean"], abs=4 * error)
    assert games.values[0, 0] == pytest.approx(measured["start"], abs=0.01)


def test_it_plays_the_same_games_for_the_same_seed() -> None:
    first = play_games(load("forced"), "forced", 50, seed=3, tau=2.0)
    again = play_games(load("forced"), "forced", 33, seed=3, tau=2.0)
    other = play_games(load("forced"), "forced", 33, seed=4, tau=2.0)

    assert np.array_equal(first.totals[:33], again.totals)
    assert not np.array_equal(again.totals, other.totals)


def test_it_loses_nothing_at_temperature_0() -> None:
    games = play_games(load("none"), "none", 50, seed=1)

    assert np.nanmax(games.losses) == 0.0
    assert np.isnan(games.losses).any()
    assert not np.isnan(games.losses[:, ::3]).any()


def test_it_loses_more_at_a_higher_temperature() -> None:
    losses = [
        np.nansum(play_games(load("none"), "none", 100, seed=1, tau=tau).losses) / 100
        for tau in (0.5, 2.0, 8.0)
    ]

    assert 0 < losses[0] < losses[1] < losses[2]


def test_it_plays_the_last_turns_exactly() -> None:
    games = play_games(load("forced"), "forced", 100, seed=8, exact=3)
    fitted = play_games(load("forced"), "forced", 100, seed=8)

    assert np.array_equal(games.values[:, :-3], fitted.values[:, :-3])
    assert not np.isclose(games.values[:, -3], fitted.values[:, -3]).any()
