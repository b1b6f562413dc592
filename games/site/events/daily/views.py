"""The daily: today's games, and the results of a day."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Max, Min, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from games.core.rules import VARIANTS, Position, Variant
from games.core.rules import Scorecard as Card
from games.people.accounts.models import User
from games.platform.clock import ONE_DAY, day_of, monday_of, utc_now
from games.platform.language import in_percent
from games.platform.limits.rates import client_address, spend
from games.record.log.models import Scorecard
from games.site.events.daily.boards import DailyStanding, Scores, read_board, read_scores, read_week
from games.site.events.daily.entries import NotOpen, enter, entry_of, fresh_results
from games.site.events.daily.models import Daily, DailyEntry
from games.site.events.daily.opening import closes_at, ends_at
from games.site.events.daily.player_dailies import DAYS_OF_WEEK, calendar_of, streaks_of
from games.site.events.daily.preview import of_daily, of_day, share_text
from games.site.events.tournaments.lists import read_soon
from games.site.shared.pages.cursors import InvalidCursor
from games.site.shared.pages.front_game import front_first, front_game
from games.site.shared.pages.shortcuts import nameless_guest, page, player_of
from games.site.shared.sharing.head import absolute
from games.site.study.analysis.grades import percent_of_perfect
from games.tables.matchmaking.room_lists import tables_of

MAX_EVENTS = 2
DAILY_DICE = (2, 3, 4, 5, 6)  # the picture of the daily; the game rolls its own
MAX_BARS = 24
CHART_HEIGHT = 40


class Today(NamedTuple):
    """Today's daily of a variant. `state`: "new", "playing" or "done". `total`: of a full card."""

    variant: Variant
    state: str
    room: str | None
    total: int | None


class Late(NamedTuple):
    """A game of yesterday that the visitor may still finish."""

    variant: Variant
    room: str


class Mine(NamedTuple):
    """A visitor's own result. `text`: to share it."""

    entry: DailyEntry
    card: Card
    standing: DailyStanding | None
    percent: float | None
    text: str


class Bar(NamedTuple):
    """How many ranked players have a total in a range. `top`, `size`: in a drawing of height 40."""

    first: int
    last: int
    players: int
    top: float
    size: float
    mine: bool


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show what is on today: the dailies, the puzzle, an event, and where it is the visitor's turn;
    their streak and calendar (`?month=2026-11`).
    """
    now = utc_now()
    day = day_of(now)
    player = player_of(request)
    fresh = [] if player is None else fresh_results(player)
    month = _asked_month(request, day)
    cards, late = _today(day, player, fresh)
    answer = page(
        request,
        "daily/today.html",
        preview=of_day(day),
        day=day,
        dice=DAILY_DICE,
        now=now,
        ends=ends_at(day),
        closes=closes_at(day - ONE_DAY),
        cards=cards,
        front=_front(cards, front_game(request)),
        late=late,
        latest=_latest_results(day),
        month=month,
        before=_month_before(month),
        after=None if month >= day.replace(day=1) else _month_after(month),
        turns=[] if player is None else [row for row in tables_of(player, now) if row.mine],
        events=[(each.tournament.starts_at <= now, each) for each in read_soon(now, MAX_EVENTS)],
        **({} if player is None else _own_record(player, month, day, fresh)),
    )
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _today(
    day: date, player: User | None, fresh: Collection[DailyEntry]
) -> tuple[list[Today], list[Late]]:
    """Return the cards of a day (none until the worker has made the dailies), and the player's
    unfinished games of the day before.
    """
    dailies = {daily.variant: daily for daily in Daily.objects.filter(day=day)}
    mine: dict[int, DailyEntry] = {}
    if player is not None:
        own = DailyEntry.objects.filter(player=player, day__in=(day, day - ONE_DAY))
        games = own.select_related("game__room")
        mine = {entry.daily_id: entry for entry in (*games, *fresh)}
    cards = [
        _card(variant, mine.get(dailies[variant.id].pk))
        for variant in VARIANTS.values()
        if variant.id in dailies
    ]
    return cards, [
        Late(VARIANTS[entry.game.variant], entry.game.room.code)
        for entry in mine.values()
        if entry.day < day and not entry.over and entry.game.room is not None
    ]


def _card(variant: Variant, entry: DailyEntry | None) -> Today:
    if entry is None:
        return Today(variant, "new", None, None)
    room = None if entry.game.room is None else entry.game.room.code
    return Today(variant, "done" if entry.over else "playing", room, entry.total)


def _front(cards: Sequence[Today], favourite: Variant) -> Today | None:
    # Most people play one a day: the one that they are playing comes first, else the one that they
    # have done; of several the visitor's favourite.
    order = ("playing", "done", "new")
    return min(
        cards,
        key=lambda card: (order.index(card.state), card.variant is not favourite),
        default=None,
    )


def _latest_results(day: date) -> date | None:
    """Return the day of the newest results: yesterday, once it is revealed; None before any."""
    revealed = Daily.objects.filter(day__lt=day, revealed_at__isnull=False)
    found: date | None = revealed.aggregate(newest=Max("day"))["newest"]
    return found


def _own_record(
    player: User, month: date, day: date, fresh: Collection[DailyEntry]
) -> dict[str, Any]:
    return {
        "streaks": streaks_of(player, day, fresh),
        "calendar": calendar_of(player, month, day, fresh),
        "weekdays": [monday_of(day) + number * ONE_DAY for number in range(DAYS_OF_WEEK)],
    }


def _asked_month(request: HttpRequest, day: date) -> date:
    """Return the first day of the month in the query, by default this one. Raises Http404."""
    asked = request.GET.get("month")
    if not asked:
        return day.replace(day=1)
    try:
        month = date.fromisoformat(f"{asked}-01")
    except ValueError as error:
        raise Http404("There is no such month.") from error
    if month > day:
        raise Http404("This month has not begun.")
    return month


def _month_before(month: date) -> date:
    return (month - ONE_DAY).replace(day=1) if month > date(2000, 1, 1) else month


def _month_after(month: date) -> date:
    return (month.replace(day=28) + 4 * ONE_DAY).replace(day=1)


@require_POST
def play(request: HttpRequest, variant: str) -> HttpResponse:
    """Begin or continue the visitor's game of today's daily."""
    if variant not in VARIANTS:
        raise Http404("There is no such variant.")
    spend("room-address", client_address(request))
    player = player_of(request) or nameless_guest(request)
    spend("room", player.pk)
    try:
        return redirect("room", enter(player, variant, utc_now()).code)
    except NotOpen:
        return page(request, "daily/refused.html", 422)


@require_safe
def same_dice(request: HttpRequest) -> HttpResponse:
    """Explain how players with the same dice are compared."""
    today = day_of(utc_now())
    return page(
        request,
        "daily/same_dice.html",
        rated_games=settings.SAME_DICE_RATED_GAMES,
        ends=ends_at(today),
        closes=closes_at(today),
    )


@require_safe
def results(request: HttpRequest, day: str, variant: str) -> HttpResponse:
    """Show a daily: before the reveal only the visitor's own result, then the leaderboard."""
    now = utc_now()
    found = find_daily(day, variant, now)
    player = player_of(request)
    scores = read_scores(found)
    try:
        board = read_board(found, scores, request.GET.get("after"))
    except InvalidCursor as error:
        raise Http404("There is no such page of the leaderboard.") from error
    mine = None if player is None else _mine(found, player, scores)
    answer = page(
        request,
        "daily/results.html",
        preview=of_daily(found),
        daily=found,
        variant=VARIANTS[found.variant],
        variants=front_first(request),
        today=day_of(now),
        is_open=found.day == day_of(now),
        revealed=found.revealed_at is not None,
        reveal=closes_at(found.day),
        board=board if found.revealed_at is not None else None,
        first=request.GET.get("after") is None,
        players=scores.players,
        bars=_bars(scores, mine),
        mine=mine,
        link=absolute(request, request.path),
        week=read_week(found.variant, found.day),
        week_ends=_end_of_week(found.day, now),
        estimated=len(VARIANTS[found.variant].columns) > 1,
        **_neighbours(found, day_of(now)),
    )
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _end_of_week(day: date, now: datetime) -> datetime | None:
    end = ends_at(monday_of(day) + (DAYS_OF_WEEK - 1) * ONE_DAY)
    return end if end > now else None


def _neighbours(daily: Daily, today: date) -> dict[str, Any]:
    """Return the days before and after with a daily of the same variant, up to today."""
    # Some days may have none, because nobody looked.
    found: dict[str, Any] = Daily.objects.filter(variant=daily.variant).aggregate(
        before=Max("day", filter=Q(day__lt=daily.day)),
        after=Min("day", filter=Q(day__gt=daily.day, day__lte=today)),
    )
    return found


def find_daily(day: str, variant: str, now: datetime) -> Daily:
    """Return the daily of this day (ISO) and variant. Raises Http404, also for later days."""
    try:
        on = date.fromisoformat(day)
    except ValueError as error:
        raise Http404("There is no such day.") from error
    found = Daily.objects.filter(day=on, variant=variant).first()
    if found is None or on > day_of(now):
        raise Http404("There is no such daily.")
    return found


def _mine(daily: Daily, player: User, scores: Scores) -> Mine | None:
    entry = next((each for each in fresh_results(player) if each.daily_id == daily.pk), None)
    entry = entry or entry_of(daily, player)
    row = None if entry is None else Scorecard.objects.filter(game=entry.game_id).first()
    if entry is None or row is None:
        return None
    card = Position.parse(row.position).card
    percent = standing = None
    if entry.total is not None and daily.revealed_at is not None:
        standing = scores.standing(entry.total, entry.ranked)
        percent = percent_of_perfect(entry.total, daily.perfect)
    text = (
        "" if entry.total is None else _shared(daily, entry, entry.total, card, standing, percent)
    )
    return Mine(entry, card, standing, percent, text)


def _shared(
    daily: Daily,
    entry: DailyEntry,
    total: int,
    card: Card,
    standing: DailyStanding | None,
    percent: float | None,
) -> str:
    words = [ngettext("%(count)s point", "%(count)s points", total) % {"count": total}]
    if percent is not None:
        words.append(gettext("%(percent)s of perfect play") % {"percent": in_percent(percent)})
    if standing is not None and entry.ranked:
        place = {"place": standing.place, "players": standing.players}
        words.append(gettext("place %(place)s of %(players)s") % place)
    return share_text(card, daily.day, " · ".join(words))


def _bars(scores: Scores, mine: Mine | None) -> list[Bar]:
    """Return the totals in at most `MAX_BARS` ranges of equal width."""
    ranges = scores.ranges(MAX_BARS)
    my_total = None if mine is None else mine.entry.total
    most = max((each.players for each in ranges), default=1)
    bars = []
    for first, last, players in ranges:
        here = my_total is not None and first <= my_total <= last
        size = CHART_HEIGHT * players / most
        bars.append(Bar(first, last, players, CHART_HEIGHT - size, size, here))
    return bars
