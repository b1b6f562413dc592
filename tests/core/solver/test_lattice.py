"""The keep lattice has its published size, and numbers dice in any order."""

import pytest

from games.core.rules.scoring import all_rolls
from games.core.solver import lattice
from tests.support.oracles.solver import outcomes

ROLLS = all_rolls()


def test_it_has_the_4368_pairs_of_glenn_2006() -> None:
    assert len(lattice.ROLL_KEEPS) + lattice.ROLL_COUNT == 4368
    assert sum(len(outcomes(keep)) for keep in lattice.KEEPS) == 4368


def test_it_numbers_dice_in_any_order() -> None:
    assert lattice.KEEPS[lattice.keep_index((5, 2, 5))] == (2, 5, 5)
    assert ROLLS[lattice.roll_index((6, 1, 3, 1, 2))] == (1, 1, 2, 3, 6)
    with pytest.raises(KeyError):
        lattice.roll_index((1, 2))
