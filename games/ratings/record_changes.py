"""What a result does to the records of its players. Pure. Used by counting and recomputing."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import NamedTuple

from games.engine import DiceMode
from games.ratings.model import (
    MIN_TURNS,
    GameSummary,
    Rating,
    SeatSummary,
    UnratedReason,
    find_unrated_reason,
    half_of,
    rate,
)
from games.ratings.models import Tally
from games.ratings.pools import pool_of
from games.ratings.scores import TOTALS_OF_AVERAGE, Best, Counted, Games, Scores


class Seat(NamedTuple):
    """A seat at the end of a game. `turns`: boxes filled by its player. `missed`: boxes filled by
    the server. `left`: whether the player had resigned, or was played automatically at the end.
    `scores`: what the card counts for on score boards.
    """

    player: int
    total: int
    place: int
    turns: int
    is_bot: bool
    left: bool = False
    scores: Counted = Counted()
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
        """The score boards that this game counts for, or None."""
        if self.is_contest:
            return Games.TABLE
        # A game that the other people left early is not a solo game, although it was played alone:
        # a bad one could be broken off without a trace.
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
    best_game: int | None = None
    streak: int = 0
    best_streak: int = 0
    last_totals: tuple[int, ...] = ()
    table: Scores = Scores()
    solo: Scores = Scores()

    @property
    def average(self) -> float | None:
        """The average of the last totals of all games; None until there are enough."""
        if len(self.last_totals) < TOTALS_OF_AVERAGE:
            return None
        return sum(self.last_totals) / TOTALS_OF_AVERAGE


class TallyKey(NamedTuple):
    """The key of a tally: player, pool of results, and day or week."""

    player: int
    pool: str
    span: str
    begins: date


class TallyValue(NamedTuple):
    """Wins, and the highest total with the first game that reached it: of all games (`best`), and
    of the games that count on score boards.
    """

    wins: int
    best: int
    best_game: int | None
    table: Best = Best()
    solo: Best = Best()


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


def _scored(record: Record, result: Result, seat: Seat) -> Record:
    match result.games:
        case Games.TABLE:
            return record._replace(table=record.table.after(seat.scores, result.game))
        case Games.SOLO:
            return record._replace(solo=record.solo.after(seat.scores, result.game))
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
    is_best = record.games == 0 or seat.total > record.best
    played = record._replace(
        games=record.games + 1,
        wins=record.wins + won,
        best=seat.total if is_best else record.best,
        best_game=result.game if is_best else record.best_game,
        streak=streak,
        best_streak=max(record.best_streak, streak),
        last_totals=(*record.last_totals, seat.total)[-TOTALS_OF_AVERAGE:],
    )
    return _scored(played, result, seat)


def spans(at: datetime) -> dict[str, date]:
    """Return the day and the week (its Monday) that a moment belongs to, in UTC."""
    day = at.astimezone(UTC).date()
    return {
        Tally.Span.DAY.value: day,
        Tally.Span.WEEK.value: day - timedelta(days=day.weekday()),
    }


def tally_keys(result: Result) -> list[tuple[TallyKey, Seat]]:
    """Return the tallies that a result adds to, each with its seat; bots have none."""
    return [
        (TallyKey(seat.player, result.pool, span, begins), seat)
        for seat in result.seats
        if not seat.is_bot
        for span, begins in spans(result.finished_at).items()
    ]


def tallied(value: TallyValue | None, result: Result, seat: Seat) -> TallyValue:
    """Return a tally after a result; `value` is None for the first one."""
    won = int(result.is_won_by(seat))
    if value is None:
        after = TallyValue(won, seat.total, result.game)
    elif seat.total > value.best:
        after = value._replace(wins=value.wins + won, best=seat.total, best_game=result.game)
    else:
        after = value._replace(wins=value.wins + won)
    match result.games:
        case Games.TABLE:
            return after._replace(table=after.table.after(seat.scores.best, result.game))
        case Games.SOLO:
            return after._replace(solo=after.solo.after(seat.scores.best, result.game))
        case None:
            return after
