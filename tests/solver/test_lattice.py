"""The keep lattice against plain enumeration."""

import numpy as np
import pytest

from games.rules.dice import all_rolls
from games.solver import lattice
from tests.oracles.solver import outcomes

ROLLS = all_rolls()


def test_it_has_252_rolls_and_462_keeps() -> None:
    assert (lattice.ROLL_COUNT, lattice.KEEP_COUNT, lattice.FIRST_ROLL) == (252, 462, 210)
    assert lattice.KEEPS[0] == ()
    assert lattice.KEEPS[lattice.FIRST_ROLL :] == ROLLS


def test_it_has_the_4368_pairs_of_glenn_2006() -> None:
    assert len(lattice.ROLL_KEEPS) + lattice.ROLL_COUNT == 4368
    assert sum(len(outcomes(keep)) for keep in lattice.KEEPS) == 4368


def test_it_gives_the_chances_of_the_rolls() -> None:
    chances = dict(outcomes(()))
    assert pytest.approx([chances[roll] for roll in ROLLS]) == lattice.ROLL_PROBABILITY
    assert lattice.ROLL_PROBABILITY.sum() == pytest.approx(1.0, abs=1e-15)


def test_it_numbers_dice_in_any_order() -> None:
    assert lattice.KEEPS[lattice.keep_index((5, 2, 5))] == (2, 5, 5)
    assert ROLLS[lattice.roll_index((6, 1, 3, 1, 2))] == (1, 1, 2, 3, 6)
    with pytest.raises(KeyError):
        lattice.roll_index((1, 2))


def test_it_expects_what_enumeration_expects() -> None:
    worth = np.random.default_rng(4).normal(size=lattice.KEEP_COUNT)
    value = dict(zip(ROLLS, worth[lattice.FIRST_ROLL :], strict=True))
    lattice.expect(worth)
    for index, keep in enumerate(lattice.KEEPS):
        mean = sum(chance * value[roll] for roll, chance in outcomes(keep))
        assert worth[index] == pytest.approx(mean, abs=1e-12)


def test_it_finds_the_best_keep_within_each_roll() -> None:
    worth = np.random.default_rng(5).normal(size=lattice.KEEP_COUNT)
    before = worth.copy()
    lattice.maximise(worth)
    for roll in range(lattice.ROLL_COUNT):
        start, end = lattice.KEEP_STARTS[roll : roll + 2]
        own = before[lattice.FIRST_ROLL + roll]
        best = max(own, before[lattice.ROLL_KEEPS[start:end]].max())
        assert worth[lattice.FIRST_ROLL + roll] == best
