"""Who sees an appointment: everybody with its link, or the members of its circle."""

from games.people.accounts.models import User
from games.people.circles.together import are_together, place_in
from games.people.conduct.contact import are_apart
from games.site.events.appointments.models import Appointment


def find_for(code: str, player: User | None, *, locked: bool = False) -> Appointment | None:
    """Return an appointment for somebody (None: a visitor); None if it is none of their business,
    as if there were none. `locked`: a family lock is on: such people meet only whom they know.
    """
    found = Appointment.objects.select_related("host", "circle", "room", "tournament", "next")
    appointment = found.filter(code=code.lower()).first()
    if appointment is None or not may_see(appointment, player, locked=locked):
        return None
    return appointment


def may_see(appointment: Appointment, player: User | None, *, locked: bool = False) -> bool:
    if player is not None and player.pk == appointment.host_id:
        return appointment.circle_id is None or _is_member(appointment, player)
    if appointment.circle_id is not None and not _is_member(appointment, player):
        return False
    if player is None:
        return not locked
    if are_apart([player.pk, appointment.host_id]):
        return False
    if appointment.circle_id is None and (locked or player.locked):
        return are_together(player.pk, appointment.host_id)
    return True


def _is_member(appointment: Appointment, player: User | None) -> bool:
    assert appointment.circle_id is not None
    return place_in(appointment.circle_id, None if player is None else player.pk) is not None
