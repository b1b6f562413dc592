"""Ends dailies: ends games that are still played, reveals the dice, counts the results, and
analyses the games.

Each step is small and can be repeated. So any number of workers may take steps, and a killed one
leaves nothing half done.
"""

import logging
from datetime import datetime
from typing import Any

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import Count, F, QuerySet

from games.core.rules import find_variant
from games.platform.clock import day_of, monday_of
from games.platform.database.outages import raise_outage
from games.record.reveals.shared_dice import StillPlaying, reveal_share
from games.site.events.cards.solo import MAX_AT_ONCE, end_games
from games.site.events.daily.entries import take_results
from games.site.events.daily.models import Daily, DailyEntry, DailyMiss, DailyScore
from games.site.events.daily.opening import PLAY_ON
from games.site.study.analysis.game_analysis import analyse_revealed, perfect_score_with
from games.site.study.analysis.grades import Grade

MAX_JUDGED = 20
# Only these first turns: later, almost every player is in a different position.
MISS_TURNS = 3
MAX_MISSES = 50
GOOD = (Grade.BEST.value, Grade.FINE.value)

logger = logging.getLogger(__name__)

MAX_ENDED = 50
MAX_COUNTED = 1000


def judge_some() -> int:
    """Analyse some games of the oldest revealed daily that is not done. Return how many.

    Imports the solver, which takes a second the first time.
    """
    daily = to_judge().order_by("day", "pk").first()
    if daily is None:
        return 0
    if daily.perfect is None:
        Daily.objects.filter(pk=daily.pk).update(
            perfect=perfect_score_with(daily.share, find_variant(daily.variant))
        )
    waiting = DailyEntry.objects.filter(daily=daily, judged=False).order_by("pk")
    entries = list(waiting[:MAX_JUDGED])
    for entry in entries:
        _judge_or_give_up(daily, entry)
    if not entries:
        _finish(daily)
    return len(entries)


def to_judge() -> QuerySet[Daily]:
    """Return the revealed dailies that may have games that are not analysed."""
    return Daily.objects.filter(judged=False, settled=True)


def _judge_or_give_up(daily: Daily, entry: DailyEntry) -> None:
    """Analyse one game. If that fails, it gets no loss, and the others go on."""
    try:
        _judge(daily, entry)
    except (DatabaseError, InterfaceError):
        raise  # tried again
    except Exception:  # whatever is wrong with it
        logger.exception("the game %s of a daily could not be analysed", entry.game_id)
        DailyEntry.objects.filter(pk=entry.pk).update(judged=True)


def _judge(daily: Daily, entry: DailyEntry) -> None:
    """Analyse one game, and store what its player gave up."""
    found = analyse_revealed(entry.game_id)
    with transaction.atomic():
        loss = None if found is None or entry.total is None else found.data["loss"]
        mine = DailyEntry.objects.filter(pk=entry.pk, judged=False)
        if mine.update(judged=True, loss=loss) and found is not None:
            for move in found.data["moves"]:
                if move["by"] == "player" and move["turn"] <= MISS_TURNS:
                    _note_miss(daily, move)


def _note_miss(daily: Daily, move: dict[str, Any]) -> None:
    if move["grade"] in GOOD:
        return
    DailyMiss.objects.get_or_create(
        daily=daily,
        position=move["position"],
        defaults={"best": move["best"], "missed": 0, "given_up": 0.0},
    )
    DailyMiss.objects.filter(daily=daily, position=move["position"]).update(
        missed=F("missed") + 1, given_up=F("given_up") + move["loss"]
    )


@transaction.atomic
def _finish(daily: Daily) -> None:
    """Store the choices that most players missed, and mark the daily as done."""
    misses = DailyMiss.objects.filter(daily=daily)
    kept = misses.order_by("-missed", "-given_up", "pk").values_list("pk", flat=True)[:MAX_MISSES]
    misses.exclude(pk__in=list(kept)).delete()
    Daily.objects.filter(pk=daily.pk).update(judged=True)


REASON = "daily"


def settle(now: datetime, most: int = MAX_ENDED) -> list[int]:
    """Take the next step for every daily whose time is over: end at most `most` of its games, or
    reveal it. Return the ids of the rooms whose games were ended.

    Failures are logged and tried again by the next call.
    """
    rooms: list[int] = []
    for daily in to_settle(now).order_by("day", "pk"):
        try:
            rooms += end_games(daily.entries.all(), most - len(rooms), REASON)
            if len(rooms) >= most:
                break
            # Leave the rest for the next call, so that the worker gets to its other jobs.
            if take_results(daily.entries.all()) < MAX_AT_ONCE:
                _reveal(daily, now)
        except (
            Exception
        ) as error:  # an unreadable game or secret must not hold up the other dailies
            raise_outage(error)
            logger.exception("the daily %s could not be ended", daily)
    return rooms


def to_settle(now: datetime) -> QuerySet[Daily]:
    """Return the dailies whose time is over and whose dice are not revealed."""
    return Daily.objects.filter(judged=False, revealed_at=None, day__lt=day_of(now - PLAY_ON))


def take_open_results() -> int:
    return take_results(DailyEntry.objects.filter(daily__judged=False, daily__revealed_at=None))


@transaction.atomic
def _reveal(daily: Daily, now: datetime) -> None:
    """Reveal the dice, and count how many ranked players have each total."""
    try:
        reveal_share(daily.share)
    except StillPlaying:  # somebody has begun at the last moment
        return
    # The row of the group is locked now, so a second worker sees what the first one has done.
    open_ = Daily.objects.filter(pk=daily.pk, revealed_at=None)
    if not open_.exists() or daily.entries.filter(over=False).exists():
        return
    counts = daily.entries.filter(ranked=True).values_list("total").annotate(players=Count("pk"))
    DailyScore.objects.bulk_create(
        [
            DailyScore(daily=daily, total=total, players=players)
            for total, players in counts.order_by("-total")
        ]
    )
    open_.update(revealed_at=now)


# The same transaction marks the entries, so that each is added once.
ADD_TO_WEEKS = (
    'INSERT INTO games_dailyweek ("player_id", "variant", "begins", "points", "days")'
    ' SELECT "player_id", %s, %s, "total", 1 FROM games_dailyentry'
    ' WHERE "id" IN ({ids}) AND "ranked" AND "player_id" IS NOT NULL'
    ' ON CONFLICT ("player_id", "variant", "begins") DO UPDATE SET'
    ' "points" = games_dailyweek."points" + excluded."points",'
    ' "days" = games_dailyweek."days" + 1'
)


def count_weeks() -> int:
    """Add some results of revealed dailies to the weekly totals. Return how many entries."""
    counted = 0
    for daily in to_add_to_weeks():
        counted += _count_some(daily)
    return counted


def to_add_to_weeks() -> QuerySet[Daily]:
    """Return the revealed dailies whose results are not all in the weekly totals."""
    return Daily.objects.filter(judged=False, settled=False, revealed_at__isnull=False)


@transaction.atomic
def _count_some(daily: Daily) -> int:
    waiting = DailyEntry.objects.select_for_update().filter(daily=daily, counted=False)
    ids = list(waiting.order_by("pk").values_list("pk", flat=True)[:MAX_COUNTED])
    if ids:
        sql = ADD_TO_WEEKS.format(ids=", ".join(["%s"] * len(ids)))
        with connection.cursor() as cursor:
            cursor.execute(sql, [daily.variant, monday_of(daily.day), *ids])
        DailyEntry.objects.filter(pk__in=ids).update(counted=True)
    if len(ids) < MAX_COUNTED:
        Daily.objects.filter(pk=daily.pk).update(settled=True)
    return len(ids)
