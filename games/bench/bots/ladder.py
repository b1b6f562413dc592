"""The ladder: every personality plays alone, and all totals are held against each other.

Bots do not look at each other's cards, so the chance of being ahead follows from the totals alone:
each total of the one is compared with each of the other.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from games.bench.bots import simulation, triple_simulation
from games.bench.bots.simulation import Played
from games.bots.figures import Figures
from games.bots.personalities import DEFAULT, PERSONALITIES, Personality
from games.ratings import ELO, MU
from games.rules import Position, Scorecard, Variant
from games.solver import is_exact, value
from games.solver.lattice import Floats

ROUNDS = 500
"""Of the iteration that fits ratings; it has settled long before."""

# One step of bisection settles half of what is left: 2**-14 of a factor of 100 is enough.
STEPS = 14
COLDEST, WARMEST = 0.05, 50.0

Ahead = dict[str, dict[str, float]]
Report = Callable[[str], None]


def play_games(
    variant: Variant, personality: Personality, degrees: float, games: int, seed: int
) -> Played:
    """Play games of one personality alone, always the same ones for a seed."""
    if is_exact(variant):
        return simulation.play_games(variant, personality, degrees, games, seed)
    return triple_simulation.play_games(variant, personality, degrees, games, seed)


def calibrate(variant: Variant, personality: Personality, games: int, seed: int) -> float:
    """Return the temperature at which a personality that slips gives away its share of the
    average of perfect play, to three digits.
    """
    wanted = personality.loss_share * value(Position(variant, Scorecard(variant)))
    low, high = COLDEST, WARMEST
    for _ in range(STEPS):
        middle = (low * high) ** 0.5
        lost = play_games(variant, personality, middle, games, seed).losses.mean()
        low, high = (middle, high) if lost < wanted else (low, middle)
    return float(f"{(low * high) ** 0.5:.3g}")


def temperatures(variant: Variant, games: int, seed: int, report: Report) -> dict[str, float]:
    """Return the temperature of every personality that slips."""
    found = {}
    for personality in PERSONALITIES.values():
        if personality.makes_mistakes:
            found[personality.id] = calibrate(variant, personality, games, seed)
            report(f"{variant.id}: {personality.name} slips at {found[personality.id]} points")
    return found


def measure(
    variant: Variant, warmth: Mapping[str, float], games: int, seed: int, report: Report
) -> dict[str, Any]:
    """Return the figures and the matrix of a variant, as `ladder.json` holds them."""
    played = {}
    for id_, personality in PERSONALITIES.items():
        played[id_] = play_games(variant, personality, warmth.get(id_, 0.0), games, seed)
        report(f"{variant.id}: {personality.name} {played[id_].totals.mean():.2f}")
    ahead = matrix({id_: each.totals for id_, each in played.items()})
    ratings = fit_ratings(ahead)
    figures = {
        id_: figures_of(each, len(variant.boxes), ratings[id_], warmth.get(id_))
        for id_, each in played.items()
    }
    return {"figures": {id_: each._asdict() for id_, each in figures.items()}, "ahead": ahead}


def figures_of(played: Played, turns: int, rating: int, warmth: float | None) -> Figures:
    """Return what is shown of one personality's games."""
    sd = float(played.totals.std(ddof=1))
    return Figures(
        average=round(float(played.totals.mean()), 2),
        error=round(sd / math.sqrt(len(played.totals)), 2),
        sd=round(sd, 1),
        loss=round(float(played.losses.mean()) / turns, 3),
        games=len(played.totals),
        rating=rating,
        temperature=warmth,
    )


def matrix(totals: Mapping[str, Floats]) -> Ahead:
    """Return how often each is ahead of each other, half of the ties counted."""
    return {
        one: {
            other: round(ahead_of(totals[one], totals[other]), 4)
            for other in totals
            if other != one
        }
        for one in totals
    }


def ahead_of(one: Floats, other: Floats) -> float:
    """Return the part of all pairs in which a total of the one is higher; a tie is half of it."""
    ordered = np.sort(other)
    below = np.searchsorted(ordered, one, "left")
    upto = np.searchsorted(ordered, one, "right")
    return float((below + upto).mean() / 2 / len(other))


def fit_ratings(ahead: Ahead) -> dict[str, int]:
    """Return the ratings that fit the matrix best, all pairs weighing alike.

    They are on the scale of people's ratings, where 400 points make odds of 10 : 1; the default
    bot has what a newcomer begins with. Maximum likelihood of the model of Bradley and Terry, by
    the iteration of D. R. Hunter, "MM Algorithms for Generalized Bradley-Terry Models", Annals of
    Statistics 32 (2004).
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
