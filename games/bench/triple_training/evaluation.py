"""How well fitted values play, and how far off they are."""

from typing import Any, NamedTuple

import numpy as np

from games.bench.solver.triple_simulation import Games, play_games
from games.bench.triple_training.fit import evaluate_all
from games.solver.triple.cards import BOXES, COLUMNS, THRESHOLD, Floats
from games.solver.triple.network import Network

SEED = 20260101


class Measured(NamedTuple):
    """What simulated games tell; points are weighted."""

    start: float
    """The estimate for an empty card."""
    fitted: dict[str, Any]
    """Games by fitted values to the end: games, mean and its standard error, the same by the
    luck-adjusted estimate, sd, and how often each column got its upper bonus."""
    exact: dict[str, Any]
    """The same with the last boxes played exactly, as the site does."""
    turns: list[dict[str, float]]
    """For each number of filled boxes, over the first kind of games: rms of the difference between
    the one-turn backup and the fitted value; how much more the estimate says than is scored from
    there on average; sd of what is scored."""


def measure(network: Network, joker: str, games: int, exact_games: int, exact: int) -> Measured:
    """Play games with the fitted values, and others with the last `exact` turns exactly."""
    fitted = play_games(network, joker, games, seed=SEED)
    ends = play_games(network, joker, exact_games, seed=SEED + 1, exact=exact)
    steps = residuals(network, fitted, 0)
    return Measured(
        float(fitted.values[0, 0]),
        _summary(fitted, steps),
        _summary(ends, residuals(network, ends, exact)),
        [_turn(fitted, steps, turn) for turn in range(BOXES)],
    )


def calibrate(network: Network, joker: str, games: int, exact: int) -> None:
    """Make the estimates right on average, in place; changes no decision.

    A turn chooses what looks best after it, so that what is estimated too high is chosen too
    often: the fitted values are some points too high. All cards that a turn can lead to have as
    many filled boxes, and the bias of their weights is moved by as much as they turn out to be
    wrong in `games` games that the site would play (the last `exact` turns exactly).
    """
    played = play_games(network, joker, games, seed=SEED + 2, exact=exact)
    mean = residuals(network, played, exact).mean(axis=0)
    for turn in range(BOXES + 1 - exact):
        network.bias[turn] += mean[turn:].sum()


def residuals(network: Network, games: Games, exact: int) -> Floats:
    """Return how much more a card is worth by one exact turn than it was estimated, (games, 39).

    The estimate is the one that the turn before has chosen by; with fewer than `exact` open boxes
    both are exact.
    """
    found = games.values.copy()
    found[:, BOXES - exact + 1 :] = 0.0
    for turn in range(BOXES + 1 - exact if exact else BOXES):
        found[:, turn] -= evaluate_all(np.ascontiguousarray(games.states[:, turn]), network)
    return found


def _summary(games: Games, steps: Floats) -> dict[str, Any]:
    """Return the means of games.

    The luck of every roll is 0 on average, given the values that the turn was chosen by, so that
    start + residuals has the mean of the totals and almost none of their spread: that is the
    luck-adjusted estimate.
    """
    count = len(games.totals)
    adjusted = games.values[0, 0] + steps[:, 1:].sum(axis=1)
    return {
        "games": count,
        "mean": float(games.totals.mean()),
        "error": float(games.totals.std(ddof=1) / count**0.5),
        "adjusted": float(adjusted.mean()),
        "adjusted_error": float(adjusted.std(ddof=1) / count**0.5),
        "sd": float(games.totals.std(ddof=1)),
        "upper_bonuses": [
            float((games.states[:, BOXES, COLUMNS + column] >= THRESHOLD).mean())
            for column in range(COLUMNS)
        ],
    }


def _turn(games: Games, steps: Floats, turn: int) -> dict[str, float]:
    errors = games.values[:, turn] - (games.totals - games.points[:, turn])
    return {
        "residual": float(np.sqrt(np.mean(steps[:, turn] ** 2))),
        "bias": float(errors.mean()),
        "sd": float(errors.std()),
    }
