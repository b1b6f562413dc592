"""Friends: circles of two."""

from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember, FriendRequest
from games.people.circles.together import friends_of
from games.people.conduct.contact import Contact, are_apart, is_stranger
from games.platform.clock import utc_now

MAX_FRIENDS = 200
MAX_ASKED = 50
"""Requests of one person that wait."""
ASK_AGAIN_AFTER = timedelta(days=30)


def ask(asker: User, asked: User) -> bool:
    """Ask somebody to become friends. Return whether they are now: they had asked, too. Raises
    Refused.
    """
    if asker.pk == asked.pk or asked.is_bot or not asked.is_active:
        raise Refused(ErrorCode.FORBIDDEN, "You cannot be friends with %(name)s.", name=asked.name)
    # Nobody is told that somebody has blocked them, or has a family lock.
    if are_apart([asker.pk, asked.pk]) or is_stranger(asked, asker.pk):
        raise Refused(ErrorCode.FORBIDDEN, "%(name)s is not available.", name=asked.name)
    with transaction.atomic():
        _lock_both(asker.pk, asked.pk)
        if pair_of(asker.pk, asked.pk) is not None:
            return True
        for player in (asker, asked):
            if len(friends_of(player.pk)) >= MAX_FRIENDS:
                raise Refused(
                    ErrorCode.FORBIDDEN, "%(name)s has too many friends.", name=player.name
                )
        if FriendRequest.objects.filter(asker=asked, asked=asker).exists():
            _befriend(asker.pk, asked.pk)
            return True
        now = utc_now()
        before = FriendRequest.objects.filter(asker=asker, asked=asked).first()
        if before is not None:
            if before.declined_at is not None and before.declined_at < now - ASK_AGAIN_AFTER:
                before.at, before.declined_at = now, None
                before.save()
            return False
        if FriendRequest.objects.filter(asker=asker, declined_at=None).count() >= MAX_ASKED:
            raise Refused(ErrorCode.FORBIDDEN, "You have asked too many people.")
        FriendRequest.objects.create(asker=asker, asked=asked, at=now)
    return False


def answer(asked_id: int, asker_id: int, *, accepts: bool) -> None:
    """Answer somebody who asks. Raises Refused."""
    with transaction.atomic():
        _lock_both(asker_id, asked_id)
        sent = FriendRequest.objects.filter(asker=asker_id, asked=asked_id)
        if accepts and pair_of(asker_id, asked_id) is not None:
            return  # the same answer, sent twice
        if not accepts and sent.exclude(declined_at=None).exists():
            return
        waiting = sent.filter(declined_at=None)
        if not waiting.exists() or (accepts and are_apart([asker_id, asked_id])):
            raise Refused(ErrorCode.STALE, "They do not ask any more.")
        if accepts:
            _befriend(asker_id, asked_id)
        else:
            waiting.update(declined_at=utc_now())


def is_asked(asked_id: int, asker_id: int) -> bool:
    """Whether somebody's request waits for an answer, and no block keeps the two apart."""
    waiting = FriendRequest.objects.filter(asker=asker_id, asked=asked_id, declined_at=None)
    return waiting.exists() and not are_apart([asker_id, asked_id])


class Requests(NamedTuple):
    """Who asks a player, and waits, the latest first; and whom the player has asked. Who declined
    stays among these: nobody is told.
    """

    askers: list[User]
    asked: frozenset[int]


def requests_of(player: User, contact: Contact) -> Requests:
    """Return the requests by and to a player. Leaves out askers whom the player does not hear, or
    does not know behind a family lock.
    """
    found = FriendRequest.objects.filter(Q(asker=player) | Q(asked=player, declined_at=None))
    rows = list(found.select_related("asker").order_by("-at"))
    askers = [each.asker for each in rows if each.asked_id == player.pk]
    return Requests(
        [each for each in askers if each.is_active and contact.shows(each.pk)],
        frozenset(each.asked_id for each in rows if each.asker_id == player.pk),
    )


def end(one_id: int, other_id: int) -> None:
    """End a friendship, with everything that its circle holds, and requests between the two."""
    with transaction.atomic():
        _lock_both(one_id, other_id)
        found = pair_of(one_id, other_id)
        if found is not None:
            found.delete()
        _forget_requests(one_id, other_id)


def take_back(asker_id: int, asked_id: int) -> None:
    """Take back what somebody asked. A declined request stays, so that nobody asks every day."""
    FriendRequest.objects.filter(asker=asker_id, asked=asked_id, declined_at=None).delete()


def pair_of(one_id: int, other_id: int) -> Circle | None:
    """Return the circle of two friends."""
    return (
        Circle.objects.filter(pair=True, members__player=one_id)
        .filter(members__player=other_id)
        .first()
    )


def _befriend(one_id: int, other_id: int) -> None:
    now = utc_now()
    circle = Circle.objects.create(pair=True, season_began_at=now, active_at=now)
    CircleMember.objects.bulk_create(
        [CircleMember(circle=circle, player_id=id_, joined_at=now) for id_ in (one_id, other_id)]
    )
    _forget_requests(one_id, other_id)


def _forget_requests(one_id: int, other_id: int) -> None:
    for asker, asked in ((one_id, other_id), (other_id, one_id)):
        FriendRequest.objects.filter(asker=asker, asked=asked).delete()


def _lock_both(one_id: int, other_id: int) -> None:
    both = User.objects.select_for_update(no_key=True).filter(pk__in=[one_id, other_id])
    list(both.order_by("pk").values_list("pk"))
