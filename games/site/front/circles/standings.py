"""The table of a season, who chose best and who was luckiest, and two members head to head."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from games.core.rules import name_of
from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember
from games.site.front.circles.models import CirclePair, CirclePlay, CircleStanding

Names = Callable[[int | None, str], str]
"""How a reader may see the name of a player: games/site/front/circles/visit.py."""

FEWEST_WEIGHED = 5
"""Analysed games that somebody must have to be named for choices or luck."""
ON_PAGE = 40
IN_PART = 5
"""Rows of the table on the page of the circle."""
LOOKED_AT = 150
"""Newest games of a player in which common ones with another are looked for."""
COMMON = 10


class Standing(NamedTuple):
    """Somebody in a season. `loss`, `luck`: points a game; None while too few are analysed."""

    player: int | None
    name: str
    games: int
    wins: int
    points: int
    weighed: int
    loss: float | None
    luck: float | None
    place: int = 0


class Table(NamedTuple):
    """A season: everybody with a game, and who is named besides. More than one if they tie."""

    rows: list[Standing]
    best: list[Standing]
    luckiest: list[Standing]


class Common(NamedTuple):
    """A game of two members: how each did, and the code of its page."""

    at: datetime
    name: str
    mine: int
    theirs: int
    ahead: int
    game: str | None
    real: str | None


class Against(NamedTuple):
    """Two members head to head, as the first sees it."""

    games: int
    ahead: int
    behind: int
    newest: list[Common]

    @property
    def ties(self) -> int:
        return self.games - self.ahead - self.behind


def table_of(circle: Circle, season: str, names: Names) -> Table:
    """Return the table of a season. Anyone who has the same wins and points shares a place."""
    found = CircleStanding.objects.filter(circle=circle, season=season, games__gt=0)
    columns = ("player", "player__name", "name", "games", "wins", "points", "weighed")
    rows = []
    for player, now, name, games, wins, points, weighed, loss, luck in found.values_list(
        *columns, "loss", "luck"
    ):
        shown = names(player, now or name)
        each = _each(weighed, loss, luck)
        rows.append(Standing(player, shown, games, wins, points, weighed, *each))
    rows.sort(key=lambda row: (-row.wins, -row.points, row.name.casefold()))
    known = [row for row in rows if row.loss is not None and row.luck is not None]
    least = min((row.loss for row in known if row.loss is not None), default=None)
    most = max((row.luck for row in known if row.luck is not None), default=None)
    return Table(
        list(_placed(rows)),
        [row for row in known if row.loss == least],
        [row for row in known if row.luck == most],
    )


def _each(weighed: int, loss: float, luck: float) -> tuple[float | None, float | None]:
    if weighed < FEWEST_WEIGHED:
        return None, None
    return loss / weighed, luck / weighed


def _placed(rows: Iterable[Standing]) -> Iterable[Standing]:
    before, place = None, 0
    for number, row in enumerate(rows, start=1):
        if (row.wins, row.points) != before:
            before, place = (row.wins, row.points), number
        yield row._replace(place=place)


def member_ids(circle: Circle) -> set[int]:
    return set(CircleMember.objects.filter(circle=circle).values_list("player", flat=True))


def find_member(circle: Circle, name: str) -> User | None:
    """Return the member with this name. Of several guests with one name: who came first."""
    places = CircleMember.objects.filter(circle=circle, player__name=name)
    place = places.select_related("player").order_by("joined_at", "pk").first()
    return None if place is None else place.player


def against(circle: Circle, me: User, other: User) -> Against:
    """Return how a member did against another in games of the circle."""
    low, high = sorted((me.pk, other.pk))
    pair = CirclePair.objects.filter(circle=circle, one=low, other=high).first()
    if pair is None:
        return Against(0, 0, 0, [])
    ahead, behind = pair.one_ahead, pair.other_ahead
    if me.pk == high:
        ahead, behind = behind, ahead
    return Against(pair.games, ahead, behind, _common(circle, me, other))


def _common(circle: Circle, me: User, other: User) -> list[Common]:
    plays = CirclePlay.objects.filter(circle=circle)
    mine = plays.filter(player=me).order_by("-at").exclude(game=None, real=None)
    columns = ("game", "real", "evening", "at", "variant", "total", "place")
    found = {(row[0], row[1]): row[2:] for row in mine.values_list(*columns)[:LOOKED_AT]}
    # In no order: so the database looks into these evenings, and not through all games.
    theirs = plays.filter(player=other, evening__in={row[0] for row in found.values()}).order_by()
    common = []
    for game, real, total, place, code, kept in theirs.values_list(
        "game", "real", "total", "place", "game__code", "real__code"
    ):
        if (game, real) in found:
            _, at, variant, my_total, my_place = found[game, real]
            ahead = (place > my_place) - (place < my_place)
            common.append(Common(at, name_of(variant), my_total, total, ahead, code, kept))
    common.sort(key=lambda each: each.at, reverse=True)
    return common[:COMMON]
