"""The foresight index of a game: how each choice fared with the dice that came. Pure.

A choice that was not the best gave up expected points. Its *gain* is its value after the next roll
minus the value of the best choice, both with the dice of this deal. Its *surplus* is the gain minus
the gain that fair dice give on average. Players who do not know the dice have a mean surplus of
zero, whatever they choose. docs/analysis.md has the proof.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.rules import Dice, Position, Scorecard
from games.core.rules.scoring import DICE_COUNT, FACES, held_positions
from games.site.study.analysis.dice_sequence import DiceSequence
from games.site.study.analysis.ledger import Move, SeatLedger

if TYPE_CHECKING:
    from games.core.solver import Option

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
RollValues = Callable[[Scorecard, int], Floats]
"""The type of `games.core.solver.roll_values`: (card, rolls left) -> the value of each roll."""
TILTS = (0.1, 0.2, 0.4, 0.8)
"""How much the evidence stakes on a surplus of one standard deviation (see `evidence`)."""
MIN_SD = 0.5
"""A choice counts if the next roll moves its gain by at least this standard deviation, in points.

The standard deviation is that of fair dice, so what counts does not depend on the dice."""


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
    from games.core.solver.lattice import roll_index  # noqa: PLC0415 - few processes need NumPy

    throws = _throws(DICE_COUNT)[:, ::-1]
    return np.array([roll_index(tuple(int(face) + 1 for face in row)) for row in throws])


class ChoiceForesight(NamedTuple):
    """A choice against the best one, on the dice that came. `seq` is its event.

    `loss`: the points given up, by the analysis. `surplus`: the gain minus its mean with fair dice,
    in points, and `sd` its standard deviation with fair dice. `evidence`: for each of `TILTS`, the
    logarithm of a factor whose mean is 1 with fair dice.
    """

    seq: int
    turn: int
    loss: float
    surplus: float
    sd: float
    evidence: tuple[float, ...]


class Law(NamedTuple):
    """A gain with fair dice: its mean and standard deviation, and how to weigh deviations.

    `log_means`: for each of `TILTS`, the logarithm of the mean of exp(tilt * (gain - mean) / sd).
    """

    mean: float
    sd: float
    log_means: tuple[float, ...]


class GameForesight(NamedTuple):
    """The sums over a seat's choices that count; they add up over games.

    `loss`, `surplus`: points. `variance`: of the surplus, with fair dice. `score`: the sum of
    surplus / sd. `evidence`: as in `ChoiceForesight`.
    """

    choices: int
    loss: float
    surplus: float
    variance: float
    score: float
    evidence: tuple[float, ...]


def foresight(ledger: SeatLedger, dice: DiceSequence, values: RollValues) -> GameForesight:
    """Return the foresight of a seat of a game, finished or not.

    `dice`: the dice of the deal for this seat. `values`: `games.core.solver.roll_values`. Counts
    what the seat's own player chose. The choice of games to count must not depend on dice or
    results.
    """
    return total(choice_foresight(ledger.moves, dice, values))


def total(choices: Sequence[ChoiceForesight]) -> GameForesight:
    return GameForesight(
        len(choices),
        math.fsum(choice.loss for choice in choices),
        math.fsum(choice.surplus for choice in choices),
        math.fsum(choice.sd**2 for choice in choices),
        math.fsum(choice.surplus / choice.sd for choice in choices),
        tuple(math.fsum(choice.evidence[tilt] for choice in choices) for tilt in range(len(TILTS))),
    )


def choice_foresight(
    moves: Sequence[Move], dice: DiceSequence, values: RollValues
) -> list[ChoiceForesight]:
    """Return the choices of the seat's player that differ from the best one, and count."""
    measured = (_measure(move, dice, values) for move in moves if move.by == "player")
    return [choice for choice in measured if choice is not None]


def _measure(move: Move, dice: DiceSequence, values: RollValues) -> ChoiceForesight | None:
    position = move.position
    best_hold = hold_of(position, move.best)
    if (move.choice.fill, move.hold) == (move.best.fill, best_hold):
        return None
    chosen = outcome_of(position, move.choice, move.hold, move.turn, values)
    best = outcome_of(position, move.best, best_hold, move.turn, values)
    if isinstance(chosen, Outcome) and isinstance(best, Outcome) and best.turn > chosen.turn:
        # Before the roll that the best choice leads to, the player would choose again. So that roll
        # belongs to later choices, and the best choice counts with its mean.
        best = _mean(best)
    law = law_of(chosen, best)
    if law.sd < MIN_SD:
        return None
    gain = _realised(chosen, dice) - _realised(best, dice)
    score = (gain - law.mean) / law.sd
    evidence = tuple(
        tilt * score - log_mean for tilt, log_mean in zip(TILTS, law.log_means, strict=True)
    )
    return ChoiceForesight(move.seq, move.turn, move.loss, gain - law.mean, law.sd, evidence)


def _realised(outcome: Outcome | float, dice: DiceSequence) -> float:
    return outcome if isinstance(outcome, float) else outcome.realised(dice)


def _mean(outcome: Outcome) -> float:
    return float(throws_of(outcome, _rolled(outcome)).mean())


def _rolled(*outcomes: Outcome) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    every = zip(*(outcome.held for outcome in outcomes), strict=True)
    return np.array([at for at, faces in enumerate(every) if not all(faces)], dtype=np.int64)


def law_of(chosen: Outcome | float, best: Outcome | float) -> Law:
    """Return the law of the gain, chosen minus best, with fair dice.

    If both lead to the same roll, they see the same dice. Different rolls are independent.
    """
    if isinstance(chosen, Outcome) and isinstance(best, Outcome):
        if (chosen.turn, chosen.roll) == (best.turn, best.roll):
            rolled = _rolled(chosen, best)
            return _law([throws_of(chosen, rolled) - throws_of(best, rolled)])
        return _law([throws_of(chosen, _rolled(chosen)), -throws_of(best, _rolled(best))])
    if isinstance(chosen, Outcome):
        assert not isinstance(best, Outcome)
        return _law([throws_of(chosen, _rolled(chosen)) - best])
    return _law([chosen - (throws_of(best, _rolled(best)) if isinstance(best, Outcome) else best)])


def _law(parts: Sequence[Floats | float]) -> Law:
    """Return the law of a sum of independent parts, each uniform over its entries."""
    arrays = [np.atleast_1d(np.asarray(part, dtype=np.float64)) for part in parts]
    means = [float(array.mean()) for array in arrays]
    sd = math.sqrt(sum(float(array.var()) for array in arrays))
    if sd == 0.0:
        return Law(math.fsum(means), 0.0, (0.0,) * len(TILTS))
    log_means = [
        math.fsum(
            math.log(float(np.exp(tilt * (array - mean) / sd).mean()))
            for array, mean in zip(arrays, means, strict=True)
        )
        for tilt in TILTS
    ]
    return Law(math.fsum(means), sd, tuple(log_means))
