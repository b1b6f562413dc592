"""Stores what to tell people about cards (games/site/events/cards/news.py)."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.platform.jobs.job import first_of
from games.site.account.notifications.models import Notice
from games.site.account.notifications.queue import Event, Facts, Person, queue_events
from games.site.events.cards import news
from games.site.events.cards.models import Card

GATHER = timedelta(minutes=10)
"""The pause between two messages to a sender about who has played. The second has all results."""
MAX_NAMED = 3
"""More people than that are a number."""


def tell_of_cards(now: datetime) -> int:
    """Store the messages about what has happened on cards. Return how many events there were."""
    told = 0
    takes: tuple[Callable[[], list[news.News]], ...] = (
        lambda: news.take_openings(now),
        lambda: news.take_results(now, lambda card: _told_just_now(card, now)),
        lambda: news.take_reminders(now),
        lambda: news.take_reveals(now),
    )
    for take in takes:
        # What is taken is stored, or neither.
        with transaction.atomic():
            events = [_event(each) for each in take()]
            queue_events(events, now)
        told += len(events)
    return told


def waiting(now: datetime) -> Iterable[QuerySet[Any]]:
    """Return what waits to be told."""
    return [
        first_of(news.to_tell_circle(), "created_at"),
        first_of(news.untold(), "card", "pk"),
        first_of(news.to_remind(now), "closes_at"),
        first_of(news.to_announce(), "revealed_at"),
    ]


def _told_just_now(card: Card, now: datetime) -> bool:
    return Notice.objects.filter(
        player=card.sender_id,
        kind=Notice.Kind.PLAYED,
        subject__startswith=f"{card.code}:",
        created_at__gt=now - GATHER,
    ).exists()


def _event(each: news.News) -> Event:
    card = each.card
    people = [Person(player.pk, player.name) for player in each.people]
    facts = Facts(
        card.variant,
        tuple(people) if len(people) <= MAX_NAMED else (),
        card=card.code,
        count=len(people),
        sender=card.sender_id or 0,
        circle="" if card.circle is None else card.circle.code,
        title="" if card.circle is None else card.circle.name,
    )
    return Event(Notice.Kind(each.kind), each.subject, each.readers, facts, each.until)
