"""The ladder: every personality plays solitaire games, and their totals are compared in pairs.

Bots do not look at other players' cards, so their win rates follow from the totals alone: each
total of one bot is compared with each total of the other.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from games.core.bots.figures import Figures
from games.core.bots.personalities import DEFAULT, PERSONALITIES, Personality
from games.core.rules import Position, Scorecard, Variant
from games.core.solver import is_exact, value
from games.core.solver.lattice import Floats
from games.record.ratings.model import ELO, MU
from workshop.make.bots import simulation, triple_simulation
from workshop.make.bots.simulation import Played

ROUNDS = 500
"""Iterations of the fit of ratings; it converges much earlier."""

# Each bisection step halves the interval, in logarithms: a factor of 1000**(2**-14) remains.
STEPS = 14
MIN_TEMPERATURE, MAX_TEMPERATURE = 0.05, 50.0

Ahead = dict[str, dict[str, float]]
Report = Callable[[str], None]


def play_games(
    variant: Variant, personality: Personality, temperature: float, games: int, seed: int
) -> Played:
    """Play solitaire games of one personality; the same seed gives the same games."""
    if is_exact(variant):
        return simulation.play_games(variant, personality, temperature, games, seed)
    return triple_simulation.play_games(variant, personality, temperature, games, seed)


def calibrate(variant: Variant, personality: Personality, games: int, seed: int) -> float:
    """Return the temperature at which a personality loses its share of the mean of perfect play.

    The result has three significant digits.
    """
    target = personality.loss_share * value(Position(variant, Scorecard(variant)))
    low, high = MIN_TEMPERATURE, MAX_TEMPERATURE
    for _ in range(STEPS):
        middle = (low * high) ** 0.5
        lost = play_games(variant, personality, middle, games, seed).losses.mean()
        low, high = (middle, high) if lost < target else (low, middle)
    return float(f"{(low * high) ** 0.5:.3g}")


def temperatures(variant: Variant, games: int, seed: int, report: Report) -> dict[str, float]:
    """Return the temperature of every personality that makes random mistakes."""
    found = {}
    for personality in PERSONALITIES.values():
        if personality.makes_mistakes:
            found[personality.id] = calibrate(variant, personality, games, seed)
            report(f"{variant.id}: {personality.name} has temperature {found[personality.id]}")
    return found


def measure(
    variant: Variant, by_id: Mapping[str, float], games: int, seed: int, report: Report
) -> dict[str, Any]:
    """Return the figures and win rates of a variant, as stored in `ladder.json`.

    by_id: the temperatures, by personality.
    """
    played = {}
    for id_, personality in PERSONALITIES.items():
        played[id_] = play_games(variant, personality, by_id.get(id_, 0.0), games, seed)
        report(f"{variant.id}: {personality.name} {played[id_].totals.mean():.2f}")
    ahead = matrix({id_: each.totals for id_, each in played.items()})
    ratings = fit_ratings(ahead)
    figures = {
        id_: figures_of(each, len(variant.boxes), ratings[id_], by_id.get(id_))
        for id_, each in played.items()
    }
    return {"figures": {id_: each._asdict() for id_, each in figures.items()}, "ahead": ahead}


def figures_of(played: Played, turns: int, rating: int, temperature: float | None) -> Figures:
    """Return the figures of the games of one personality."""
    sd = float(played.totals.std(ddof=1))
    return Figures(
        average=round(float(played.totals.mean()), 2),
        error=round(sd / math.sqrt(len(played.totals)), 2),
        sd=round(sd, 1),
        loss=round(float(played.losses.mean()) / turns, 3),
        games=len(played.totals),
        rating=rating,
        temperature=temperature,
    )


def matrix(totals: Mapping[str, Floats]) -> Ahead:
    """Return the win rate of each against each other; a tie counts half."""
    return {
        one: {
            other: round(ahead_of(totals[one], totals[other]), 4)
            for other in totals
            if other != one
        }
        for one in totals
    }


def ahead_of(one: Floats, other: Floats) -> float:
    """Return the share of all pairs in which the first total is higher; a tie counts half."""
    ordered = np.sort(other)
    below = np.searchsorted(ordered, one, "left")
    upto = np.searchsorted(ordered, one, "right")
    return float((below + upto).mean() / 2 / len(other))


def fit_ratings(ahead: Ahead) -> dict[str, int]:
    """Return the ratings that fit the win rates best, with equal weights for all pairs.

    They use the scale of players' ratings, where 400 points are odds of 10 : 1. The default bot
    has the initial rating of a new player. Maximum likelihood estimate of the Bradley-Terry model
    by the iteration of D. R. Hunter, "MM Algorithms for Generalized Bradley-Terry Models", Annals
    of Statistics 32 (2004).
    """
    strength = dict.fromkeys(ahead, 1.0)
    for _ in range(ROUNDS):
        strength = {
            one: sum(row.values()) / sum(1 / (strength[one] + strength[other]) for other in row)
            for one, row in ahead.items()
        }
    return {
        id_: round(MU + ELO * math.log(each / strength[DEFAULT])) for id_, each in strength.items()
    }
