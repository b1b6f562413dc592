"""Schedule tournaments: those of the series, and those that players open."""

import unicodedata
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from games.clock import utc_now
from games.engine import is_long
from games.models import Tournament, TournamentSeries, User
from games.protocol import ErrorCode
from games.rooms import Refused, check_may_play_rated, checked_settings
from games.rules import find_variant

Every = TournamentSeries.Every

PERIODS = {Every.HOUR: timedelta(hours=1), Every.DAY: timedelta(days=1), Every.WEEK: timedelta(7)}
# A Monday, 00:00 UTC.
FIRST_MONDAY = datetime(2024, 1, 1, tzinfo=UTC)

MAX_NAME = 40
LENGTHS = (20, 30, 45, 60, 90, 120)
"""How long a tournament of players may last, in minutes."""
DELAYS = (2, 5, 15, 30, 60)
"""In how many minutes it may start."""
# Of one player, not yet over.
MAX_OPEN = 2
# Of all players, not yet over.
MAX_OPEN_OF_ALL = 50

SERIES_TITLES = {
    "hour": gettext_noop("Hourly %(variant)s arena"),
    "day": gettext_noop("Daily %(variant)s arena"),
    "week": gettext_noop("Weekly %(variant)s arena"),
}

DEFAULT_SERIES = (
    TournamentSeries(every=Every.HOUR, variant="yacht", clock=30, seats=2, minutes=45),
    TournamentSeries(
        every=Every.DAY,
        variant="yahtzee",
        clock=30,
        seats=2,
        minutes=90,
        rated=True,
        offset=19 * 60,
    ),
    TournamentSeries(
        every=Every.WEEK,
        variant="yatzy",
        clock=30,
        seats=4,
        minutes=120,
        rated=True,
        offset=(6 * 24 + 18) * 60,
    ),
)
"""The series of a new site: staff change them in the admin."""


class Plan(NamedTuple):
    """What a player chooses for a tournament. `seats`: players at a table; `delay` and `length` in
    minutes.
    """

    name: str
    variant: str
    clock: int
    seats: int
    rated: bool
    delay: int
    length: int


def next_start(series: TournamentSeries, now: datetime) -> datetime:
    """Return when the next tournament of a series starts, after `now`."""
    period = PERIODS[Every(series.every)]
    offset = timedelta(minutes=series.offset) % period
    passed = (now - FIRST_MONDAY - offset) // period
    return FIRST_MONDAY + offset + (passed + 1) * period


def schedule_series(now: datetime) -> int:
    """Schedule the next tournament of each active series. Return how many are new."""
    if not TournamentSeries.objects.exists():
        TournamentSeries.objects.bulk_create(DEFAULT_SERIES, ignore_conflicts=True)
    due = [
        (series, next_start(series, now)) for series in TournamentSeries.objects.filter(active=True)
    ]
    known = set(
        Tournament.objects.filter(starts_at__gt=now, series__isnull=False).values_list(
            "series_id", "starts_at"
        )
    )
    new = [each for each in due if (each[0].pk, each[1]) not in known]
    # Another worker may do the same now.
    Tournament.objects.bulk_create(map(_of_series, new), ignore_conflicts=True)
    return len(new)


def _of_series(due: tuple[TournamentSeries, datetime]) -> Tournament:
    series, at = due
    variant = find_variant(series.variant)
    return Tournament(
        series=series,
        every=series.every,
        variant=variant.id,
        switches=dict(variant.switches),
        clock=series.clock,
        seats=series.seats,
        rated=series.rated,
        starts_at=at,
        ends_at=at + timedelta(minutes=series.minutes),
    )


def open_tournament(host_id: int, plan: Plan) -> Tournament:
    """Schedule a tournament that a player with an account opens. Raises Refused."""
    now = utc_now()
    settings = checked_settings(plan.variant, {}, plan.clock, plan.rated)
    name = checked_name(plan.name)
    if settings.clock is None or is_long(settings.clock):
        raise Refused(ErrorCode.BAD_MESSAGE, "A tournament needs a short clock.")
    if plan.seats not in (2, 3, 4) or plan.delay not in DELAYS or plan.length not in LENGTHS:
        raise Refused(ErrorCode.BAD_MESSAGE, "A tournament cannot have these settings.")
    with transaction.atomic():
        host = User.objects.select_for_update(no_key=True).filter(pk=host_id).first()
        if host is None or host.is_guest or not host.is_active:
            raise Refused(ErrorCode.FORBIDDEN, "Opening a tournament needs an account.")
        if settings.rated:
            check_may_play_rated(host_id)
        unfinished = Tournament.objects.filter(finished_at=None, series=None)
        if unfinished.filter(host=host).count() >= MAX_OPEN:
            raise Refused(ErrorCode.FORBIDDEN, "You have two open tournaments already.")
        if unfinished.count() >= MAX_OPEN_OF_ALL:
            raise Refused(ErrorCode.FORBIDDEN, "There are too many tournaments now.")
        starts_at = now + timedelta(minutes=plan.delay)
        return Tournament.objects.create(
            name=name,
            host=host,
            variant=settings.variant,
            switches=settings.switches,
            clock=settings.clock,
            seats=plan.seats,
            rated=settings.rated,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(minutes=plan.length),
        )


def checked_name(raw: str) -> str:
    """Return a tournament's name without what cannot be seen. Raises Refused."""
    text = unicodedata.normalize("NFC", raw[: 10 * MAX_NAME])
    shown = (c for c in text if c == " " or unicodedata.category(c)[0] not in "CZ")
    name = " ".join("".join(shown).split())
    if not 3 <= len(name) <= MAX_NAME:
        raise Refused(ErrorCode.BAD_MESSAGE, "A name has 3 to %(most)s characters.", most=MAX_NAME)
    return name


def title_of(tournament: Tournament) -> str:
    """Return the tournament's title in the language of the page."""
    pattern = SERIES_TITLES.get(tournament.every)
    if tournament.name or pattern is None:
        return tournament.name
    return gettext(pattern) % {"variant": find_variant(tournament.variant).name}
