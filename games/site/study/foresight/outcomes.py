"""A choice after the next roll: its value then, and the probability law of that value. Pure.

Rolls are numbered as in `games.core.solver.lattice`. The law of fair dice is computed by listing
all throws of the dice that the choice rolls, at most 6**5.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.rules import Dice, Position, Scorecard
from games.core.rules.dice import DICE_COUNT, FACES, held_positions
from games.site.study.analysis.dice_sequence import DiceSequence

if TYPE_CHECKING:
    from games.core.solver import Option

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
RollValues = Callable[[Scorecard, int], Floats]
"""The type of `games.core.solver.roll_values`: (card, rolls left) -> the value of each roll."""


class Outcome(NamedTuple):
    """The value of a choice after the next roll that it leads to.

    `values` (252,): the value after each possible roll, in points, including the points scored
    before it. `held`: the face that stays at each position, 0 for a die that is rolled. `turn` and
    `roll`: which roll it is, in the turn of the position or the next one.
    """

    values: Floats
    held: Dice
    turn: int
    roll: int

    def realised(self, dice: DiceSequence) -> float:
        """Return the value after the roll that these dice give."""
        faces = tuple(
            face or dice(self.turn, self.roll, position) for position, face in enumerate(self.held)
        )
        return float(self.values[rolls_by_code()[_code(faces)]])


def outcome_of(
    position: Position, choice: "Option", hold: tuple[int, ...], turn: int, values: RollValues
) -> Outcome | float:
    """Return the outcome of a choice, made in this turn (from 1) with dice on the table.

    `hold`: the positions held, if the choice rolls. After filling the last box there is no next
    roll, so the result is the value itself.
    """
    card, dice = position.card, position.dice
    assert dice is not None
    if choice.fill is None:
        held = tuple(face if at in hold else 0 for at, face in enumerate(dice))
        return Outcome(values(card, position.rolls_left - 1), held, turn, position.rolls + 1)
    after = card.apply(choice.fill)
    gained = after.total - card.total
    if after.is_full:
        return float(gained)
    first = values(after, after.variant.rolls_per_turn - 1) + gained
    return Outcome(first, (0,) * len(dice), turn + 1, 1)


def hold_of(position: Position, choice: "Option") -> tuple[int, ...]:
    """Return the positions that a choice holds: of equal dice, the leftmost. () if it scores."""
    assert position.dice is not None
    return held_positions(position.dice, choice.keep or ())


def throws_of(outcome: Outcome, rolled: Ints) -> Floats:
    """Return the value of an outcome for each throw, (6**n,), of the dice at `rolled` positions.

    `rolled` (n,) contains every position that the outcome rolls.
    """
    faces = np.array(outcome.held)
    codes = np.zeros(FACES ** len(rolled), dtype=np.int64)
    for position, face in enumerate(faces):
        if face:
            codes += (face - 1) * FACES**position
        else:
            (place,) = np.flatnonzero(rolled == position)
            codes += _throws(len(rolled))[:, place] * FACES**position
    return outcome.values[rolls_by_code()[codes]]


@cache
def _throws(count: int) -> Ints:
    """Return all throws of `count` dice, (6**count, count), as faces from 0."""
    found: Ints = np.indices((FACES,) * count).reshape(count, FACES**count).T.copy()
    return found


def _code(faces: Dice) -> int:
    return sum((face - 1) * FACES**position for position, face in enumerate(faces))


@cache
def rolls_by_code() -> Ints:
    """Return the number of the roll, (6**5,), by the faces: the sum of (face - 1) * 6**position."""
    from games.core.solver.lattice import roll_index  # noqa: PLC0415 - importing numba takes a second

    throws = _throws(DICE_COUNT)[:, ::-1]
    return np.array([roll_index(tuple(int(face) + 1 for face in row)) for row in throws])
