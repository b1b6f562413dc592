"""The seasons of a circle: a month, a quarter, or until its owner begins a new one.

A game belongs to the season of its night. The key of a season says when it began: 2026-11, 2026-Q4,
or 2026-11-29 for one that its owner began.
"""

import re
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext

from games.core.protocol.errors import ErrorCode, Refused
from games.people.circles.membership import check_owns, lock
from games.people.circles.models import Circle, CircleMember
from games.platform.clock import utc_now
from games.platform.language.formats import day_text
from games.site.front.circles.models import CirclePlay, CircleStanding
from games.site.front.circles.nights import tonight
from games.site.front.circles.sums import refresh_standings

MONTH = re.compile(r"(\d{4})-(\d\d)")
QUARTER = re.compile(r"(\d{4})-Q([1-4])")
OPEN = re.compile(r"\d{4}-\d\d-\d\d")
NOON = time(12, tzinfo=UTC)
"""`season_began_at` of a season that an owner began: its day is the same whatever the zone is."""
MOST_LISTED = 60


class Season(NamedTuple):
    """A season in a list. `words`: its name in the language of the page."""

    key: str
    words: str


def season_of(circle: Circle, night: date) -> str:
    """Return the key of the season to which a night belongs."""
    if circle.season == Circle.Season.MONTH:
        return f"{night.year}-{night.month:02}"
    if circle.season == Circle.Season.QUARTER:
        return f"{night.year}-Q{(night.month + 2) // 3}"
    began = began_on(circle)
    if night >= began:
        return began.isoformat()
    # A game that is counted late may belong to a season before.
    before = [key for key in _keys(circle) if OPEN.fullmatch(key) and key <= night.isoformat()]
    return max(before, default=began.isoformat())


def current_season(circle: Circle, now: datetime) -> str:
    return season_of(circle, tonight(circle, now))


def began_on(circle: Circle) -> date:
    """Return the night on which its owner began the season that is open."""
    return circle.season_began_at.astimezone(UTC).date()


def seasons_of(circle: Circle, now: datetime) -> list[Season]:
    """Return the seasons with games, and the current one, newest first."""
    keys = {current_season(circle, now), *_keys(circle)}
    newest = sorted(keys, key=lambda key: (first_day(key) or date.min, key), reverse=True)
    return [Season(key, words_of(key)) for key in newest[:MOST_LISTED]]


def first_day(key: str) -> date | None:
    """Return the first day of a season; None for what is no key of one."""
    try:
        if found := MONTH.fullmatch(key):
            return date(int(found[1]), int(found[2]), 1)
        if found := QUARTER.fullmatch(key):
            return date(int(found[1]), 3 * int(found[2]) - 2, 1)
        return date.fromisoformat(key) if OPEN.fullmatch(key) else None
    except ValueError:
        return None


def words_of(key: str) -> str:
    """Return the name of a season, for a page."""
    first = first_day(key)
    if first is None:
        return key
    if QUARTER.fullmatch(key):
        values = {"quarter": (first.month + 2) // 3, "year": first.year}
        return gettext("Quarter %(quarter)s of %(year)s") % values
    if MONTH.fullmatch(key):
        return day_text(first, "YEAR_MONTH_FORMAT")
    return gettext("Since %(day)s") % {"day": day_text(first, "DATE_FORMAT")}


def choose_length(circle: Circle, actor: CircleMember, length: str) -> None:
    """Let seasons last a month, a quarter, or until the owner begins a new one. What is counted
    stays in its season. Raises Refused.
    """
    if length not in Circle.Season.values:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is no longer here.")
    with transaction.atomic():
        locked = lock(circle.pk)
        check_owns(locked, actor.player_id)
        if locked.season == length:
            return
        locked.season = length
        if length == Circle.Season.OPEN:
            locked.season_began_at = datetime.combine(tonight(locked, utc_now()), NOON)
        locked.save(update_fields=["season", "season_began_at"])


def begin(circle: Circle, actor: CircleMember) -> None:
    """Begin a new season with this night, also with its games before now. Raises Refused."""
    with transaction.atomic():
        locked = lock(circle.pk)
        check_owns(locked, actor.player_id)
        night = tonight(locked, utc_now())
        if locked.season != Circle.Season.OPEN or began_on(locked) >= night:
            return
        locked.season_began_at = datetime.combine(night, NOON)
        locked.save(update_fields=["season_began_at"])
        moved = CirclePlay.objects.filter(circle=locked, evening__night__gte=night)
        players = set(moved.exclude(player=None).values_list("player", flat=True))
        moved.update(season=night.isoformat())
        refresh_standings(locked.pk, players)


def _keys(circle: Circle) -> list[str]:
    rows = CircleStanding.objects.filter(circle=circle).order_by("-season")
    return list(rows.values_list("season", flat=True).distinct())
