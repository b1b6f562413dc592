"""Who is kept apart from whom: players of whom one has blocked the other."""

from collections.abc import Collection, Iterable
from itertools import chain

from django.db.models import Q

from games.people.accounts.models import User

_blocks = User.blocked.through.objects


def kept_apart(player_id: int) -> frozenset[int]:
    """Return the players whom this one has blocked, and those who have blocked this one."""
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


def are_apart(player_ids: Iterable[int | None]) -> bool:
    """Whether one of these players has blocked another of them."""
    ids = {id_ for id_ in player_ids if id_ is not None}
    return bool(ids & set(chain.from_iterable(apart_of(ids).values())))
