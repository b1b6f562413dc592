"""Appointments for tests."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.models import Appointment, Circle, User
from games.people.circles import membership
from games.platform.clock import utc_now
from games.site.events.appointments import planning

BERLIN = "Europe/Berlin"


def plan(when: datetime | None = None, **changes: Any) -> planning.Plan:
    """A table of three in two days, but for `changes`."""
    local = (when or utc_now() + timedelta(days=2)).astimezone(ZoneInfo(BERLIN))
    usual = planning.Plan(
        kind="table",
        title="",
        variant="yatzy",
        switches={},
        clock=60,
        mode="turns",
        dice="own",
        seats=3,
        minutes=45,
        day=local.date(),
        at=local.time().replace(microsecond=0),
        zone=BERLIN,
        weekly=False,
    )
    return usual._replace(**changes)


def make(host: User, when: datetime | None = None, **changes: Any) -> Appointment:
    return planning.make(host, plan(when, **changes))


def circle_of(*people: User) -> Circle:
    """A circle whose owner is the first of these people."""
    owner, *others = people
    circle = membership.open_circle(owner, "Friday", "dice", BERLIN, "en")
    for each in others:
        membership.join(circle, each)
    return circle
