"""The boxes and points of simulated games of Triple Yahtzee, inferred from cards between turns."""

import numpy as np
import pytest

from games.rules import find_variant
from games.solver.triple.cards import POINTS
from make.solver.triple_simulation import Games, play_games
from make.statistics.sampling import Filled, read_turns
from make.triple.initial_network import initial_network

pytestmark = pytest.mark.simulation

BOXES, CATEGORIES, COLUMNS = 39, 13, 3


@pytest.fixture(scope="module")
def played() -> Games:
    """Games by the untrained network: any policy will do."""
    return play_games(initial_network(4), "forced", 64, seed=7)


@pytest.fixture(scope="module")
def filled(played: Games) -> Filled:
    return read_turns(played)


def test_it_fills_every_box_once(filled: Filled) -> None:
    assert (np.sort(filled.box, axis=1) == np.arange(BOXES)).all()


def test_it_adds_up_to_the_totals(played: Games, filled: Filled) -> None:
    times = filled.box // CATEGORIES + 1
    points = filled.points + 35 * filled.upper + 100 * filled.yahtzees
    assert ((times * points).sum(axis=1) == played.totals).all()


def test_it_writes_points_that_dice_can_make(filled: Filled) -> None:
    for category in range(CATEGORIES):
        made = set(filled.points[filled.box % CATEGORIES == category].tolist())
        assert made <= set(POINTS[:, category].tolist()) | {0}


def test_it_gives_the_upper_bonus_for_63_points(filled: Filled) -> None:
    for game in range(len(filled.box)):
        for column in range(COLUMNS):
            mine = filled.box[game] // CATEGORIES == column
            upper = mine & (filled.box[game] % CATEGORIES < 6)
            reached = filled.points[game][upper].sum() >= 63
            assert filled.upper[game][mine].sum() == reached
    assert find_variant("triple_yahtzee").upper_bonus == (63, 35)
