"""The rating model: Plackett-Luce, free-for-all, by final place.

Pure: the same input always gives the same floats. There is one rating per player and variant, on
the scale used in chess: a player rated 100 points higher is placed before the other in 64 % of
games, at tables of any size.

The algorithm is number 4 of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
Ranking", Journal of Machine Learning Research 12 (2011), as implemented in openskill. The constants
were chosen by simulation; docs/ratings.md has its table and the reasons.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from openskill.models import PlackettLuce

MU = 1500.0
SIGMA = 100.0
"""Standard deviation of a new player's strength around `MU`. Dice leave little room for skill:
perfect play rates 80 points above taking the best score of each turn in Yacht, 170 in Yahtzee and
260 in Yatzy."""
ELO = 400 / math.log(10)
"""Rating points that make the odds of two players e : 1, so that 400 points make them 10 : 1."""
TAU = 1.5
"""Added to the uncertainty by each game, since people learn and forget."""
PROVISIONAL_SIGMA = 65.0
"""Above this a rating is provisional, for about 20 games."""
BOARD_SIGMA = 50.0
"""Above this a rating is not on the leaderboard, for about 40 games."""
BOARD_DAYS = 30
"""After this long without a rated game, a rating is not on the leaderboard."""
SMALL_BOARD = 10
"""With fewer entries than this a leaderboard also lists ratings that are still uncertain."""
SMALL_BOARD_GAMES = 5
"""Rated games that such a rating needs."""
MIN_TURNS = 2
MAX_A_DAY = 10
"""How many games of a variant may change the ratings of the same two players on one day (UTC). Two
bots have no such limit."""
# Sums of exponentials may differ in their last bits between processors and library builds.
DIGITS = 6


class Rating(NamedTuple):
    """An estimate of a player's strength, and its standard deviation."""

    mu: float = MU
    sigma: float = SIGMA


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings after a game, in the order of the seats.

    `places`: from 1, equal for ties, as in the event `game.finished`; players who resigned come
    after all others. Raises ValueError for fewer than two seats, or if the lengths differ.
    """
    if len(ratings) != len(places):
        raise ValueError("each rating needs a place")
    if len(ratings) < 2:
        raise ValueError("a rated game has two players or more")
    model = _model(len(ratings))
    seats = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = model.rate(seats, ranks=[float(place) for place in places])
    return tuple(Rating(round(seat.mu, DIGITS), round(seat.sigma, DIGITS)) for (seat,) in rated)


@cache
def _model(seats: int) -> PlackettLuce:
    # The model divides differences by c; c squared is the sum of sigma squared and beta squared of
    # all seats. Beta shrinks with the table size, so that 100 points mean the same at all tables.
    beta = ELO / math.sqrt(seats)
    # openskill's own gamma shrinks sigma more slowly than the derivation says.
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=beta, tau=TAU, gamma=_undamped)


def _undamped(*_: object) -> float:
    return 1.0


def win_chance(one: Rating, other: Rating) -> float:
    """Return the probability that `one` is placed before `other`, without ties."""
    return 1 / (1 + math.exp((other.mu - one.mu) / math.hypot(ELO, one.sigma, other.sigma)))


def shown(rating: Rating) -> int:
    """Return the rating as players see it: the estimate, rounded."""
    return round(rating.mu)


def is_provisional(rating: Rating) -> bool:
    """Whether the rating is shown with a question mark."""
    return rating.sigma > PROVISIONAL_SIGMA


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a rated game did to a rating, as players see it."""

    before: int
    after: int
    provisional: bool

    @property
    def change(self) -> int:
        """The points won; negative if lost."""
        return self.after - self.before

    @property
    def fall(self) -> int:
        """The points lost, or 0."""
        return max(0, -self.change)


def change(before: Rating, after: Rating) -> RatingChange:
    """Return what a game did to a rating, as players see it."""
    return RatingChange(shown(before), shown(after), is_provisional(after))


class SeatSummary(NamedTuple):
    """A seat at the end: its player's id, and how many boxes they filled.

    `turns` leaves out boxes that the server filled in their absence.
    """

    player: int
    turns: int


class UnratedReason(StrEnum):
    """Why a game changes no rating; `words` is a sentence for players."""

    UNRATED = "unrated"
    UNFINISHED = "unfinished"
    ABORTED = "aborted"
    NO_CLOCK = "no_clock"
    GUEST = "guest"
    ABSENT = "absent"
    SAME_ADDRESS = "same_address"
    ALONE = "alone"
    TOO_SHORT = "too_short"
    TOO_OFTEN = "too_often"
    BROKEN_OFF = "broken_off"
    DAMAGED = "damaged"

    @property
    def words(self) -> str:
        """A sentence for players."""
        return WORDS[self]


WORDS = {
    UnratedReason.UNRATED: "This was a casual game.",
    UnratedReason.UNFINISHED: "This game is still being played.",
    UnratedReason.ABORTED: "This game ended without a result.",
    UnratedReason.NO_CLOCK: "Rated games need a clock.",
    UnratedReason.GUEST: "Rated games need accounts.",
    UnratedReason.ABSENT: "Someone had not arrived when the game started.",
    UnratedReason.SAME_ADDRESS: "Two players share an internet connection.",
    UnratedReason.ALONE: "There was nobody to compare with.",
    UnratedReason.TOO_SHORT: f"It ended before two players had filled {MIN_TURNS} boxes.",
    UnratedReason.TOO_OFTEN: f"Two players have already played {MAX_A_DAY} games together today.",
    UnratedReason.BROKEN_OFF: "It ended before half of the boxes were filled.",
    UnratedReason.DAMAGED: "The record of this game is damaged, so the game is not counted.",
}


class GameSummary(NamedTuple):
    """What decides whether a game changes ratings. `status`: the game's status.

    `boxes`: how many one card has. `reason_at_start`: why the game changes no rating, if that was
    known at its start or is stored. `meetings`: the number of this variant's games that day that
    have changed the ratings of the same two players at the table, the highest of all pairs except
    two bots.
    """

    rated: bool
    status: str
    seats: tuple[SeatSummary, ...]
    boxes: int
    reason_at_start: UnratedReason | None = None
    meetings: int = 0


def find_unrated_reason(game: GameSummary) -> UnratedReason | None:
    """Return why a game changes no rating, or None if it counts.

    With BROKEN_OFF, leavers still lose rating, and nobody gains any.
    """
    players = [seat.player for seat in game.seats]
    if not game.rated:
        return UnratedReason.UNRATED
    if game.status != "finished":
        without = game.status in ("aborted", "cancelled")
        return UnratedReason.ABORTED if without else UnratedReason.UNFINISHED
    if game.reason_at_start is not None:
        return game.reason_at_start
    if len(players) < 2 or len(set(players)) < len(players):
        return UnratedReason.ALONE
    if _played(game, MIN_TURNS) < 2:
        return UnratedReason.TOO_SHORT
    if game.meetings >= MAX_A_DAY:
        return UnratedReason.TOO_OFTEN
    # So nobody can save their rating by leaving early, or gain rating by making others leave.
    if _played(game, half_of(game.boxes)) < 2:
        return UnratedReason.BROKEN_OFF
    return None


def half_of(boxes: int) -> int:
    """Return how many boxes are at least half of a card."""
    return (boxes + 1) // 2


def _played(game: GameSummary, turns: int) -> int:
    """Return how many players have filled at least `turns` boxes."""
    return sum(seat.turns >= turns for seat in game.seats)
