"""How appointments are made, changed and called off. Everything here raises Refused."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction

from games.core.engine import Mode, is_long
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, visible_name
from games.people.circles.membership import checked_zone
from games.people.circles.models import Circle
from games.people.circles.together import place_in
from games.platform.clock import utc_now
from games.site.events.appointments.models import Appointment, AppointmentAnswer
from games.site.events.tournaments.private import SEATS, check_may_host
from games.site.events.tournaments.scheduling import LENGTHS
from games.tables.rooms.game_settings import checked_settings
from games.tables.rooms.opening import max_seats

AHEAD = timedelta(days=60)
"""How long before its date an appointment may be made."""
MAX_OPEN = 10
"""Appointments ahead of one person."""
OPENS_BEFORE = timedelta(minutes=10)
"""The table or arena opens so long before."""
MAX_TITLE = 40
News = {"new": "new", "changed": "changed", "off": "off"}


class Plan(NamedTuple):
    """What somebody chooses. `clock`: seconds a turn, or None. `minutes`: of an arena. `day` and
    `at` are in the time zone `zone`.
    """

    kind: str
    title: str
    variant: str
    switches: Mapping[str, str]
    clock: int | None
    mode: Mode
    dice: str
    seats: int
    minutes: int
    day: date
    at: time
    zone: str
    weekly: bool
    circle: Circle | None = None


def moment_in(zone: str, day: date, at: time) -> datetime:
    """Return the time of a day in a zone. Where clocks skip it, an hour later; where they show it
    twice, the first one.
    """
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def make(host: User, plan: Plan) -> Appointment:
    """Make an appointment. Its host comes."""
    now = utc_now()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        columns = _checked(host, plan, now)
        if _ahead(host, now) >= MAX_OPEN:
            raise Refused(
                ErrorCode.FORBIDDEN, "You have %(count)s appointments already.", count=MAX_OPEN
            )
        made = Appointment.objects.create(
            **columns,
            host=host,
            circle=plan.circle,
            news="" if plan.circle is None else News["new"],
            created_at=now,
        )
        Appointment.objects.filter(pk=made.pk).update(series=made.code)
        made.series = made.code
        AppointmentAnswer.objects.create(appointment=made, player=host, comes=True, at=now)
    return made


def change(appointment: Appointment, host: User, plan: Plan) -> None:
    """Change an appointment that has not opened. Its circle stays."""
    now = utc_now()
    with transaction.atomic():
        columns = _checked(host, plan._replace(circle=appointment.circle), now)
        locked = _locked(appointment, host)
        moved = columns["starts_at"] != locked.starts_at
        is_new = locked.news == News["new"]
        for name, value in columns.items():
            setattr(locked, name, value)
        locked.changes += 1
        locked.news = News["new"] if is_new else News["changed"]
        locked.reminded = locked.reminded and not moved
        locked.save()


def call_off(appointment: Appointment, host: User) -> None:
    """Call an appointment off. Does nothing if it is over."""
    with transaction.atomic():
        end(_locked(appointment, host), utc_now())


def end(locked: Appointment, now: datetime) -> None:
    """Call off a locked appointment."""
    Appointment.objects.filter(pk=locked.pk, opened_at=None, cancelled_at=None).update(
        cancelled_at=now,
        changes=locked.changes + 1,
        news="" if locked.news == News["new"] else News["off"],
    )


def _locked(appointment: Appointment, host: User) -> Appointment:
    locked = Appointment.objects.select_for_update(of=("self",)).get(pk=appointment.pk)
    if locked.host_id != host.pk:
        raise Refused(ErrorCode.FORBIDDEN, "Only the host can do that.")
    if locked.opened_at is not None or locked.cancelled_at is not None:
        raise Refused(ErrorCode.STALE, "It is open, or was called off.")
    return locked


def _ahead(host: User, now: datetime) -> int:
    return Appointment.objects.filter(
        host=host, opened_at=None, cancelled_at=None, starts_at__gt=now
    ).count()


def _checked(host: User, plan: Plan, now: datetime) -> dict[str, object]:
    """Return the columns of a plan. Raises Refused."""
    rules = checked_settings(plan.variant, plan.switches, plan.clock, False)
    starts_at = moment_in(checked_zone(plan.zone), plan.day, plan.at)
    if starts_at <= now:
        raise Refused(ErrorCode.BAD_MESSAGE, "This time has passed.")
    if starts_at > now + AHEAD:
        raise Refused(ErrorCode.BAD_MESSAGE, "It must be within %(count)s days.", count=AHEAD.days)
    _check_for_whom(host, plan)
    if plan.kind == Appointment.Kind.ARENA:
        _check_arena(host, plan)
    elif not 1 <= plan.seats <= max_seats(plan.mode, False) or (
        plan.mode == "rounds" and rules.clock is None
    ):
        raise Refused(ErrorCode.BAD_MESSAGE, "A table cannot have these settings.")
    return {
        "kind": plan.kind,
        "title": checked_title(plan.title),
        "variant": rules.variant,
        "switches": rules.switches,
        "clock": rules.clock,
        "mode": plan.mode,
        "dice": plan.dice,
        "seats": plan.seats,
        "minutes": plan.minutes if plan.kind == Appointment.Kind.ARENA else 0,
        "starts_at": starts_at,
        "zone": plan.zone,
        "weekly": plan.weekly,
    }


def _check_for_whom(host: User, plan: Plan) -> None:
    if plan.circle is None:
        if host.locked:
            raise Refused(ErrorCode.FORBIDDEN, "With the family lock, choose one of your circles.")
    elif plan.circle.archived_at is not None or place_in(plan.circle.pk, host.pk) is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such circle.")


def _check_arena(host: User, plan: Plan) -> None:
    check_may_host(host)
    is_known = plan.seats in SEATS and plan.minutes in LENGTHS
    if plan.clock is None or is_long(plan.clock) or not is_known:
        raise Refused(ErrorCode.BAD_MESSAGE, "A tournament cannot have these settings.")


def checked_title(raw: str) -> str:
    """Return a title as others see it; "" for none. It follows the rules for names."""
    if not raw.strip():
        return ""
    try:
        title = visible_name(raw, MAX_TITLE)
    except NameRefused as refused:
        raise Refused(ErrorCode.BAD_MESSAGE, refused.text, **refused.values) from refused
    return title
