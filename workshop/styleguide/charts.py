"""Invented data for the charts of the style guide."""

import math
from typing import Any

STEPS = 48
FIRST_GAME = 1_760_000_000
DAY = 86_400


def sample_charts() -> dict[str, Any]:
    """Return the data of each kind of chart, as its module expects it.

    `rating`, `score`: as on the pages of profiles and statistics; `games`: a list of rows for the
    chart above a game's steps, [[chance of seat 0, ...], ...], for two players, four, and one.
    """
    return {"rating": _rating(), "score": _score(), "games": [_duel(), _four(), _solo()]}


def _rating() -> dict[str, Any]:
    ratings = [round(1500 + 90 * math.sin(at / 5) + 4 * at) for at in range(40)]
    points = [[FIRST_GAME + 2 * DAY * at, rating] for at, rating in enumerate(ratings)]
    return {"variant": "Yacht", "points": points}


def _score() -> dict[str, Any]:
    weights = [math.exp(-(((points - 245) / 55) ** 2)) for points in range(500)]
    chances = [weight / sum(weights) for weight in weights]
    return {"first": 0, "step": 1, "chances": chances, "mean": 245}


def _duel() -> list[list[float]]:
    first = [0.5 + 0.45 * math.sin(at / 7) * at / STEPS for at in range(STEPS)]
    return [[chance, 1 - chance] for chance in first]


def _four() -> list[list[float]]:
    weights = [
        [math.exp(math.sin(at / 6 + seat) * at / 16) for seat in range(4)] for at in range(STEPS)
    ]
    return [[weight / sum(row) for weight in row] for row in weights]


def _solo() -> list[list[float]]:
    return [[245 + 25 * math.sin(at / 4) - at / 2] for at in range(STEPS)]
