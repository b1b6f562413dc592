"""Stores what to tell people about appointments (games/site/events/appointments/news.py)."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.platform.jobs.job import first_of
from games.site.account.notifications.models import Notice
from games.site.account.notifications.queue import Event, Facts, Person, queue_events
from games.site.events.appointments import news

NEWS_FOR = timedelta(days=2)
"""How long it is news that something was planned, changed or called off."""


def tell_of_appointments(now: datetime) -> int:
    """Store the messages about appointments. Return how many events there were."""
    # What is taken is stored, or neither.
    with transaction.atomic():
        events = [_event(each, now) for each in (*news.take_news(), *news.take_reminders(now))]
        queue_events(events, now)
    return len(events)


def waiting(now: datetime) -> Iterable[QuerySet[Any]]:
    """Return what waits to be told."""
    return [first_of(news.to_tell(), "pk"), first_of(news.to_remind(now), "starts_at")]


def _event(each: news.News, now: datetime) -> Event:
    appointment = each.appointment
    host = appointment.host
    facts = Facts(
        appointment.variant,
        (Person(host.pk, host.name),) if host.is_active else (),
        appointment=appointment.code,
        title=appointment.title,
        news=each.what,
    )
    # A reminder is of no use after the beginning.
    until = appointment.starts_at if each.what == "soon" else now + NEWS_FOR
    return Event(Notice.Kind.SOON, each.subject, each.readers, facts, max(until, now))
