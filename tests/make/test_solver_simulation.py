"""Simulated games: reproducible, and with the published losses."""

from dataclasses import replace

import numpy as np
import pytest

from games.rules import Variant, find_variant
from games.solver import table
from games.solver.lattice import Floats, Ints
from make.solver.simulation import Played, Policy, play

pytestmark = pytest.mark.simulation

YAHTZEE, YACHT = find_variant("yahtzee"), find_variant("yacht")


def lost(played: Played) -> Floats:
    """Return the points lost in each game."""
    losses: Floats = np.nansum(played.losses, axis=(1, 2))
    return losses


def error(numbers: Floats | Ints) -> float:
    """Return the standard error of a mean."""
    return float(numbers.std() / len(numbers) ** 0.5)


def test_it_plays_the_same_games_with_any_number_of_threads() -> None:
    one, three = (play(YACHT, Policy(1.0), 50, seed=7, threads=threads) for threads in (1, 3))
    for mine, other in zip(one, three, strict=True):
        assert np.array_equal(mine, other, equal_nan=True)
    again = play(YACHT, Policy(1.0), 50, seed=8)
    assert not np.array_equal(again.totals, one.totals)


def test_it_adds_up() -> None:
    played = play(YAHTZEE, Policy(0.5), 200, seed=1)
    assert (played.points.sum(axis=1) == played.totals).all()
    decisions = ~np.isnan(played.losses)
    assert (decisions == ~np.isnan(played.stakes)).all()
    assert decisions[:, :, 0].all()
    assert (decisions[:, :, 1] >= decisions[:, :, 2]).all()
    assert (played.losses[decisions] >= 0).all()
    assert (played.losses[decisions] <= played.stakes[decisions]).all()


@pytest.mark.parametrize("variant", [YAHTZEE, YACHT, find_variant("yatzy")])
def test_it_plays_perfectly_at_temperature_0(variant: Variant) -> None:
    played = play(variant, Policy(), 4000, seed=2)
    assert lost(played).max() < 1e-8
    assert abs(played.totals.mean() - table(variant).start) < 4 * error(played.totals)
    assert played.totals.std() == pytest.approx(table(variant).sd, rel=0.1)


@pytest.mark.parametrize(("temperature", "expected"), [(0.5, 5.24), (1.0, 19.95), (2.0, 50.09)])
def test_it_loses_what_independent_simulations_lost(temperature: float, expected: float) -> None:
    played = play(YAHTZEE, Policy(temperature), 3000, seed=3)
    assert abs(lost(played).mean() - expected) < 4 * error(lost(played)) + 0.05
    luck = played.totals - table(YAHTZEE).start + lost(played)
    assert abs(luck.mean()) < 4 * error(luck)


def test_it_chooses_by_its_belief() -> None:
    plain = find_variant("yahtzee", joker="none")
    hunter = table(replace(plain, upper_bonus=(63, 100)))
    bold = play(plain, Policy(belief=hunter), 3000, seed=4)
    sane = play(plain, Policy(), 3000, seed=4)
    assert (bold.points[:, 13] > 0).mean() > (sane.points[:, 13] > 0).mean() + 0.03
    assert lost(bold).mean() > 1.0
