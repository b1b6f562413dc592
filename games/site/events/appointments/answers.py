"""Who comes to an appointment."""

from typing import NamedTuple

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.conduct.contact import Contact
from games.platform.clock import utc_now
from games.site.events.appointments.models import Appointment, AppointmentAnswer

MAX_ANSWERS = 500


class Guests(NamedTuple):
    """Who comes and who does not, as far as somebody sees their names; how many there are."""

    coming: list[User]
    absent: list[User]
    number: int


def give(appointment: Appointment, player: User, comes: bool) -> None:
    """Note whether a player comes. Raises Refused once it is over."""
    if appointment.opened_at is not None or appointment.cancelled_at is not None:
        raise Refused(ErrorCode.STALE, "It is open, or was called off.")
    answers = AppointmentAnswer.objects.filter(appointment=appointment)
    if not answers.filter(player=player).exists() and answers.count() >= MAX_ANSWERS:
        raise Refused(ErrorCode.FORBIDDEN, "Too many people have answered.")
    AppointmentAnswer.objects.update_or_create(
        appointment=appointment, player=player, defaults={"comes": comes, "at": utc_now()}
    )


def answer_of(appointment: Appointment, player: User | None) -> bool | None:
    """Return whether a player comes; None if they have not said."""
    mine = AppointmentAnswer.objects.filter(appointment=appointment, player=player)
    return None if player is None else mine.values_list("comes", flat=True).first()


def read_guests(appointment: Appointment, contact: Contact) -> Guests:
    answers = AppointmentAnswer.objects.filter(appointment=appointment, player__is_active=True)
    coming: list[User] = []
    absent: list[User] = []
    number = 0
    for answer in answers.select_related("player").order_by("at", "pk"):
        number += answer.comes
        if contact.names(answer.player_id):
            (coming if answer.comes else absent).append(answer.player)
    return Guests(coming, absent, number)
