"""What people are told of appointments: a new one in their circle, a change, its end, and that it
begins soon. Each is taken once: in the transaction that stores the messages.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.people.circles.together import members_told
from games.site.events.appointments.models import Appointment, AppointmentAnswer
from games.site.events.appointments.planning import News as Kinds

REMINDS_BEFORE = timedelta(hours=1)
MAX_AT_ONCE = 50


class News(NamedTuple):
    """What to tell `readers`: `what` is new, changed, off or soon."""

    appointment: Appointment
    what: str
    readers: frozenset[int]

    @property
    def subject(self) -> str:
        """What tells it from other messages about the same appointment."""
        return f"{self.appointment.code}:{self.what}:{self.appointment.changes}"


def to_tell() -> QuerySet[Appointment]:
    return Appointment.objects.filter(~Q(news=""))


def to_remind(now: datetime) -> QuerySet[Appointment]:
    return Appointment.objects.filter(
        reminded=False, cancelled_at=None, opened_at=None, starts_at__lte=now + REMINDS_BEFORE
    )


def take_news() -> list[News]:
    """Take what people were not told. Call it in a transaction."""
    rows = _locked(to_tell()).order_by("pk")[:MAX_AT_ONCE]
    found = [News(each, each.news, _readers(each)) for each in rows]
    Appointment.objects.filter(pk__in=[each.appointment.pk for each in found]).update(news="")
    return found


def take_reminders(now: datetime) -> list[News]:
    """Take the appointments that begin within an hour. Call it in a transaction."""
    rows = list(_locked(to_remind(now)).order_by("starts_at")[:MAX_AT_ONCE])
    Appointment.objects.filter(pk__in=[each.pk for each in rows]).update(reminded=True)
    return [News(each, "soon", coming(each)) for each in rows]


def _locked(rows: QuerySet[Appointment]) -> QuerySet[Appointment]:
    return rows.select_for_update(skip_locked=True, of=("self",)).select_related("host", "circle")


def _readers(appointment: Appointment) -> frozenset[int]:
    if appointment.news == Kinds["new"]:
        assert appointment.circle is not None
        told = members_told(appointment.circle, appointment.host_id)
        return frozenset(player.pk for player in told)
    return coming(appointment) - {appointment.host_id}


def coming(appointment: Appointment) -> frozenset[int]:
    """Return who said they come, and may still see it: of a circle, the members."""
    answers = AppointmentAnswer.objects.filter(
        appointment=appointment, comes=True, player__is_active=True
    )
    if appointment.circle_id is not None:
        answers = answers.filter(player__circle_places__circle=appointment.circle_id)
    return frozenset(answers.values_list("player", flat=True))
