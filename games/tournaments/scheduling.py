"""Schedule tournaments: those of the series, and those that players open."""

import logging
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from games.clock import utc_now
from games.engine import GRACE_MS, SHOW_MS, DiceMode, is_long
from games.models import Tournament, TournamentKind, TournamentSeries, User
from games.protocol import ErrorCode
from games.rooms import Refused, check_may_play_rated, checked_settings
from games.rules import Variant, find_variant
from games.store import open_share
from games.store.fair_log import lock

logger = logging.getLogger(__name__)

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

# Seats at a table of a duplicate event.
DUPLICATE_SEATS = 16
# What a round may take beside its clock, and an event beside its rounds.
ROUND_SPARE = timedelta(milliseconds=GRACE_MS + SHOW_MS + 5000)
EVENT_SPARE = timedelta(minutes=2)

SERIES_TITLES = {
    (TournamentKind.ARENA, "hour"): gettext_noop("Hourly %(variant)s arena"),
    (TournamentKind.ARENA, "day"): gettext_noop("Daily %(variant)s arena"),
    (TournamentKind.ARENA, "week"): gettext_noop("Weekly %(variant)s arena"),
    (TournamentKind.DUPLICATE, "hour"): gettext_noop("Hourly %(variant)s duplicate"),
    (TournamentKind.DUPLICATE, "day"): gettext_noop("Daily %(variant)s duplicate"),
    (TournamentKind.DUPLICATE, "week"): gettext_noop("Weekly %(variant)s duplicate"),
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
    TournamentSeries(
        kind=TournamentKind.DUPLICATE,
        every=Every.DAY,
        variant="yahtzee",
        clock=30,
        seats=DUPLICATE_SEATS,
        offset=20 * 60 + 45,
    ),
)
"""The series of a new site: staff change them in the admin."""


class Plan(NamedTuple):
    """What a player chooses for a tournament. `seats`: players at a table; `delay` and `length` in
    minutes; `dice`: see `Tournament`. A duplicate event has `DUPLICATE_SEATS`, lasts for one game,
    and is never rated.
    """

    name: str
    variant: str
    clock: int
    seats: int
    rated: bool
    delay: int
    length: int
    kind: str = TournamentKind.ARENA
    dice: DiceMode = "own"


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
    return sum(_schedule(series, at) for series, at in new)


def _schedule(series: TournamentSeries, at: datetime) -> bool:
    """Schedule a tournament of a series. Return False if that fails: staff can give a series
    settings that nobody can play.
    """
    try:
        if series.kind == TournamentKind.DUPLICATE:
            return _schedule_duplicate(series, at)
        # Another worker may do the same now.
        Tournament.objects.bulk_create([_of_series(series, at)], ignore_conflicts=True)
    except Exception:  # one that fails must not hold up the others
        logger.exception("the series %s could not be scheduled", series)
        return False
    return True


@transaction.atomic
def _schedule_duplicate(series: TournamentSeries, at: datetime) -> bool:
    """Schedule a duplicate event of a series, and commit to its dice. Return False if another
    worker has.
    """
    # One worker after the other: the log is locked for the commitment anyway.
    lock()
    if Tournament.objects.filter(series=series, starts_at=at).exists():
        return False
    event = _of_series(series, at)
    event.share = open_share()
    event.ends_at = at + longest(find_variant(event.variant), event.clock)
    event.save()
    return True


def longest(variant: Variant, clock: int) -> timedelta:
    """Return how long a duplicate event may take. `clock`: the seconds of a round."""
    return EVENT_SPARE + variant.rounds * (timedelta(seconds=clock) + ROUND_SPARE)


def _of_series(series: TournamentSeries, at: datetime) -> Tournament:
    variant = find_variant(series.variant)
    return Tournament(
        kind=series.kind,
        series=series,
        every=series.every,
        variant=variant.id,
        switches=dict(variant.switches),
        clock=series.clock,
        seats=series.seats,
        rated=series.rated,
        dice=series.dice,
        starts_at=at,
        ends_at=at + timedelta(minutes=series.minutes),
    )


def open_tournament(host_id: int, plan: Plan) -> Tournament:
    """Schedule a tournament that a player with an account opens. Raises Refused."""
    now = utc_now()
    is_duplicate = plan.kind == TournamentKind.DUPLICATE
    rules = checked_settings(plan.variant, {}, plan.clock, plan.rated and not is_duplicate)
    name = checked_name(plan.name)
    if rules.clock is None or is_long(rules.clock):
        raise Refused(ErrorCode.BAD_MESSAGE, "A tournament needs a short clock.")
    if plan.seats not in (2, 3, 4) or plan.delay not in DELAYS or plan.length not in LENGTHS:
        raise Refused(ErrorCode.BAD_MESSAGE, "A tournament cannot have these settings.")
    length = timedelta(minutes=plan.length)
    if is_duplicate:
        length = longest(find_variant(rules.variant, **rules.switches), rules.clock)
    with transaction.atomic():
        host = User.objects.select_for_update(no_key=True).filter(pk=host_id).first()
        if host is None or host.is_guest or not host.is_active:
            raise Refused(ErrorCode.FORBIDDEN, "Opening a tournament needs an account.")
        if rules.rated:
            check_may_play_rated(host_id)
        unfinished = Tournament.objects.filter(finished_at=None, series=None)
        if unfinished.filter(host=host).count() >= MAX_OPEN:
            raise Refused(ErrorCode.FORBIDDEN, "You have two open tournaments already.")
        if unfinished.count() >= MAX_OPEN_OF_ALL:
            raise Refused(ErrorCode.FORBIDDEN, "There are too many tournaments now.")
        starts_at = now + timedelta(minutes=plan.delay)
        return Tournament.objects.create(
            kind=plan.kind,
            name=name,
            host=host,
            variant=rules.variant,
            switches=rules.switches,
            clock=rules.clock,
            seats=DUPLICATE_SEATS if is_duplicate else plan.seats,
            rated=rules.rated,
            share=open_share() if is_duplicate else "",
            dice="own" if is_duplicate else plan.dice,
            starts_at=starts_at,
            ends_at=starts_at + length,
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
    pattern = SERIES_TITLES.get((TournamentKind(tournament.kind), tournament.every))
    if tournament.name or pattern is None:
        return tournament.name
    return gettext(pattern) % {"variant": find_variant(tournament.variant).name}
