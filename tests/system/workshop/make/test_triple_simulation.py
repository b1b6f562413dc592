"""Simulated games of Triple Yahtzee: the documented mean, and perfect play loses nothing."""

import numpy as np
import pytest

from games.core.solver.triple.weights import about, load, path_of
from tests.core.solver.triple_cards import JOKERS
from workshop.make.solver.triple_simulation import play_games

pytestmark = [pytest.mark.simulation, pytest.mark.release]


@pytest.mark.parametrize("joker", JOKERS)
def test_it_scores_as_documented(joker: str) -> None:
    measured = about(path_of(joker))["measured"][joker]
    games = play_games(load(joker), joker, 2000, seed=11)
    error = games.totals.std() / len(games.totals) ** 0.5

    assert games.totals.mean() == pytest.approx(measured["fitted"]["mean"], abs=4 * error)
    assert games.values[0, 0] == pytest.approx(measured["start"], abs=0.01)


def test_it_loses_nothing_at_temperature_0() -> None:
    games = play_games(load("none"), "none", 50, seed=1)

    assert np.nanmax(games.losses) == 0.0
    assert np.isnan(games.losses).any()
    assert not np.isnan(games.losses[:, ::3]).any()
