"""The weekly cards of circles: each is made on Monday at four in the circle's time zone, in the
game that the circle has chosen, and closes a week later. A week in which nobody made it stays
without.
"""

import secrets
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from games.core.engine.fairness import group_seal
from games.core.rules import VARIANTS
from games.people.circles.models import Circle
from games.platform.database.codes import new_code
from games.record.reveals.shared_dice import open_seeded_share, open_share
from games.site.events.cards.models import Card

BEGINS = time(4)
WEEK = timedelta(days=7)
MADE_WITHIN = timedelta(days=2)
"""A card is made this late at most: if no worker ran, or the circle has chosen its game later."""
SALT_BYTES = 16
MAX_MADE = 100
"""The most cards that one call makes, so that the worker gets to its other jobs."""


def monday_of(now: datetime, zone: str) -> date:
    """Return the Monday on which the week of a moment began, in a time zone."""
    local = now.astimezone(ZoneInfo(zone))
    day = local.date()
    monday = day - timedelta(days=day.weekday())
    return monday if begin_of(monday, zone) <= now else monday - WEEK


def begin_of(monday: date, zone: str) -> datetime:
    return datetime.combine(monday, BEGINS, ZoneInfo(zone))


def open_weekly_cards(now: datetime) -> int:
    """Make the weekly cards that are missing. Return how many were made. Any number of workers may
    do this at once.
    """
    made = 0
    for circle, monday in _missing(now)[:MAX_MADE]:
        made += _open(circle, monday, now)
    return made


def _missing(now: datetime) -> list[tuple[int, date]]:
    chosen = Circle.objects.filter(archived_at=None).exclude(weekly="")
    zones = list(chosen.order_by("pk").values_list("pk", "zone"))
    mondays = {zone: monday_of(now, zone) for _, zone in zones}
    due = {
        (pk, mondays[zone])
        for pk, zone in zones
        if now < begin_of(mondays[zone], zone) + MADE_WITHIN
    }
    known = Card.objects.filter(week__in={monday for _, monday in due})
    return sorted(due - set(known.values_list("circle", "week")))


@transaction.atomic
def _open(circle_id: int, monday: date, now: datetime) -> bool:
    """Make the card of a circle's week. Return False if another worker has, or the circle has
    changed its mind.
    """
    # One worker at a time for each circle.
    found = Circle.objects.select_for_update().filter(pk=circle_id, archived_at=None)
    circle = found.first()
    if circle is None or circle.weekly not in VARIANTS:
        return False
    if Card.objects.filter(circle=circle, week=monday).exists():
        return False
    # Nobody else throws in a seed. So the site makes it, too: docs/fairness.md.
    salt, text = secrets.token_hex(SALT_BYTES), f"{monday:week%Y%m%d}"
    rules, base = VARIANTS[circle.weekly], open_share()
    Card.objects.create(
        code=new_code(),
        sender=None,
        circle=circle,
        week=monday,
        variant=rules.id,
        switches=dict(rules.switches),
        seal=group_seal(salt, text),
        salt=salt,
        text=text,
        base=base,
        share=open_seeded_share(base, salt + text),
        created_at=now,
        closes_at=begin_of(monday + WEEK, circle.zone),
    )
    return True
