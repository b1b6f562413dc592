"""Finds invitations to tables and requests to become friends, for players who have no tab open."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import CharField, Exists, OuterRef, QuerySet
from django.db.models.functions import Cast

from games.people.circles.models import FriendRequest
from games.site.account.notifications.models import Notice, NotificationChoice, PushSubscription
from games.site.account.notifications.queue import Event, Facts, Person
from games.tables.matchmaking.models import Invitation
from games.tables.matchmaking.room_lists import ONLINE

Asked = TypeVar("Asked", Invitation, FriendRequest)
MAX_AT_ONCE = 100
REQUEST_FOR = timedelta(days=7)
"""How long a request to become friends is news."""


def untold(now: datetime) -> tuple[QuerySet[Invitation], QuerySet[FriendRequest]]:
    """Return the invitations and requests about which nobody was told, to players who are away."""
    invitations = Invitation.objects.filter(status=Invitation.Status.OPEN, expires_at__gt=now)
    requests = FriendRequest.objects.filter(declined_at=None, at__gt=now - REQUEST_FOR)
    return (
        _for_the_absent(invitations, Notice.Kind.INVITE, "pk", now),
        _for_the_absent(requests, Notice.Kind.FRIEND, "asker", now),
    )


def new_invitations(now: datetime) -> list[Event]:
    """Return news of the invitations in `untold`."""
    found, _ = untold(now)
    return [
        Event(
            Notice.Kind.INVITE,
            str(each.pk),
            frozenset([each.asked_id]),
            Facts(
                each.room.variant,
                (Person(each.sender_id, each.sender.name),),
                room=each.room.code,
                clock=each.room.clock,
                circle="" if each.circle is None else each.circle.code,
                title="" if each.circle is None else each.circle.name,
            ),
            each.expires_at,
        )
        for each in found.select_related("room", "sender", "circle")[:MAX_AT_ONCE]
    ]


def new_friend_requests(now: datetime) -> list[Event]:
    """Return news of the requests in `untold`."""
    _, found = untold(now)
    return [
        Event(
            Notice.Kind.FRIEND,
            str(each.asker_id),
            frozenset([each.asked_id]),
            Facts("yacht", (Person(each.asker_id, each.asker.name),)),
            each.at + REQUEST_FOR,
        )
        for each in found.select_related("asker")[:MAX_AT_ONCE]
    ]


def _for_the_absent(
    found: QuerySet[Asked], kind: Notice.Kind, subject: str, now: datetime
) -> QuerySet[Asked]:
    """Return those of what was found that are for somebody who is away, may want to be told, and
    was not. `subject`: the column that the notice's subject is.
    """
    told = Notice.objects.filter(player=OuterRef("asked"), kind=kind, subject=OuterRef("subject"))
    browsers = PushSubscription.objects.filter(player=OuterRef("asked"))
    choices = NotificationChoice.objects.filter(player=OuterRef("asked"))
    mailed = choices.exclude(mail=NotificationChoice.Mail.NEVER)
    refused = choices.filter(**{kind.value: False})
    away = found.annotate(subject=Cast(subject, CharField())).filter(
        Exists(browsers) | Exists(mailed),
        ~Exists(told),
        ~Exists(refused),
        asked__seen_at__lt=now - ONLINE,
    )
    return away.order_by("-pk")
