"""Schedules tournaments: of the series, and those that players open."""

import logging
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F
from django.utils.translation import gettext, gettext_noop, override

from games.core.engine import DiceMode, is_long
from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import VARIANTS, find_variant
from games.people.accounts.lookalikes import skeleton
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, tidy_name, visible_name
from games.people.accounts.site_rules import check_strangers
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import check_allowed
from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.record.log.models import Scorecard
from games.site.events.tournaments.models import Tournament, TournamentKind, TournamentSeries
from games.tables.rooms.game_settings import checked_settings
from games.tables.rooms.permissions import check_may_play_rated

logger = logging.getLogger(__name__)

Every = TournamentSeries.Every

PERIODS = {Every.HOUR: timedelta(hours=1), Every.DAY: timedelta(days=1), Every.WEEK: timedelta(7)}
# A Monday, 00:00 UTC.
FIRST_MONDAY = datetime(2024, 1, 1, tzinfo=UTC)

MIN_NAME, MAX_NAME = 3, 40
LENGTHS = (20, 30, 45, 60, 90, 120)
"""How long a tournament of players may last, in minutes."""
DELAYS = (2, 5, 15, 30, 60)
"""In how many minutes it may start."""
# How many unfinished tournaments one player may have.
MAX_OPEN = 2
# How many unfinished tournaments of all players may have POPULAR_FROM or more players.
MAX_OPEN_OF_ALL, POPULAR_FROM = 50, 2
# The same, including tournaments that nobody joins: each costs the worker a little.
MAX_OPEN_AT_ALL = 500
# A new account may open tournaments after this many finished games.
MIN_GAMES = 3

SERIES_TITLES = {
    (TournamentKind.ARENA, "hour"): gettext_noop("Hourly %(variant)s arena"),
    (TournamentKind.ARENA, "day"): gettext_noop("Daily %(variant)s arena"),
    (TournamentKind.ARENA, "week"): gettext_noop("Weekly %(variant)s arena"),
    (TournamentKind.DUPLICATE, "hour"): gettext_noop("%(variant)s, same dice"),
    (TournamentKind.DUPLICATE, "day"): gettext_noop("%(variant)s, same dice"),
    (TournamentKind.DUPLICATE, "week"): gettext_noop("%(variant)s, same dice"),
}

DEFAULT_SERIES = (
    TournamentSeries(every=Every.HOUR, variant="yahtzee", clock=30, seats=2, minutes=45),
    TournamentSeries(
        every=Every.DAY,
        variant="yacht",
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
"""The series of a new site. Staff can change them in the admin."""


class Plan(NamedTuple):
    """What a player chooses for a tournament. `seats`: players at a table. `delay` and `length`: in
    minutes. `dice`: see `Tournament`.
    """

    name: str
    variant: str
    clock: int
    seats: int
    rated: bool
    delay: int
    length: int
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
    active = TournamentSeries.objects.filter(active=True, kind=TournamentKind.ARENA)
    due = [(series, next_start(series, now)) for series in active]
    known = set(
        Tournament.objects.filter(starts_at__gt=now, series__isnull=False).values_list(
            "series_id", "starts_at"
        )
    )
    new = [each for each in due if (each[0].pk, each[1]) not in known]
    return sum(_schedule(series, at) for series, at in new)


def _schedule(series: TournamentSeries, at: datetime) -> bool:
    """Schedule a tournament of a series. Return False if that fails."""
    try:
        # Ignore conflicts: another worker may be doing the same.
        Tournament.objects.bulk_create([_of_series(series, at)], ignore_conflicts=True)
    except Exception as error:  # staff can choose unplayable settings: the others go on
        raise_outage(error)
        logger.exception("the series %s could not be scheduled", series)
        return False
    return True


def _of_series(series: TournamentSeries, at: datetime) -> Tournament:
    variant = find_variant(series.variant)
    return Tournament(
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
    """Schedule a player's tournament. They need an account. Raises Refused."""
    now = utc_now()
    rules = checked_settings(plan.variant, {}, plan.clock, plan.rated)
    name = checked_name(plan.name)
    clock = rules.clock
    known = plan.seats in (2, 3, 4) and plan.delay in DELAYS and plan.length in LENGTHS
    if clock is None or is_long(clock) or not known:
        raise Refused(ErrorCode.BAD_MESSAGE, "A tournament cannot have these settings.")
    with transaction.atomic():
        host = _checked_host(host_id, now)
        if rules.rated:
            check_may_play_rated(host_id)
        starts_at = now + timedelta(minutes=plan.delay)
        return Tournament.objects.create(
            name=name,
            host=host,
            variant=rules.variant,
            switches=rules.switches,
            clock=clock,
            seats=plan.seats,
            rated=rules.rated,
            dice=plan.dice,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(minutes=plan.length),
        )


def _checked_host(host_id: int, now: datetime) -> User:
    """Return the player, locked, if they may open a tournament. Raises Refused."""
    # Accounts cost nothing, so a flood of them must not take all places: new accounts have to play
    # first, and only tournaments with players count against the small limit.
    host = User.objects.select_for_update(no_key=True).filter(pk=host_id).first()
    if host is None or host.is_guest or not host.is_active:
        raise Refused(ErrorCode.FORBIDDEN, "Opening a tournament needs an account.")
    check_strangers()
    check_allowed(host_id, Sanction.Kind.NO_EVENTS)
    age = timedelta(hours=settings.TOURNAMENT_HOST_HOURS)
    if age and host.date_joined > now - age and _finished_games(host) < MIN_GAMES:
        raise Refused(
            ErrorCode.FORBIDDEN,
            "Your account is new. Play %(games)s games first, or open a tournament tomorrow.",
            games=MIN_GAMES,
        )
    unfinished = Tournament.objects.filter(finished_at=None, series=None, unlisted=False)
    if unfinished.filter(host=host).count() >= MAX_OPEN:
        raise Refused(ErrorCode.FORBIDDEN, "You have two open tournaments already.")
    popular = unfinished.annotate(players=Count("entries")).filter(players__gte=POPULAR_FROM)
    if popular.count() >= MAX_OPEN_OF_ALL or unfinished.count() >= MAX_OPEN_AT_ALL:
        raise Refused(ErrorCode.FORBIDDEN, "There are too many tournaments now.")
    return host


def _finished_games(player: User) -> int:
    counted = Scorecard.objects.filter(player=player, finished_at__isnull=False)
    return counted[:MIN_GAMES].count()


def checked_name(raw: str) -> str:
    """Return a tournament's name as others will see it. It must follow the rules for names of
    players, and must not look like the name of a series or speak for the site. Raises Refused.
    """
    try:
        if _is_title_of_series(tidy_name(raw, MAX_NAME)):
            raise Refused(
                ErrorCode.BAD_MESSAGE, "A series has this name. Please choose another one."
            )
        name = visible_name(raw, MAX_NAME)
    except NameRefused as refused:
        raise Refused(ErrorCode.BAD_MESSAGE, refused.text, **refused.values) from refused
    if len(name) < MIN_NAME:
        raise Refused(
            ErrorCode.BAD_MESSAGE,
            "A name has %(least)s to %(most)s characters.",
            least=MIN_NAME,
            most=MAX_NAME,
        )
    return name


def _is_title_of_series(name: str) -> bool:
    """Whether a name has, or looks as if it had, the title of a series in it."""
    return any(title in letters for title in _titles_of_series() for letters in _looks_of(name))


@cache
def _titles_of_series() -> frozenset[str]:
    """Return the titles of all series in all languages, as forms that compare by their looks."""
    found = set[str]()
    for language, _ in settings.LANGUAGES:
        with override(language):
            for pattern in SERIES_TITLES.values():
                titles = (gettext(pattern) % {"variant": each.name} for each in VARIANTS.values())
                found.update(look for title in titles for look in _looks_of(title))
    return frozenset(found)


def _looks_of(text: str) -> set[str]:
    """Return forms of a text that are equal for letters that look alike, for each case."""
    forms = (text.lower(), text.title(), text.upper())
    return {"".join(filter(str.isalnum, skeleton(form))) for form in forms}


def forget_titles_of(player: User) -> None:
    mine = Tournament.objects.filter(host=player).exclude(name="")
    mine.update(name="", rev=F("rev") + 1)


def title_of(tournament: Tournament) -> str:
    """Return the tournament's title in the language of the page."""
    pattern = SERIES_TITLES.get((TournamentKind(tournament.kind), tournament.every))
    if tournament.name or pattern is None:
        # The person who named it has deleted everything.
        return tournament.name or gettext("Tournament")
    return gettext(pattern) % {"variant": find_variant(tournament.variant).name}
