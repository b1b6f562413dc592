"""Reads leaderboards: pages of a board, and a player's place.

Every query uses an index (docs/ratings.md has the figures): a page is a range of the index,
and a place is a count of index entries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from django.db.models import F, QuerySet

from games.people.accounts.avatars import flags_of
from games.record.ratings import model
from games.record.ratings.models import Rating, Tally
from games.record.ratings.record_changes import Games, week_of
from games.site.shared.pages.cursors import cursor_after, place_before

PAGE = 50


class Kind(StrEnum):
    """The value that a board ranks by: the rating, wins this week, or the highest score."""

    RATING = "rating"
    WEEK = "week"
    RECORDS = "records"


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a board. `game`: the code of the game with the highest score."""

    place: int
    player: int
    name: str
    value: int
    provisional: bool = False
    game: str | None = None
    avatar: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Entries in order, and the cursor of the next page (None on the last page)."""

    entries: tuple[Entry, ...]
    after: str | None


@dataclass(frozen=True, slots=True)
class Board:
    """A board: the value it ranks by, the pool of results, the Monday of its week, and the games of
    records.

    Equal values share a place. Among them, the oldest row comes first.
    """

    kind: Kind
    pool: str
    week: date
    games: Games = Games.TABLE

    def rows(self) -> QuerySet[Any]:
        """Return the rows of the board, unordered."""
        match self.kind:
            case Kind.RATING:
                return Rating.objects.filter(pool=self.pool, listed=True)
            case Kind.WEEK:
                return Tally.objects.filter(pool=self.pool, begins=self.week, eligible=True)
            case Kind.RECORDS:
                rows = Rating.objects.filter(pool=self.pool, eligible=True)
                return rows.filter(**{f"{self.column}__isnull": False})

    @property
    def column(self) -> str:
        """The column that the board ranks by; the highest value is best."""
        match self.kind:
            case Kind.RATING:
                return "shown"
            case Kind.WEEK:
                return "wins"
            case Kind.RECORDS:
                return f"best_{self.games}"


def open_board(kind: Kind, pool: str, now: datetime, games: Games = Games.TABLE) -> Board:
    return Board(kind, pool, week_of(now), games)


def read_page(board: Board, after: str | None = None, most: int = PAGE) -> Page:
    """Return the entries after the cursor `after`, or the first ones if it is None.

    Raises InvalidCursor.
    """
    found = _following(board, after, most + 1)
    shown = found[:most]
    if not shown:
        return Page((), None)
    entries = _entries(board, shown, first=after is None)
    more = len(found) > most
    return Page(entries, cursor_after(_value(board, shown[-1]), shown[-1].pk) if more else None)


def find_entry(board: Board, player: int) -> Entry | None:
    row = _with_names(board, board.rows().filter(player=player)).first()
    return None if row is None else _entry(board, row, 1 + _count_above(board, row))


def _following(board: Board, after: str | None, most: int) -> list[Any]:
    rows = _with_names(board, board.rows().order_by(f"-{board.column}", "pk"))
    if after is None:
        return list(rows[:most])
    value, pk = place_before(after)
    # Two queries, each one range of the index: equal values, then worse ones.
    found = list(rows.filter(**{board.column: value}, pk__gt=pk)[:most])
    if len(found) < most:
        found += rows.filter(**{f"{board.column}__lt": value})[: most - len(found)]
    return found


def _with_names(board: Board, rows: QuerySet[Any]) -> QuerySet[Any]:
    extra = {"game": F(f"{board.column}_game__code")} if board.kind is Kind.RECORDS else {}
    named: QuerySet[Any] = rows.annotate(
        name=F("player__name"), chosen_avatar=F("player__avatar"), **extra
    )
    return named


def _entries(board: Board, rows: Sequence[Any], first: bool) -> tuple[Entry, ...]:
    """Return the entries of consecutive rows, counting the place of the first one if needed."""
    place, before = 1, 0
    if not first:
        above = _count_above(board, rows[0])
        equal = board.rows().filter(**{board.column: _value(board, rows[0]), "pk__lt": rows[0].pk})
        place, before = 1 + above, above + equal.count()
    entries: list[Entry] = []
    for number, row in enumerate(rows):
        if number and _value(board, row) != _value(board, rows[number - 1]):
            place = 1 + before + number
        entries.append(_entry(board, row, place))
    return tuple(entries)


def _entry(board: Board, row: Any, place: int) -> Entry:
    provisional = board.kind is Kind.RATING and model.is_provisional(
        model.Rating(row.mu, row.sigma)
    )
    game = row.game if board.kind is Kind.RECORDS else None
    avatar = row.chosen_avatar or flags_of(row.name, row.player_id)
    return Entry(place, row.player_id, row.name, _value(board, row), provisional, game, avatar)


def _value(board: Board, row: Any) -> int:
    value: int = getattr(row, board.column)
    return value


def _count_above(board: Board, row: Any) -> int:
    return board.rows().filter(**{f"{board.column}__gt": _value(board, row)}).count()
