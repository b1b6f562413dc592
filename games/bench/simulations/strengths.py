"""Players of known strength play and are rated: how soon do the ratings tell who is better?

Totals of a game are normally distributed about the player's mean. Strengths lie evenly between
perfect play and the best score of each turn ("decent"), both measured for each variant.
"""

import math
import random
from collections.abc import Sequence
from itertools import combinations
from statistics import NormalDist, fmean
from typing import NamedTuple

from games.ratings import ELO, MU, Rating, System, rate, win_chance

CHECKPOINTS = (10, 20, 30, 50, 75, 100, 150, 200, 300, 500)
"""Games per player at which the order is looked at."""
TABLES = (2, 2, 2, 3, 4)


class Spread(NamedTuple):
    """Mean and standard deviation of a total, of perfect and of decent play."""

    best: tuple[float, float]
    decent: tuple[float, float]


# Yahtzee: 8,000 games each with an exact solver. Yacht: the difference over 12,000 pairs (14.8,
# standard deviation 51.3), shared by both; the level is of no account. Yatzy: the exact optimum, to
# which decent play loses 82 %. Triple: a fitted policy; decent play is assumed to lose 75 % to it.
SPREADS = {
    "yacht": Spread((164.8, 36.3), (150.0, 36.3)),
    "yahtzee": Spread((254.6, 60.3), (217.6, 48.7)),
    "triple_yahtzee": Spread((1718.0, 122.0), (1601.6, 122.0)),
    "yatzy": Spread((248.4, 38.5), (198.6, 38.5)),
}


class Player(NamedTuple):
    """A strength: mean and standard deviation of the totals."""

    mean: float
    sd: float

    def beats(self, other: "Player") -> float:
        """Return the chance of a higher total than the other's."""
        return NormalDist().cdf((self.mean - other.mean) / math.hypot(self.sd, other.sd))


class Checkpoint(NamedTuple):
    """How good the ratings were after some games of each player."""

    games: int
    tau: float
    """Kendall's tau of the order by rating and the true order: 1 is equal, 0 is chance."""
    quarters: float
    """Share of the pairs from the best and the last quarter that are in the right order."""
    sigma: float
    """Mean uncertainty that the ratings claim."""
    error: float
    """Their true uncertainty: root mean square distance from the true ratings."""
    span: float
    """Points between the means of the best and the last quarter."""


class Outcome(NamedTuple):
    """What a run has shown: `log_loss` is of our predictions, `floor` of the true chances."""

    log_loss: float
    floor: float
    checkpoints: tuple[Checkpoint, ...]


def population(variant: str, count: int) -> list[Player]:
    """Return players of evenly spaced strength, the best first."""
    best, decent = SPREADS[variant]
    shares = [index / (count - 1) for index in range(count)]
    return [
        Player(*(b + share * (d - b) for b, d in zip(best, decent, strict=True)))
        for share in shares
    ]


def true_ratings(players: Sequence[Player]) -> list[float]:
    """Return the ratings that explain the chances of all pairs, with the mean `MU`."""

    def advantage(one: Player, other: Player) -> float:
        chance = one.beats(other)
        return ELO * math.log(chance / (1 - chance))

    return [MU + fmean(advantage(player, other) for other in players) for player in players]


def run(
    variant: str, system: System, seed: int, tables: Sequence[int] = TABLES, count: int = 24
) -> Outcome:
    """Let `count` players meet at random until they have played the last checkpoint's games each.

    `tables` are the sizes of tables, each as often as it is listed.
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
    """Return the log-loss of each pair that did not tie, by the ratings and by the truth."""
    found = []
    for (one, mine), (other, theirs) in combinations(zip(seats, totals, strict=True), 2):
        if mine != theirs:
            winner, loser = (one, other) if mine > theirs else (other, one)
            ours = win_chance(ratings[winner], ratings[loser])
            found.append((-math.log(ours), -math.log(players[winner].beats(players[loser]))))
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
