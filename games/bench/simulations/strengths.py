"""Simulate rated games of players of known strength: how soon do the ratings order them correctly?

The total of a game is normally distributed around the player's mean. The strengths are spaced
evenly between perfect play and greedy play ("decent": the best score of each turn), both measured
for each variant.
"""

import math
import random
from collections.abc import Sequence
from itertools import combinations
from statistics import NormalDist, fmean
from typing import NamedTuple

from games.ratings.model import ELO, MU, Rating, System, rate, win_chance

CHECKPOINTS = (10, 20, 30, 50, 75, 100, 150, 200, 300, 500)
"""Games per player after which the ratings are evaluated."""
TABLES = (2, 2, 2, 3, 4)


class Spread(NamedTuple):
    """Mean and standard deviation of the total of perfect and of decent play."""

    best: tuple[float, float]
    decent: tuple[float, float]


# Yahtzee: 8,000 games each with an exact solver. Yacht: the difference over 12,000 pairs (14.8,
# standard deviation 51.3), with the same deviation for both. Yatzy: the exact optimum; decent play
# loses 82 % of the games against it. Triple: a fitted policy; decent play is assumed to lose 75 %.
SPREADS = {
    "yacht": Spread((164.8, 36.3), (150.0, 36.3)),
    "yahtzee": Spread((254.6, 60.3), (217.6, 48.7)),
    "triple_yahtzee": Spread((1718.0, 122.0), (1601.6, 122.0)),
    "yatzy": Spread((248.4, 38.5), (198.6, 38.5)),
}


class Player(NamedTuple):
    """A simulated player: mean and standard deviation of their totals."""

    mean: float
    sd: float

    def win_chance(self, other: "Player") -> float:
        """Return the chance of a higher total than the other player's."""
        return NormalDist().cdf((self.mean - other.mean) / math.hypot(self.sd, other.sd))


class Checkpoint(NamedTuple):
    """How accurate the ratings were after a number of games of each player."""

    games: int
    tau: float
    """Kendall's tau of the order by rating and the true order: 1 is the same order, 0 is chance."""
    quarters: float
    """Share of the pairs of one player of the best quarter and one of the worst in right order."""
    sigma: float
    """Mean sigma of the ratings."""
    error: float
    """Root mean square distance of the ratings from the true ratings."""
    span: float
    """Points between the mean ratings of the best and the worst quarter."""


class Outcome(NamedTuple):
    """The result of a run. `log_loss`: of the predictions. `floor`: of the true chances."""

    log_loss: float
    floor: float
    checkpoints: tuple[Checkpoint, ...]


def population(variant: str, count: int) -> list[Player]:
    """Return players of evenly spaced strength, best first."""
    best, decent = SPREADS[variant]
    shares = [index / (count - 1) for index in range(count)]
    return [
        Player(*(b + share * (d - b) for b, d in zip(best, decent, strict=True)))
        for share in shares
    ]


def true_ratings(players: Sequence[Player]) -> list[float]:
    """Return the ratings that follow from the true win chances of all pairs, with mean `MU`."""

    def advantage(one: Player, other: Player) -> float:
        chance = one.win_chance(other)
        return ELO * math.log(chance / (1 - chance))

    return [MU + fmean(advantage(player, other) for other in players) for player in players]


def run(
    variant: str, system: System, seed: int, tables: Sequence[int] = TABLES, count: int = 24
) -> Outcome:
    """Simulate `count` players who meet at random, until the last checkpoint.

    tables: table sizes; each is used with a probability proportional to how often it is listed.
    """
    rng = random.Random(seed)
    players = population(variant, count)
    truth = true_ratings(players)
    ratings = [Rating(MU, system.sigma)] * count
    losses: list[tuple[float, float]] = []
    checkpoints = []
    played = 0
    for goal in CHECKPOINTS:
        while played < goal * count:
            seats = rng.sample(range(count), rng.choice(tables))
            totals = [round(rng.gauss(*players[seat])) for seat in seats]
            losses += _losses(players, ratings, seats, totals)
            places = [1 + sum(other > total for other in totals) for total in totals]
            rated = rate([ratings[seat] for seat in seats], places, system)
            for seat, rating in zip(seats, rated, strict=True):
                ratings[seat] = rating
            played += len(seats)
        checkpoints.append(_checkpoint(goal, truth, ratings))
    return Outcome(fmean(a for a, _ in losses), fmean(b for _, b in losses), tuple(checkpoints))


def _losses(
    players: Sequence[Player],
    ratings: Sequence[Rating],
    seats: Sequence[int],
    totals: Sequence[int],
) -> list[tuple[float, float]]:
    """Return the log-loss of each pair without a tie, by the ratings and by the true chances."""
    found = []
    for (one, mine), (other, theirs) in combinations(zip(seats, totals, strict=True), 2):
        if mine != theirs:
            winner, loser = (one, other) if mine > theirs else (other, one)
            ours = win_chance(ratings[winner], ratings[loser])
            found.append((-math.log(ours), -math.log(players[winner].win_chance(players[loser]))))
    return found


def _checkpoint(games: int, truth: Sequence[float], ratings: Sequence[Rating]) -> Checkpoint:
    count = len(truth)
    mus = [rating.mu for rating in ratings]
    signs = [1 if mus[a] > mus[b] else -1 for a, b in combinations(range(count), 2)]
    quarter = count // 4
    right = [mus[a] > mus[b] for a in range(quarter) for b in range(count - quarter, count)]
    return Checkpoint(
        games,
        fmean(signs),
        fmean(right),
        fmean(rating.sigma for rating in ratings),
        math.sqrt(fmean((mu - true) ** 2 for mu, true in zip(mus, truth, strict=True))),
        fmean(mus[:quarter]) - fmean(mus[-quarter:]),
    )
