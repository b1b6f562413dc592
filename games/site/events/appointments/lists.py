"""Lists of appointments: of a circle, and of a player."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet

from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember
from games.people.conduct.contact import Contact, kept_apart
from games.platform.clock import utc_now
from games.site.events.appointments.models import Appointment, AppointmentAnswer

MAX_ROWS = 20
SHOWN_FOR = timedelta(hours=3)
"""So long after its beginning an appointment is still in the lists: people come late."""


def ahead(now: datetime) -> QuerySet[Appointment]:
    """Return what is to come or runs, the next one first."""
    rows = Appointment.objects.filter(cancelled_at=None, starts_at__gt=now - SHOWN_FOR)
    coming = Count("answers", filter=Q(answers__comes=True))
    return rows.select_related("host").annotate(coming=coming).order_by("starts_at", "pk")


def of_circle(circle: Circle, player_id: int, contact: Contact) -> dict[str, Any]:
    """Return what the page of a circle says about its appointments. `contact`: of the player."""
    rows = ahead(utc_now()).filter(circle=circle).exclude(host__in=kept_apart(player_id))
    return {"appointments": _shown(rows, contact)}


def of_player(player: User, contact: Contact) -> list[Appointment]:
    """Return those that a player has made, or said they come to."""
    answered = AppointmentAnswer.objects.filter(player=player, comes=True).values("appointment")
    rows = ahead(utc_now()).filter(Q(host=player) | Q(pk__in=answered))
    mine = CircleMember.objects.filter(player=player).values("circle")
    rows = rows.filter(Q(circle=None) | Q(circle__in=mine))
    return _shown(rows.exclude(host__in=kept_apart(player.pk)), contact)


def _shown(rows: QuerySet[Appointment], contact: Contact) -> list[Appointment]:
    """Return the first rows. With a family lock, only people of the family have words in them."""
    found = list(rows[:MAX_ROWS])
    for each in found:
        if not contact.names(each.host_id):
            each.title = ""
    return found
