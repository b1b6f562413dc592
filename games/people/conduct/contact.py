"""Whom a player hears, and what they want of people they do not know: blocks, and the family of a
player with a lock.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.db.models import F, Q, QuerySet

from games.people.accounts.models import User
from games.people.conduct.models import FamilyMember

_blocks = User.blocked.through.objects


def kept_apart(player_id: int) -> frozenset[int]:
    return apart_of([player_id]).get(player_id, frozenset())


def apart_of(player_ids: Collection[int]) -> dict[int, frozenset[int]]:
    """Return `kept_apart` of each of these players; those without any are missing."""
    links = _blocks.filter(Q(from_user_id__in=player_ids) | Q(to_user_id__in=player_ids))
    found: dict[int, set[int]] = {}
    for one, other in links.values_list("from_user_id", "to_user_id"):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    asked = set(player_ids)
    return {player: frozenset(others) for player, others in found.items() if player in asked}


# Pairs of players who are not kept apart, each with the `contact_rev` for which this holds. Only
# that: if nobody knew of a block's end, no harm would be done.
_together: set[frozenset[tuple[int, int]]] = set()
MAX_TOGETHER = 65_536


def is_apart_from(player: User, others: Collection[User]) -> bool:
    """Whether a player is kept apart from one of these others. All rows must have just been read.

    Asks the database only if the contacts of one of them have changed since the last time.
    """
    mine = (player.pk, player.contact_rev)
    pairs = {frozenset((mine, (other.pk, other.contact_rev))) for other in others}
    if pairs <= _together:
        return False
    if kept_apart(player.pk) & {other.pk for other in others}:
        return True
    if len(_together) + len(pairs) > MAX_TOGETHER:
        _together.clear()
    _together.update(pairs)
    return False


def forget_together() -> None:
    """Ask the database about everybody again. For tests, whose players have the same ids."""
    _together.clear()


def are_apart(player_ids: Iterable[int | None]) -> bool:
    ids = {id_ for id_ in player_ids if id_ is not None}
    return bool(ids & set(chain.from_iterable(apart_of(ids).values())))


@dataclass(frozen=True, slots=True)
class Contact:
    """What others may send to a player. `unheard`: players who are blocked on either side, or whom
    this one has muted. `chat_off`: the player wants no chat at all. `locked`: a family lock is on,
    so nobody outside `family` (which includes the player) has a name. `known_as`: pairs of a member
    of the family and the name that they came with.
    """

    unheard: frozenset[int] = frozenset()
    chat_off: bool = False
    locked: bool = False
    family: frozenset[int] = frozenset()
    known_as: tuple[tuple[int, str], ...] = ()

    def hears(self, player_id: int | None) -> bool:
        """Whether the player wants to hear of somebody (None: a deleted player)."""
        return player_id not in self.unheard

    def shows(self, player_id: int | None) -> bool:
        """Whether the player sees the name of this spectator."""
        return self.hears(player_id) and self.names(player_id)

    def names(self, player_id: int | None) -> bool:
        return not self.locked or player_id in self.family

    def name_of(self, player_id: int | None) -> str:
        """Return the name by which a player with a lock knows this person, "" for their own."""
        return dict(self.known_as).get(player_id or 0, "") if self.locked else ""


def locked_contact(contact: "Contact", player_id: int | None = None) -> "Contact":
    mine = frozenset() if player_id is None else frozenset({player_id})
    return replace(contact, locked=True, family=contact.family | mine)


OPEN = Contact()
"""Of players who have never restricted anything, and of people without a name."""


def read_contact(player: User) -> Contact:
    """Return whom this player hears."""
    return read_contacts([player])[player.pk]


def read_contacts(players: Collection[User]) -> dict[int, Contact]:
    """Return whom each of these players hears, with one query, or two if any has a family lock."""
    ids = [player.pk for player in players]
    unheard: dict[int, set[int]] = {}
    for player_id, other_id in _unheard_pairs(ids):
        unheard.setdefault(player_id, set()).add(other_id)
    locked = [player.pk for player in players if player.locked]
    family: dict[int, dict[int, str]] = {id_: {id_: ""} for id_ in locked}
    if locked:
        members = FamilyMember.objects.filter(owner__in=locked)
        for owner_id, member_id, name in members.values_list("owner_id", "member_id", "name"):
            family[owner_id][member_id] = name
    return {
        player.pk: Contact(
            frozenset(unheard.get(player.pk, ())),
            player.chat_off,
            player.locked,
            frozenset(family.get(player.pk, ())),
            tuple(sorted(family.get(player.pk, {}).items())),
        )
        for player in players
    }


def _unheard_pairs(ids: Collection[int]) -> QuerySet[Any, tuple[int, int]]:
    blocks, silences = User.blocked.through.objects, User.silenced.through.objects
    mine, theirs = ("from_user_id", "to_user_id"), ("to_user_id", "from_user_id")
    return (
        blocks.filter(from_user_id__in=ids)
        .values_list(*mine)
        .union(
            blocks.filter(to_user_id__in=ids).values_list(*theirs),
            silences.filter(from_user_id__in=ids).values_list(*mine),
        )
    )


def note_change(player_ids: Iterable[int]) -> None:
    """Note that the contacts or sanctions of these players have changed, so that all processes read
    them again. Call it in the transaction of the change: see `is_apart_from`. Then tell
    `Hubs.people_changed`: otherwise it takes some seconds.
    """
    # Processes compare the number with the one that they know: no change is missed.
    User.objects.filter(pk__in=sorted(player_ids)).update(contact_rev=F("contact_rev") + 1)


def welcome(opener: User, guest: User) -> None:
    """Note that somebody came by the link of a private table that `opener` opened. Does nothing
    without a lock.
    """
    # The opener sees the name that the guest has now: later names could be words of a stranger.
    if opener.locked and opener.pk != guest.pk:
        _, is_new = FamilyMember.objects.get_or_create(
            owner=opener, member=guest, defaults={"name": guest.name}
        )
        if is_new:
            note_change([opener.pk])


def forget_member(owner_id: int, member_id: int) -> None:
    FamilyMember.objects.filter(owner=owner_id, member=member_id).delete()


def is_stranger(player: User, other_id: int) -> bool:
    """Whether a player has a lock, and somebody is not of their family."""
    if not player.locked or player.pk == other_id:
        return False
    return not FamilyMember.objects.filter(owner=player, member=other_id).exists()
