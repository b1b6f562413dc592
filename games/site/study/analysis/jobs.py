"""Analyses finished games in a separate thread. If there are none, it computes the tables for win
probabilities (docs/solver.md).
"""

import asyncio
import logging
import os
import time
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from threading import Event, get_native_id

from django.db import DatabaseError
from django.db.models import Exists, OuterRef, QuerySet

from games.core.rules import Variant, find_variant, is_house_rules, is_readable
from games.platform.database.outages import raise_outage
from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.cpu_load import Load
from games.platform.jobs.job import Job, Waiting
from games.record.log.models import Game, Scorecard
from games.record.solving.requests import ask, is_ready
from games.site.study.analysis.game_analysis import (
    analyse_game,
    games_to_analyse,
    release_games,
    unanalysed,
)

logger = logging.getLogger(__name__)


# Games whose analysis failed. The next process tries them again.
_failed: set[int] = set()

# Variants whose tables this process has computed, or tried to.
_prepared: set[Variant] = set()
# How many of the newest running games decide which tables are needed.
NEWEST = 100

# Set while the process ends: thread pools cannot start any more, so analyses fail.
_ending = Event()

# The nice value of the thread, so that players, the database and other processes come first.
POLITENESS = 10
# Pause before each analysis while other processes use more than this share of the CPU. Sharing
# caches and cores slows them down by more than the time that the analysis itself takes.
BUSY = 0.6
PAUSE_S = 1.0

_load = Load()


def lower_priority() -> None:
    """Lower the priority of the thread. Only for processes that serve no players."""
    # In a process that serves players, the thread would hold the interpreter's lock while it waits
    # for a core.
    if hasattr(os, "setpriority"):
        SLOW.submit(_raise_nice_value)


def begin() -> None:
    """Log failed analyses from now on."""
    _ending.clear()


def end() -> None:
    """Ignore failures from now on: the process ends, and another worker analyses the game again."""
    _ending.set()


async def sweep_analyses() -> int:
    """Analyse the games that have finished. Returns how many this worker has analysed.

    A game whose analysis fails is skipped until the next start of the process.
    """
    done = 0
    for game_id in await in_database(partial(games_to_analyse, skip=_failed), SLOW):
        if _load.of_others() > BUSY:
            await asyncio.sleep(PAUSE_S)
        done += await in_database(partial(_analyse, game_id), SLOW)
    return done


async def prepare_tables() -> None:
    """Compute the tables of the variants being played; a process tries each once. Ask for those of
    house rules, and let games be analysed that waited for one.
    """
    await in_database(release_games, SLOW)
    for variant in await in_database(variants_played, SLOW):
        if is_house_rules(variant):
            await in_database(partial(want_table, variant), SLOW)
        elif variant not in _prepared:
            _prepared.add(variant)
            await in_database(partial(_prepare, variant), SLOW)


def variants_played() -> list[Variant]:
    """Return the variants of running games with two or more seats, newest games first."""
    others = Scorecard.objects.filter(game=OuterRef("pk"), seat=1)
    contests = Game.objects.filter(Exists(others), status=Game.Status.PLAYING)
    rows = contests.order_by("-created_at").values_list("variant", "switches")[:NEWEST]
    known = [row for row in rows if is_readable(row[0])]
    return list(dict.fromkeys(find_variant(name, **switches) for name, switches in known))


def _raise_nice_value() -> None:
    thread = get_native_id()
    now = os.getpriority(os.PRIO_PROCESS, thread)
    # Never lower the nice value: only root may.
    os.setpriority(os.PRIO_PROCESS, thread, max(now, POLITENESS))


def _analyse(game_id: int) -> bool:
    began = time.thread_time()
    try:
        return analyse_game(game_id)
    except DatabaseError as error:
        raise_outage(error)
        logger.exception("game %s will be analysed later", game_id)
    except Exception:  # a bug: logged, and the next game is analysed
        if not _ending.is_set():
            logger.exception("game %s could not be analysed", game_id)
            _failed.add(game_id)
    finally:
        _load.spent(time.thread_time() - began)
    return False


def want_table(variant: Variant) -> None:
    if not is_ready(variant):
        ask(variant)


def _prepare(variant: Variant) -> None:
    from games.core import winning  # noqa: PLC0415 - few processes need NumPy

    try:
        winning.make_ready(variant)
    except Exception:  # games go on without it; only win probabilities are missing
        if not _ending.is_set():
            logger.exception("the tables of %s could not be computed", variant.id)


def _waiting(now: datetime) -> Iterable[Waiting]:
    # Without games that a new version of the analysis repeats, which may take weeks.
    never, _ = unanalysed()
    return [Waiting(never, "finished_at")]


def _due(now: datetime) -> Iterable[QuerySet[Game]]:
    return unanalysed(skip=_failed)


JOBS = (
    Job(name="analyses", run=sweep_analyses, waiting=_waiting, due=_due, lane="analysing"),
    Job(name="tables", run=prepare_tables, every=15.0, lane="analysing"),
)
