"""Evaluate fitted values: how well they play, and their errors."""

from typing import Any, NamedTuple

import numpy as np

from games.bench.solver.triple_simulation import Games, play_games
from games.bench.triple_training.fit import evaluate_all
from games.solver.triple.cards import BOXES, COLUMNS, THRESHOLD, Floats
from games.solver.triple.network import Network

SEED = 20260101


class Evaluation(NamedTuple):
    """The results of simulated games, in weighted points."""

    start: float
    """The estimated value of an empty card."""
    fitted: dict[str, Any]
    """Games with fitted values only: number, mean and its standard error, luck-adjusted mean and
    its standard error, sd, and how often each column got its upper bonus."""
    exact: dict[str, Any]
    """The same with exact values for the last boxes, as on the site."""
    turns: list[dict[str, float]]
    """For each number of filled boxes, over the games with fitted values: rms of one-turn backup
    minus fitted value; mean of estimate minus points scored from there (bias); sd of the latter."""


def evaluate_play(
    network: Network, joker: str, games: int, exact_games: int, exact: int
) -> Evaluation:
    """Simulate games with the fitted values, and others with exact values for the last turns."""
    fitted = play_games(network, joker, games, seed=SEED)
    ends = play_games(network, joker, exact_games, seed=SEED + 1, exact=exact)
    steps = residuals(network, fitted, 0)
    return Evaluation(
        float(fitted.values[0, 0]),
        _summary(fitted, steps),
        _summary(ends, residuals(network, ends, exact)),
        [_turn(fitted, steps, turn) for turn in range(BOXES)],
    )


def calibrate(network: Network, joker: str, games: int, exact: int) -> None:
    """Remove the bias of the estimates, in place. This changes no decision.

    A turn chooses the highest estimate, so overestimated cards are chosen too often, and the
    fitted values are some points too high. All cards after a turn have the same number of filled
    boxes, so shifting the bias of their weights by the mean error, in `games` simulated games,
    changes all of them alike.
    """
    played = play_games(network, joker, games, seed=SEED + 2, exact=exact)
    mean = residuals(network, played, exact).mean(axis=0)
    for turn in range(BOXES + 1 - exact):
        network.bias[turn] += mean[turn:].sum()


def residuals(network: Network, games: Games, exact: int) -> Floats:
    """Return one-turn backup minus estimate of the card before each turn, (games, 39).

    The estimate is the one by which the previous turn was chosen. With fewer than `exact` open
    boxes, both are exact.
    """
    found = games.values.copy()
    found[:, BOXES - exact + 1 :] = 0.0
    for turn in range(BOXES + 1 - exact if exact else BOXES):
        found[:, turn] -= evaluate_all(np.ascontiguousarray(games.states[:, turn]), network)
    return found


def _summary(games: Games, steps: Floats) -> dict[str, Any]:
    """Return the statistics of games.

    Given the values that a turn was chosen by, the expected luck of each roll is 0. So start +
    residuals has the mean of the totals with much less variance: the luck-adjusted estimate.
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
