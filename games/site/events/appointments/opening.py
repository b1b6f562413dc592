"""Opens the tables and arenas whose date comes. Any number of workers may: a row is claimed in the
transaction that opens.
"""

import logging
from datetime import datetime, timedelta
from typing import cast

from django.db import transaction
from django.db.models import QuerySet

from games.core.engine import DiceMode, Mode
from games.core.protocol.errors import Refused
from games.people.accounts.models import User
from games.people.circles.together import place_in
from games.platform.database.outages import raise_outage
from games.site.events.appointments import news
from games.site.events.appointments.models import Appointment
from games.site.events.appointments.planning import OPENS_BEFORE, News
from games.site.events.tournaments.private import open_private
from games.tables.live.registry import tell_hubs
from games.tables.matchmaking.invitations import invite_expected
from games.tables.rooms.opening import open_room

logger = logging.getLogger(__name__)

MISSED_AFTER = timedelta(hours=3)
"""What could not be opened for so long, because no worker ran, is called off."""
MAX_AT_ONCE = 50


def to_open(now: datetime) -> QuerySet[Appointment]:
    return Appointment.objects.filter(
        opened_at=None, cancelled_at=None, starts_at__lte=now + OPENS_BEFORE
    )


def open_due(now: datetime) -> int:
    """Open what is due. Return how many opened."""
    opened = 0
    for appointment in (
        to_open(now).select_related("host", "circle").order_by("starts_at")[:MAX_AT_ONCE]
    ):
        try:
            opened += _open(appointment, now)
        except (Refused, ValueError) as refused:
            # Its host may not open it any more, or the rules are not readable any more.
            logger.info("appointment %s is called off: %s", appointment.code, refused)
            _call_off(appointment, now)
        except Exception as error:  # it must not hold up the others
            raise_outage(error)
            logger.exception("appointment %s could not be opened", appointment.code)
    return opened


def _open(appointment: Appointment, now: datetime) -> bool:
    if not _may_open(appointment, now):
        _call_off(appointment, now)
        return False
    with transaction.atomic():
        mine = Appointment.objects.filter(pk=appointment.pk, opened_at=None, cancelled_at=None)
        # A host who changes it at this moment wins.
        if not mine.filter(changes=appointment.changes).update(opened_at=now):
            return False
        if appointment.kind == Appointment.Kind.ARENA:
            _open_arena(appointment)
        else:
            _open_table(appointment)
    return True


def _may_open(appointment: Appointment, now: datetime) -> bool:
    circle, host = appointment.circle, appointment.host
    if not host.is_active or appointment.starts_at < now - MISSED_AFTER:
        return False
    if circle is None:
        return not host.locked
    return circle.archived_at is None and place_in(circle.pk, host.pk) is not None


def _open_table(appointment: Appointment) -> None:
    room = open_room(
        appointment.host,
        appointment.variant,
        appointment.switches,
        appointment.seats,
        appointment.clock,
        public=False,
        mode=cast(Mode, appointment.mode),
        dice=cast(DiceMode, appointment.dice),
        circle=appointment.circle,
    )
    Appointment.objects.filter(pk=appointment.pk).update(room=room)
    # Their seat is one tap away, wherever they are: an open tab, a notification or a mail.
    coming = User.objects.filter(pk__in=news.coming(appointment))
    if invite_expected(appointment.host, room, coming):
        transaction.on_commit(lambda: tell_hubs(lambda hubs: hubs.process.notify_lobbies()))


def _open_arena(appointment: Appointment) -> None:
    assert appointment.clock is not None
    arena = open_private(
        appointment.host,
        appointment.title,
        (appointment.variant, appointment.switches),
        appointment.clock,
        appointment.seats,
        appointment.dice,
        appointment.starts_at,
        appointment.minutes,
        appointment.circle_id,
    )
    Appointment.objects.filter(pk=appointment.pk).update(tournament=arena)


def _call_off(appointment: Appointment, now: datetime) -> None:
    mine = Appointment.objects.filter(pk=appointment.pk, opened_at=None, cancelled_at=None)
    mine.update(cancelled_at=now, changes=appointment.changes + 1, news=News["off"])
