"""A player's appointments, and those they said they come to."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.platform.clock import utc_now
from games.site.events.appointments.models import Appointment, AppointmentAnswer
from games.site.events.appointments.planning import end


def export(player: User) -> dict[str, Any]:
    answers = AppointmentAnswer.objects.filter(player=player).select_related("appointment")
    return {
        "appointments": [
            {
                "appointment": each.code,
                "title": each.title,
                "variant": each.variant,
                "starts": each.starts_at.isoformat(),
                "weekly": each.weekly,
            }
            for each in Appointment.objects.filter(host=player).order_by("pk")
        ],
        "appointment_answers": [
            {"appointment": each.appointment.code, "comes": each.comes, "at": each.at.isoformat()}
            for each in answers.order_by("pk")
        ],
    }


def merge(guest: User, account: User) -> None:
    Appointment.objects.filter(host=guest).update(host=account)
    known = AppointmentAnswer.objects.filter(player=account).values("appointment")
    AppointmentAnswer.objects.filter(player=guest).exclude(appointment__in=known).update(
        player=account
    )


def forget(player: User) -> None:
    """Call off what the player has made: those who wanted to come are told."""
    mine = Appointment.objects.filter(host=player)
    for each in mine.filter(opened_at=None, cancelled_at=None).order_by("pk"):
        end(each, utc_now())
    mine.update(title="", weekly=False)
    AppointmentAnswer.objects.filter(player=player).delete()


PERSONAL = Personal(export=export, merge=merge, forget=forget)
