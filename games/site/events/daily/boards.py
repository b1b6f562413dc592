"""Leaderboards of revealed dailies and of weeks. Ties share the place; speed does not count."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from games.people.accounts.models import User
from games.platform.clock import monday_of
from games.site.events.daily.models import Daily, DailyEntry, DailyScore, DailyWeek
from games.site.shared.pages.cursors import cursor_after, place_before
from games.site.study.analysis.grades import percent_of_perfect

MAX_LINES = 50
MAX_WEEK_LINES = 10


class RankedDaily(NamedTuple):
    """A ranked result. `loss`: points given up by choices, None until it is analysed. `percent`:
    the total as a percentage of perfect play without foresight, None until that is known.
    `percentile`: as in `DailyStanding`.
    """

    place: int
    player: User
    total: int
    percent: float | None
    loss: float | None
    game: str
    percentile: float


class Board(NamedTuple):
    """Some lines, best first, and where the next ones begin (None on the last page)."""

    lines: tuple[RankedDaily, ...]
    after: str | None


class DailyStanding(NamedTuple):
    """Where a total stands: its place, how many players are ranked, and the share of the others
    (0 to 100) that it beats; ties count half.
    """

    place: int
    players: int
    percentile: float


class WeekLine(NamedTuple):
    """A player's points in the dailies of a week."""

    place: int
    player: User
    points: int
    days: int


class Range(NamedTuple):
    """How many ranked players have a total from `first` to `last`."""

    first: int
    last: int
    players: int


class Scores:
    """How many ranked players have each total."""

    def __init__(self, rows: Sequence[tuple[int, int]]) -> None:
        self.rows = sorted(rows, reverse=True)
        self.players = sum(players for _, players in rows)

    def place(self, total: int) -> int:
        """Return the place of a total, from 1."""
        return 1 + sum(players for each, players in self.rows if each > total)

    def standing(self, total: int, ranked: bool) -> DailyStanding:
        """Return where a total stands. `ranked`: whether it is one of the ranked totals."""
        below = sum(players for each, players in self.rows if each < total)
        equal = sum(players for each, players in self.rows if each == total) - ranked
        others = self.players - ranked
        beaten = 100.0 if others == 0 else 100 * (below + equal / 2) / others
        return DailyStanding(self.place(total), self.players, beaten)

    def ranges(self, most: int) -> list[Range]:
        """Return the totals in at most `most` ranges of equal width, the lowest first."""
        if not self.rows:
            return []
        highest, lowest = self.rows[0][0], self.rows[-1][0]
        width = (highest - lowest) // most + 1
        counts = [0] * ((highest - lowest) // width + 1)
        for total, players in self.rows:
            counts[(total - lowest) // width] += players
        firsts = range(lowest, highest + 1, width)
        return [
            Range(first, first + width - 1, players)
            for first, players in zip(firsts, counts, strict=True)
        ]


def read_scores(daily: Daily) -> Scores:
    """Return the totals of a daily; none before it is revealed."""
    rows = DailyScore.objects.filter(daily=daily).values_list("total", "players")
    return Scores(list(rows))


def read_board(daily: Daily, scores: Scores, after: str | None = None) -> Board:
    """Return a page of the leaderboard of a revealed daily. Raises InvalidCursor.

    A page is one range of an index.
    """
    entries = DailyEntry.objects.filter(daily=daily, ranked=True).order_by("-total", "pk")
    if after is not None:
        value, pk = place_before(after)
        total = int(value)
        # The first condition lets the database start within the index.
        entries = entries.filter(total__lte=total).exclude(total=total, pk__lte=pk)
    found = list(entries.select_related("player", "game")[: MAX_LINES + 1])
    shown = found[:MAX_LINES]
    cursor = cursor_after(shown[-1].total or 0, shown[-1].pk) if len(found) > MAX_LINES else None
    totals = {entry.total for entry in shown if entry.total is not None}
    standings = {total: scores.standing(total, ranked=True) for total in totals}
    lines = (_line(daily, standings, entry) for entry in shown if _is_shown(entry))
    return Board(tuple(lines), cursor)


def _is_shown(entry: DailyEntry) -> bool:
    return entry.player is not None and entry.player.is_active


def _line(daily: Daily, standings: Mapping[int, DailyStanding], entry: DailyEntry) -> RankedDaily:
    assert entry.player is not None
    assert entry.total is not None
    percent = percent_of_perfect(entry.total, daily.perfect)
    standing = standings[entry.total]
    return RankedDaily(
        standing.place,
        entry.player,
        entry.total,
        percent,
        entry.loss,
        entry.game.code,
        standing.percentile,
    )


def read_week(variant: str, day: date) -> list[WeekLine]:
    """Return the best players of the week of a day in the dailies of a variant."""
    weeks = DailyWeek.objects.filter(variant=variant, begins=monday_of(day))
    best = weeks.select_related("player").order_by("-points", "pk")[: 2 * MAX_WEEK_LINES]
    lines: list[WeekLine] = []
    for number, week in enumerate((row for row in best if row.player.is_active), start=1):
        tied = lines and lines[-1].points == week.points
        place = lines[-1].place if tied else number
        lines.append(WeekLine(place, week.player, week.points, week.days))
    return lines[:MAX_WEEK_LINES]
