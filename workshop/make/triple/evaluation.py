"""Evaluate fitted values: how well they play, and their errors."""

from typing import Any, NamedTuple

import numpy as np

from games.core.solver.triple.cards import BOXES, COLUMNS, THRESHOLD, Floats
from games.core.solver.triple.network import Network
from workshop.make.solver.triple_simulation import Games, play_games
from workshop.make.triple.backup import back_up

SEED = 20260101


class Evaluation(NamedTuple):
    """The results of simulated games, in weighted points."""

    start: float
    """The estimated value of an empty card, as on the site."""
    fitted: dict[str, Any]
    """Games without looking ahead: number, mean and its standard error, luck-adjusted mean and
    its standard error, sd, and how often each column got its upper bonus."""
    exact: dict[str, Any]
    """The same as on the site: they look ahead, and know the last boxes exactly."""
    turns: list[dict[str, float]]
    """For each number of filled boxes, over the games with fitted values: rms of one-turn backup
    minus fitted value; mean of estimate minus points scored from there (bias); sd of the latter."""


def evaluate_play(
    network: Network, joker: str, games: int, exact_games: int, exact: int
) -> Evaluation:
    """Simulate games with the fitted values, and others with exact values for the last turns."""
    fitted = play_games(network, joker, games, seed=SEED)
    ends = play_games(network, joker, exact_games, seed=SEED + 1, exact=exact, ahead=True)
    return Evaluation(
        float(back_up(ends.states[:1, 0], joker, network, 0)[0]),
        summary(fitted),
        summary(ends),
        [_turn(fitted, turn) for turn in range(BOXES)],
    )


def calibrate(network: Network, joker: str, games: int, exact: int) -> None:
    """Remove the bias of the estimates of play that looks ahead, in place."""
    # This changes no decision. A turn chooses the highest estimate, so overestimated cards are
    # chosen too often, and the fitted values are too high. All cards after a turn have the same
    # number of filled boxes, so shifting the bias of their weights by the mean error, in `games`
    # simulated games, changes all of them alike. The estimate of a card uses the weights of the
    # turn after it.
    played = play_games(network, joker, games, seed=SEED + 2, exact=exact, ahead=True)
    mean = residuals(played).mean(axis=0)
    empty = np.zeros((1, played.states.shape[2]), np.int64)
    mean[0] = played.values[0, 0] - back_up(empty, joker, network, 0)[0]
    for turn in range(BOXES + 1 - exact):
        network.bias[turn + 1] += mean[turn:].sum()


def residuals(games: Games) -> Floats:
    """Return the value of the card before each turn minus its estimate, (games, 39).

    The estimate is the value by which the turn before was chosen.
    """
    return games.values - games.estimates


def summary(games: Games) -> dict[str, Any]:
    """Return the statistics of games.

    Given the values that a turn was chosen by, the expected luck of each roll is 0. So start +
    residuals has the mean of the totals with much less variance: the luck-adjusted estimate.
    """
    count = len(games.totals)
    adjusted = luck_adjusted(games)
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


def luck_adjusted(games: Games) -> Floats:
    """Return each total without the luck of its rolls, (games,)."""
    adjusted: Floats = games.values[:, 0] + residuals(games)[:, 1:].sum(axis=1)
    return adjusted


def _turn(games: Games, turn: int) -> dict[str, float]:
    errors = games.values[:, turn] - (games.totals - games.points[:, turn])
    return {
        "residual": float(np.sqrt(np.mean(residuals(games)[:, turn] ** 2))),
        "bias": float(errors.mean()),
        "sd": float(errors.std()),
    }
