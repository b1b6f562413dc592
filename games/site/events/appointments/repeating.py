"""The date a week later of a weekly appointment."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, QuerySet

from games.people.circles.together import place_in
from games.site.events.appointments.models import Appointment, AppointmentAnswer
from games.site.events.appointments.planning import moment_in

WEEK = timedelta(days=7)
GONE_AFTER = timedelta(days=60)
"""A host who was not here for this long gets no more dates."""
MAX_AT_ONCE = 50


def week_later(starts_at: datetime, zone: str) -> datetime:
    """Return the same time of day a week later in a zone, whatever its clocks do."""
    local = starts_at.astimezone(ZoneInfo(zone))
    return moment_in(zone, local.date() + WEEK, local.time())


def to_repeat(now: datetime) -> QuerySet[Appointment]:
    """Return the weekly appointments that have begun, or were called off for this week, and have no
    next date.
    """
    over = Q(opened_at__isnull=False) | Q(cancelled_at__isnull=False)
    return Appointment.objects.filter(over, weekly=True, next=None, starts_at__lte=now)


def repeat_due(now: datetime) -> int:
    """Make the next dates. Return how many."""
    made = 0
    for appointment in (
        to_repeat(now).select_related("host", "circle").order_by("starts_at")[:MAX_AT_ONCE]
    ):
        made += make_next(appointment, now)
    return made


def make_next(appointment: Appointment, now: datetime) -> bool:
    """Make the date a week later, once. Return False if its weeks are over, or another worker was
    faster.
    """
    if not _goes_on(appointment, now):
        Appointment.objects.filter(pk=appointment.pk).update(weekly=False)
        return False
    starts_at = week_later(appointment.starts_at, appointment.zone)
    while starts_at <= now:  # the worker did not run for weeks
        starts_at = week_later(starts_at, appointment.zone)
    with transaction.atomic():
        following = Appointment.objects.create(
            **{name: getattr(appointment, name) for name in KEPT},
            starts_at=starts_at,
            created_at=now,
        )
        mine = Appointment.objects.filter(pk=appointment.pk, next=None, weekly=True)
        if not mine.update(next=following):
            transaction.set_rollback(True)
            return False
        AppointmentAnswer.objects.create(
            appointment=following, player=appointment.host, comes=True, at=now
        )
    return True


KEPT = (
    *("kind", "host", "circle", "title", "variant", "switches", "clock", "mode", "dice", "seats"),
    *("minutes", "zone", "weekly", "series", "changes"),
)
"""What the next date has of the last one."""


def _goes_on(appointment: Appointment, now: datetime) -> bool:
    host, circle = appointment.host, appointment.circle
    if not host.is_active or host.seen_at < now - GONE_AFTER:
        return False
    return circle is None or (
        circle.archived_at is None and place_in(circle.pk, host.pk) is not None
    )
