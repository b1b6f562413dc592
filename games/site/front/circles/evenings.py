"""The evenings of a circle, its newest results, and the best totals."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from games.core.rules import name_of
from games.people.circles.models import Circle
from games.site.front.circles.models import CircleEvening, CircleEveningPlace, CirclePlay
from games.site.front.circles.standings import Names
from games.site.shared.pages.cursors import cursor_after, place_before

ON_PAGE = 12
IN_PART = 2
NEWEST = 5
"""Games on the page of the circle."""
MOST_SEATS = 16
MOST_RECORDS = 40


class Place(NamedTuple):
    """Somebody's sum on an evening."""

    player: int | None
    name: str
    games: int
    wins: int
    points: int


class Evening(NamedTuple):
    """An evening in a list: who won most comes first."""

    night: date
    games: int
    places: list[Place]


class Evenings(NamedTuple):
    """A page of evenings, newest first; the cursor of the next page, or None."""

    rows: list[Evening]
    after: str | None


class Result(NamedTuple):
    """A game of the circle. `path`: the kind of its page, and its code; both "" without one."""

    at: datetime
    name: str
    kind: str
    code: str
    seats: list[tuple[str, int, int]]


class Record(NamedTuple):
    """The best total in a game of the circle."""

    rules: str
    name: str
    total: int
    at: datetime
    kind: str
    code: str


def evenings_of(circle: Circle, names: Names, after: str = "", most: int = ON_PAGE) -> Evenings:
    """Return a page of evenings. Raises InvalidCursor."""
    found = CircleEvening.objects.filter(circle=circle, games__gt=0)
    if after:
        ordinal, row_id = place_before(after)
        night = _day(ordinal)
        found = found.filter(night__lte=night).exclude(night=night, pk__gte=row_id)
    rows = list(found.order_by("-night", "-pk")[: most + 1])
    shown = rows[:most]
    places = _places(shown, names)
    more = len(rows) > most
    return Evenings(
        [Evening(row.night, row.games, places[row.pk]) for row in shown],
        cursor_after(shown[-1].night.toordinal(), shown[-1].pk) if more else None,
    )


def _day(ordinal: float) -> date:
    return date.fromordinal(min(max(int(ordinal), 1), date.max.toordinal()))


def _places(evenings: Iterable[CircleEvening], names: Names) -> dict[int, list[Place]]:
    found: dict[int, list[Place]] = defaultdict(list)
    rows = CircleEveningPlace.objects.filter(evening__in=[row.pk for row in evenings])
    for evening, player, now, name, games, wins, points in rows.values_list(
        "evening", "player", "player__name", "name", "games", "wins", "points"
    ):
        found[evening].append(Place(player, names(player, now or name), games, wins, points))
    for places in found.values():
        places.sort(key=lambda place: (-place.wins, -place.points, place.name.casefold()))
    return found


def places_of(circle_id: int, night: date, people: str) -> tuple[int, list[Place]]:
    """Return how many games these people have played on a night, and their sums."""
    evening = CircleEvening.objects.filter(circle=circle_id, night=night, people=people).first()
    return (
        (0, [])
        if evening is None
        else (evening.games, _places([evening], lambda _, name: name)[evening.pk])
    )


def newest_results(circle: Circle, names: Names, most: int = NEWEST) -> list[Result]:
    """Return the newest games of a circle."""
    columns = ("at", "game", "real", "player", "game__code", "real__code", "variant")
    plays = CirclePlay.objects.filter(circle=circle).exclude(game=None, real=None)
    games: dict[tuple[int | None, int | None], Result] = {}
    for at, game, real, player, code, kept, variant, place, now, name, total in plays.order_by(
        "-at"
    ).values_list(*columns, "place", "player__name", "name", "total")[: most * MOST_SEATS]:
        if (game, real) not in games and len(games) == most:
            break
        kind = "game" if code else "kept-game"
        result = games.setdefault(
            (game, real), Result(at, name_of(variant), kind, code or kept, [])
        )
        result.seats.append((names(player, now or name), total, place))
    for result in games.values():
        result.seats.sort(key=lambda seat: (seat[2], seat[0].casefold()))
    return list(games.values())


def records_of(circle: Circle, names: Names) -> list[Record]:
    """Return the best total in each game that the circle has played; of equal ones, the first."""
    found: list[Record] = []
    last = ""
    # One step of the index for each game: of very many plays, few are read.
    while len(found) < MOST_RECORDS:
        plays = CirclePlay.objects.filter(circle=circle, variant__gt=last)
        best = plays.order_by("variant", "-total").values_list(
            *(
                "variant",
                "total",
                "at",
                "player",
                "player__name",
                "name",
                "game__code",
                "real__code",
            )
        )[:1]
        if not best:
            break
        ((last, total, at, player, now, name, code, kept),) = best
        kind = "game" if code else "kept-game" if kept else ""
        found.append(
            Record(name_of(last), names(player, now or name), total, at, kind, code or kept or "")
        )
    return sorted(found, key=lambda record: record.rules)
