"""Who of the circles of players is here, and where they play: for all sockets of a process at once.

Who belongs together is kept in memory. `Circle.rev` counts each change of a circle, so only the
circles that have changed are read again. Where nobody has a circle, one small query is all.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet, Sum

from games.core.rules import name_of
from games.people.accounts.avatars import flags_of
from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember
from games.record.log.models import Game, Scorecard
from games.tables.matchmaking.room_lists import ONLINE

MOST_AT_ONCE = 500
"""Circles and people that are read by their ids; for more, all are read."""


class Here(NamedTuple):
    """Somebody who is here: their name and picture, the name of the game that they play, or "", and
    its table, whether that is public, and the id of its circle.
    """

    name: str
    avatar: str
    plays: str = ""
    room: str = ""
    public: bool = False
    circle: int = 0


class Ties(NamedTuple):
    """Who belongs together. `revs`: of the circles. `members`: by circle, and whether they show
    when they are here. `places`: the circles of each player.
    """

    mark: tuple[int, ...]
    revs: dict[int, int]
    members: dict[int, dict[int, bool]]
    places: dict[int, set[int]]


NO_TIES = Ties((), {}, {}, {})


def read_ties(before: Ties) -> Ties:
    """Return who belongs together now. Reads what has changed since `before`."""
    live = Circle.objects.filter(archived_at=None)
    marks = live.aggregate(count=Count("pk"), newest=Max("pk"), revs=Sum("rev"))
    mark = tuple(marks[each] or 0 for each in ("count", "newest", "revs"))
    if mark == before.mark:
        return before
    if not marks["count"]:
        return NO_TIES._replace(mark=mark)
    revs = dict(live.values_list("pk", "rev"))
    changed = {id_ for id_, rev in revs.items() if before.revs.get(id_) != rev}
    members = {id_: known for id_, known in before.members.items() if id_ in revs}
    members |= _members(changed)
    places: dict[int, set[int]] = {}
    for id_, people in members.items():
        for player in people:
            places.setdefault(player, set()).add(id_)
    return Ties(mark, revs, members, places)


def _members(circles: Collection[int]) -> dict[int, dict[int, bool]]:
    found: dict[int, dict[int, bool]] = {id_: {} for id_ in circles}
    rows = CircleMember.objects.filter(circle__archived_at=None)
    if len(circles) <= MOST_AT_ONCE:
        rows = rows.filter(circle__in=circles)
    for circle, player, shows in rows.values_list("circle", "player", "shows").iterator():
        if circle in found:
            found[circle][player] = shows
    return found


def read_here(ties: Ties, now: datetime, before: Mapping[int, Here]) -> dict[int, Here]:
    """Return who is here of the people who have circles and show it in one of them. Two queries,
    and one more for the names of people who were not here `before`.
    """
    if not ties.places:
        return {}
    people = User.objects.filter(seen_at__gt=now - ONLINE, is_bot=False, is_active=True)
    ids = people.values_list("pk", flat=True).iterator()
    shown = {id_ for id_ in ids if _shows_somewhere(ties, id_)}
    if not shown:
        return {}
    here = {id_: _resting(before[id_]) for id_ in shown & before.keys()}
    here |= _named(shown - here.keys(), people)
    cards = Scorecard.objects.filter(
        game__status=Game.Status.PLAYING,
        game__share=None,
        finished_at=None,
        resigned=False,
        player__seen_at__gt=now - ONLINE,
        player__is_bot=False,
    ).order_by("game")
    rows = cards.values_list(
        *("player", "game__variant", "game__room__code", "game__room__public", "game__room__circle")
    )
    for player, variant, code, public, circle in rows.iterator():
        if player in here and code:
            here[player] = here[player]._replace(
                plays=name_of(variant), room=code, public=bool(public), circle=circle or 0
            )
    return here


def _resting(known: Here) -> Here:
    return Here(known.name, known.avatar) if known.plays else known


def _named(ids: Collection[int], people: QuerySet[User]) -> dict[int, Here]:
    if not ids:
        return {}
    named = people.filter(pk__in=ids) if len(ids) <= MOST_AT_ONCE else people
    return {
        id_: Here(name, avatar or flags_of(name, id_))
        for id_, name, avatar in named.values_list("pk", "name", "avatar").iterator()
        if id_ in ids
    }


def _shows_somewhere(ties: Ties, player: int) -> bool:
    return any(ties.members[circle][player] for circle in ties.places.get(player, ()))


def changed_people(before: Mapping[int, Here], now: Mapping[int, Here]) -> set[int]:
    """Return who came, left, or plays something else."""
    return {id_ for id_ in before.keys() | now.keys() if before.get(id_) != now.get(id_)}


def seen_by(ties: Ties, players: Iterable[int]) -> set[int]:
    """Return the people who share a circle with one of these players."""
    circles = {circle for player in players for circle in ties.places.get(player, ())}
    return {member for circle in circles for member in ties.members[circle]}


def shown_to(ties: Ties, viewer: int) -> set[int]:
    """Return who lets this player see when they are here."""
    return {
        member
        for circle in ties.places.get(viewer, ())
        for member, shows in ties.members[circle].items()
        if shows and member != viewer
    }


def may_follow(ties: Ties, viewer: int, here: Here) -> bool:
    """Whether the viewer may know the table where somebody plays."""
    return here.public or here.circle in ties.places.get(viewer, ())
