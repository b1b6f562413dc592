"""Simulated duels: given dice determine the game."""

import numpy as np
import pytest

from games.rules import find_variant
from games.solver import table
from games.solver.lattice import FIRST_ROLL
from make.winning.duel_moments import _card, predictions
from make.winning.recorded_games import record_of

pytestmark = pytest.mark.simulation

YACHT = find_variant("yacht")
YAHTZEE = find_variant("yahtzee")


def test_it_scores_what_its_card_shows() -> None:
    rng = np.random.default_rng(5)
    found = table(YAHTZEE)
    for _ in range(50):
        dice = rng.integers(0, 6, (13, 3, 5), dtype=np.int8)
        record = record_of(found.rules, found.values, dice)
        card = _card(YAHTZEE, record, 13)
        assert card.is_full
        assert card.total == record.score
        assert (record.nodes[:, 0] >= FIRST_ROLL).all()


def test_it_scores_the_expected_mean_when_playing_for_points() -> None:
    rng = np.random.default_rng(6)
    found = table(YACHT)
    scores = [
        record_of(found.rules, found.values, rng.integers(0, 6, (12, 3, 5), dtype=np.int8)).score
        for _ in range(4000)
    ]
    assert np.mean(scores) == pytest.approx(found.start, abs=4 * found.sd / 4000**0.5)


def test_it_predicts_wins_correctly_on_average() -> None:
    found = list(predictions(YACHT, 800, seed=2))
    predicted = np.mean([each.predicted for each in found])
    won = np.mean([each.won for each in found])
    spread = np.mean([(each.predicted - each.won) ** 2 for each in found])
    assert predicted == pytest.approx(won, abs=0.05)
    assert spread < 0.2
