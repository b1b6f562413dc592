"""Links that bring people into a circle: with an end, revocable, or with approval."""

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles.membership import check_manages, check_may_come, join, lock
from games.people.circles.models import Circle, CircleLink, CircleMember, CircleRequest
from games.people.circles.together import place_in
from games.platform.clock import utc_now

WORD_BYTES = 16
MAX_LINKS = 10
"""Links of a circle that work at one time."""
MAX_REQUESTS = 100
LENGTHS: tuple[int, ...] = (1, 7, 30)
"""After how many days a link may end."""
REQUEST_FOR = timedelta(days=30)
"""A request that nobody has answered for this long goes."""


class Come(NamedTuple):
    """What a link has done: the player is a member, or waits."""

    circle: Circle
    is_member: bool


def make_link(circle: Circle, actor: CircleMember, *, days: int | None, asks: bool) -> CircleLink:
    """Make a link. `days`: when it ends; None: never. Raises Refused."""
    if days is not None and days not in LENGTHS:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is not possible now.")
    now = utc_now()
    with transaction.atomic():
        locked = lock(circle.pk)
        check_manages(locked, actor.player_id)
        if working(locked, now).count() >= MAX_LINKS:
            raise Refused(ErrorCode.FORBIDDEN, "There are too many links. Revoke one first.")
        return CircleLink.objects.create(
            circle=locked,
            word=secrets.token_urlsafe(WORD_BYTES),
            made_by_id=actor.player_id,
            made_at=now,
            ends_at=None if days is None else now + timedelta(days=days),
            asks=asks,
        )


def revoke(circle: Circle, actor: CircleMember, link_id: int) -> None:
    """Let a link not work any more. Raises Refused."""
    check_manages(circle, actor.player_id)
    circle.links.filter(pk=link_id, revoked_at=None).update(revoked_at=utc_now())


def working(circle: Circle, now: datetime) -> QuerySet[CircleLink]:
    """Return the links of a circle that work."""
    return circle.links.filter(Q(ends_at=None) | Q(ends_at__gt=now), revoked_at=None).order_by("pk")


def find_link(word: str) -> CircleLink:
    """Return a link that works. Raises Refused, in the same words for all others."""
    found = CircleLink.objects.select_related("circle").filter(word=word, revoked_at=None).first()
    now = utc_now()
    is_over = found is None or (found.ends_at is not None and found.ends_at <= now)
    if found is None or is_over or found.circle.archived_at is not None:
        raise Refused(ErrorCode.NOT_FOUND, "This link does not work any more.")
    return found


def come(word: str, player: User) -> Come:
    """Let a player in by a link, or note that they ask. Raises Refused."""
    link = find_link(word)
    circle = link.circle
    if place_in(circle.pk, player.pk) is not None:
        return Come(circle, True)
    if not link.asks:
        join(circle, player)
        CircleLink.objects.filter(pk=link.pk).update(used=F("used") + 1)
        return Come(circle, True)
    with transaction.atomic():
        locked = lock(circle.pk)
        check_may_come(locked, player)
        if locked.requests.count() >= MAX_REQUESTS:
            raise Refused(ErrorCode.BUSY, "Too many people wait to be let in. Try again later.")
        CircleRequest.objects.get_or_create(
            circle=locked, player=player, defaults={"at": utc_now()}
        )
    return Come(circle, False)


def answer(circle: Circle, actor: CircleMember, player_id: int, *, lets_in: bool) -> None:
    """Let somebody in who asks, or not. Raises Refused."""
    check_manages(circle, actor.player_id)
    asking = CircleRequest.objects.filter(circle=circle, player=player_id)
    found = asking.select_related("player").first()
    if found is None:
        raise Refused(ErrorCode.STALE, "They do not ask any more.")
    if lets_in:
        join(circle, found.player, asked=False)
    else:
        asking.delete()


def forget_old_requests(now: datetime) -> int:
    """Delete requests that nobody has answered. Return how many."""
    return CircleRequest.objects.filter(at__lt=now - REQUEST_FOR).delete()[0]
