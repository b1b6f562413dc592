"""Simulated games: reproducible, and with the published losses."""

import numpy as np
import pytest

from games.core.rules import Variant, find_variant
from games.core.solver import table
from games.core.solver.lattice import Floats, Ints
from workshop.make.solver.simulation import Played, Policy, play

pytestmark = [pytest.mark.simulation, pytest.mark.release]

YAHTZEE, YACHT = find_variant("yahtzee"), find_variant("yacht")


def lost(played: Played) -> Floats:
    losses: Floats = np.nansum(played.losses, axis=(1, 2))
    return losses


def error(numbers: Floats | Ints) -> float:
    return float(numbers.std() / len(numbers) ** 0.5)


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
