"""Analyses the games of revealed dailies: what each player gave up, what perfect play would have
scored, and which choices most players got wrong.
"""

import logging
from typing import Any

from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import F, QuerySet

from games.core.rules import find_variant
from games.site.events.daily.models import Daily, DailyEntry, DailyMiss
from games.site.study.analysis.game_analysis import allow_analysis, analyse_game
from games.site.study.analysis.grades import Grade
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.analysis.shared_perfect import perfect_score_with

logger = logging.getLogger(__name__)

MAX_JUDGED = 20
# Only these first turns: later, almost every player is in a different position.
MISS_TURNS = 3
MAX_MISSES = 50
GOOD = (Grade.BEST.value, Grade.FINE.value)


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
    allow_analysis(entry.game_id)
    analyse_game(entry.game_id)
    found = SeatAnalysis.objects.filter(game=entry.game_id).first()
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
