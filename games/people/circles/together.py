"""Who belongs together: the one answer for all features."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember
from games.people.conduct.contact import Contact, apart_of, kept_apart, read_contact


class Fellow(NamedTuple):
    """Somebody whom a player knows from a circle. `shows`: they let the player see when they are
    here, in one of the circles that both share.
    """

    player: int
    shows: bool


class Company(NamedTuple):
    """The people and circles of a player. `fellows`: everybody from a circle, and whether they let
    the player see when they are here. `circles`: the codes, with their names; a circle of two is
    named like the friend, and comes last.
    """

    contact: Contact
    friends: frozenset[int]
    fellows: dict[int, bool]
    circles: list[tuple[str, str]]


def circles_of(player_id: int) -> QuerySet[Circle]:
    """Return the circles of a player that are not archived, friends included."""
    return Circle.objects.filter(members__player=player_id, archived_at=None)


def place_in(circle_id: int, player_id: int | None) -> CircleMember | None:
    """Return the membership of a player, or None."""
    if player_id is None:
        return None
    return CircleMember.objects.filter(circle=circle_id, player=player_id).first()


def are_together(one_id: int, other_id: int) -> bool:
    """Whether two players share a circle, and no block keeps them apart."""
    return other_id in fellows_of(one_id)


def friends_of(player_id: int) -> frozenset[int]:
    return frozenset(
        CircleMember.objects.filter(circle__members__player=player_id, circle__pair=True)
        .exclude(player=player_id)
        .values_list("player", flat=True)
    ) - kept_apart(player_id)


def fellows_of(player_id: int) -> dict[int, Fellow]:
    """Return the people with whom a player shares a circle, by their ids. Leaves out whom a block
    keeps apart from them.
    """
    return fellows_of_all([player_id]).get(player_id, {})


def fellows_of_all(player_ids: Collection[int]) -> dict[int, dict[int, Fellow]]:
    """Return `fellows_of` each of these players; those without any are missing. Two queries."""
    apart = apart_of(player_ids)
    found: dict[int, dict[int, Fellow]] = {}
    for mine, theirs, shows in _pairs(player_ids):
        if theirs == mine or theirs in apart.get(mine, ()):
            continue
        known = found.setdefault(mine, {})
        before = known.get(theirs)
        known[theirs] = Fellow(theirs, shows or (before is not None and before.shows))
    return found


def _pairs(player_ids: Collection[int]) -> Iterable[tuple[int, int, bool]]:
    return CircleMember.objects.filter(player__in=player_ids, circle__archived_at=None).values_list(
        "player", "circle__members__player", "circle__members__shows"
    )


def members_told(circle: Circle, teller_id: int | None) -> list[User]:
    """Return the members who want to be told what `teller_id` has opened for a circle: not the
    teller, nor whom a block keeps apart from them. `teller_id`: None for the site itself.
    """
    members = User.objects.filter(
        Q(circle_places__circle=circle, circle_places__told=True), is_active=True
    )
    if teller_id is not None:
        members = members.exclude(pk__in={teller_id, *kept_apart(teller_id)})
    return list(members.order_by("pk"))


def company_of(player: User) -> Company:
    """Return the people and circles of a player, as their pages show them. Two queries, or three
    with a family lock. Leaves out whom the player does not hear, or does not know behind the lock.
    """
    contact = read_contact(player)
    friends: set[int] = set()
    fellows: dict[int, bool] = {}
    named: dict[str, tuple[bool, str]] = {}
    rows = CircleMember.objects.filter(
        circle__in=circles_of(player.pk), player__is_active=True
    ).values_list(
        *("circle__code", "circle__pair", "circle__name", "player", "player__name", "shows")
    )
    for code, pair, name, member, member_name, shows in rows:
        if not pair:
            named[code] = (False, name)
        if member == player.pk or not contact.shows(member):
            continue
        fellows[member] = shows or fellows.get(member, False)
        if pair:
            friends.add(member)
            named[code] = (True, contact.name_of(member) or member_name)
    order = sorted(named.items(), key=lambda each: (each[1][0], each[1][1].casefold(), each[0]))
    circles = [(code, name) for code, (_, name) in order]
    return Company(contact, frozenset(friends), fellows, circles)
