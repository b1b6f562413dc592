"""How well fitted values play, and how far off they are."""

from typing import Any, NamedTuple

import numpy as np

from games.solver.triple.backup import back_up
from games.solver.triple.cards import BOXES, COLUMNS, THRESHOLD
from games.solver.triple.network import Network, evaluate
from games.solver.triple.simulate import Games, play_games

SEED = 20260101
RESIDUALS = 500
"""So many cards of each turn are compared with their exact one-turn backup."""


class Measured(NamedTuple):
    """What simulated games tell; whole numbers of games, points weighted."""

    start: float
    """The estimate for an empty card."""
    fitted: dict[str, Any]
    """Games by fitted values to the end: games, mean, its standard error, sd, upper bonuses."""
    exact: dict[str, Any]
    """The same with the last boxes played exactly, as the site does."""
    by_open: dict[int, dict[str, float]]
    """By number of open boxes, over those games: rms of the difference between the fitted value and
    its one-turn backup; how much more the estimate says than is scored; sd of what is scored."""


def measure(network: Network, joker: str, games: int, exact_games: int, exact: int) -> Measured:
    """Play games with the fitted values, and others with the last `exact` turns exactly."""
    fitted = play_games(network, joker, games, seed=SEED)
    ends = play_games(network, joker, exact_games, seed=SEED + 1, exact=exact)
    return Measured(
        float(fitted.values[0, 0]),
        _summary(fitted),
        _summary(ends),
        {BOXES - turn: _turn(network, joker, turn, fitted) for turn in range(BOXES)},
    )


def _summary(games: Games) -> dict[str, Any]:
    count = len(games.totals)
    return {
        "games": count,
        "mean": float(games.totals.mean()),
        "error": float(games.totals.std(ddof=1) / count**0.5),
        "sd": float(games.totals.std(ddof=1)),
        "upper_bonuses": [
            float((games.states[:, -1, COLUMNS + column] >= THRESHOLD).mean())
            for column in range(COLUMNS)
        ],
    }


def _turn(network: Network, joker: str, turn: int, games: Games) -> dict[str, float]:
    cards = games.states[:RESIDUALS, turn]
    fitted = np.array([evaluate(card, network) for card in cards])
    backups = back_up(cards, joker, network, 0)
    errors = games.values[:, turn] - (games.totals - games.points[:, turn])
    return {
        "residual": float(np.sqrt(np.mean((fitted - backups) ** 2))),
        "bias": float(errors.mean()),
        "sd": float(errors.std()),
    }
