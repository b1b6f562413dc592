"""The foresight index of a game: how each choice fared with the dice that came. Pure.

A choice that was not the best gave up expected points. Its *gain* is its value after the next roll
minus the value of the best choice, both with the dice of this deal. Its *surplus* is the gain minus
the gain that fair dice give on average. Players who do not know the dice have a mean surplus of
zero, whatever they choose. docs/analysis.md has the proof.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from games.site.study.analysis.dice_sequence import DiceSequence
from games.site.study.analysis.ledger import Move, SeatLedger
from games.site.study.foresight.outcomes import (
    Floats,
    Outcome,
    RollValues,
    hold_of,
    outcome_of,
    throws_of,
)

TILTS = (0.1, 0.2, 0.4, 0.8)
"""How much the evidence stakes on a surplus of one standard deviation (see `evidence`)."""
MIN_SD = 0.5
"""A choice counts if the next roll moves its gain by at least this standard deviation, in points.

The standard deviation is that of fair dice, so what counts does not depend on the dice."""


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
    """Return the sums over choices."""
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
