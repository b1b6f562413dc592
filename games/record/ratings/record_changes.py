"""Records of players, their highest totals, and what a result does to them. Pure. Used by counting
and recomputing.
"""

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from games.core.engine import DiceMode
from games.platform.clock import day_of, monday_of
from games.record.ratings.model import (
    MIN_TURNS,
    GameSummary,
    Rating,
    SeatSummary,
    UnratedReason,
    find_unrated_reason,
    half_of,
    rate,
)
from games.record.ratings.pools import pool_of


class Games(StrEnum):
    """The games of a board of records: with other people, or solo (alone, or against bots only)."""

    TABLE = "table"
    SOLO = "solo"


class Best(NamedTuple):
    """A highest total, and the first game that reached it. Both None without any game."""

    total: int | None = None
    game: int | None = None

    def after(self, total: int, game: int) -> "Best":
        """Return the highest total after a game."""
        if self.total is not None and total <= self.total:
            return self
        return Best(total, game)


class Seat(NamedTuple):
    """A seat at the end of a game. `turns`: boxes filled by its player. `missed`: boxes filled by
    the server. `left`: whether the player had resigned, or was played automatically at the end.
    `clean`: whether the card is full, and its player asked for no hint and did not resign.
    """

    player: int
    total: int
    place: int
    turns: int
    is_bot: bool
    left: bool = False
    clean: bool = False
    missed: int = 0


class Result(NamedTuple):
    """A finished game, read from its log. `boxes`: how many one card has. `reason_at_start`: why it
    changes no ratings, if known at its start. `dice`: whether they were the same for all seats.
    """

    game: int
    variant: str
    finished_at: datetime
    rated: bool
    seats: tuple[Seat, ...]
    boxes: int
    reason_at_start: UnratedReason | None = None
    dice: DiceMode = "own"

    @property
    def pool(self) -> str:
        """The id of the pool of results that it counts in."""
        return pool_of(self.variant, self.dice)

    @property
    def people(self) -> set[int]:
        """The players who are not bots."""
        return {seat.player for seat in self.seats if not seat.is_bot}

    @property
    def is_contest(self) -> bool:
        """Whether at least two people filled half of their boxes: only then can anyone win."""
        half = half_of(self.boxes)
        return sum(not seat.is_bot and seat.turns >= half for seat in self.seats) >= 2

    @property
    def games(self) -> Games | None:
        """The records that this game can set, or None."""
        if self.is_contest:
            return Games.TABLE
        # A game that the other people left early is neither: it did not begin as a solo game.
        people = sum(not seat.is_bot for seat in self.seats)
        return Games.SOLO if people == 1 else None

    def is_left_by(self, seat: Seat) -> bool:
        """Whether this seat's player left the game, after filling at least MIN_TURNS boxes."""
        return seat.left and seat.turns >= MIN_TURNS

    def is_won_by(self, seat: Seat) -> bool:
        """Whether this seat has won. A shared first place is a win; a bot never wins."""
        return self.is_contest and seat.place == 1 and not seat.is_bot


class Record(NamedTuple):
    """A player's record in one pool of results, with the columns of the table `Rating`."""

    rating: Rating = Rating()
    rated_games: int = 0
    rated_at: datetime | None = None
    games: int = 0
    wins: int = 0
    best: int = 0
    streak: int = 0
    best_streak: int = 0
    best_table: Best = Best()
    best_solo: Best = Best()


class TallyKey(NamedTuple):
    """The key of a tally: player, pool of results, and the Monday of a week."""

    player: int
    pool: str
    begins: date


class Outcome(NamedTuple):
    """The effects of a result: new records by player, ratings (before, after) by seat, and why it
    does not change all ratings.
    """

    records: dict[int, Record]
    ratings: dict[int, tuple[Rating, Rating]]
    unrated_reason: UnratedReason | None


def apply_result(result: Result, records: Mapping[int, Record], meetings: int = 0) -> Outcome:
    """Return the records after a result.

    `records`: the records before it, by player. A new player has none. Bots have only a rating.
    `meetings`: see `GameSummary`.
    """
    after = {
        seat.player: _played(records.get(seat.player, Record()), result, seat)
        for seat in result.seats
        if not seat.is_bot
    }
    reason = unrated_reason(result, meetings)
    changes: dict[int, tuple[Rating, Rating]] = {}
    if reason in (None, UnratedReason.BROKEN_OFF):
        changes = _changes(result, records, only_leavers=reason is not None)
    for number, (_, rating) in changes.items():
        player = result.seats[number].player
        record = after.get(player) or records.get(player, Record())
        after[player] = record._replace(
            rating=rating,
            rated_games=record.rated_games + 1,
            rated_at=result.finished_at,
        )
    return Outcome(after, changes, reason)


def _with_best(record: Record, result: Result, seat: Seat) -> Record:
    if not seat.clean:
        return record
    match result.games:
        case Games.TABLE:
            return record._replace(best_table=record.best_table.after(seat.total, result.game))
        case Games.SOLO:
            return record._replace(best_solo=record.best_solo.after(seat.total, result.game))
        case None:
            return record


def _changes(
    result: Result, records: Mapping[int, Record], only_leavers: bool
) -> dict[int, tuple[Rating, Rating]]:
    """Return ratings (before, after) by seat. With `only_leavers`, return only leavers' losses."""
    before = [records.get(seat.player, Record()).rating for seat in result.seats]
    after = rate(before, [seat.place for seat in result.seats])
    changes = dict(enumerate(zip(before, after, strict=True)))
    if not only_leavers:
        return changes
    return {
        number: (old, new)
        for number, (old, new) in changes.items()
        if result.is_left_by(result.seats[number]) and new.mu < old.mu
    }


def unrated_reason(result: Result, meetings: int) -> UnratedReason | None:
    """Return why a result changes no rating, or not everybody's. `meetings`: see `GameSummary`."""
    seats = tuple(SeatSummary(seat.player, seat.turns) for seat in result.seats)
    summary = GameSummary(
        result.rated, "finished", seats, result.boxes, result.reason_at_start, meetings
    )
    return find_unrated_reason(summary)


def pairs(result: Result) -> list[tuple[int, int]]:
    """Return all pairs of players at the table, the smaller id first; two bots are no pair."""
    seats = sorted(result.seats)
    return [
        (one.player, other.player)
        for one, other in combinations(seats, 2)
        if not (one.is_bot and other.is_bot)
    ]


def _played(record: Record, result: Result, seat: Seat) -> Record:
    won = result.is_won_by(seat)
    streak = record.streak
    if result.is_contest:
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
    played = record._replace(
        games=record.games + 1,
        wins=record.wins + won,
        best=max(record.best, seat.total),
        streak=streak,
        best_streak=max(record.best_streak, streak),
    )
    return _with_best(played, result, seat)


def week_of(at: datetime) -> date:
    """Return the Monday of the week that a moment belongs to."""
    return monday_of(day_of(at))


def week_wins(result: Result) -> list[TallyKey]:
    """Return the tallies that a result adds a win to."""
    week = week_of(result.finished_at)
    return [
        TallyKey(seat.player, result.pool, week) for seat in result.seats if result.is_won_by(seat)
    ]
