"""The worker's part: analysing in a thread of its own, while clocks and rooms go on; and when there
is nothing to analyse, the tables without which nobody sees chances to win (docs/winning.md).
"""

import asyncio
import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, get_native_id

from django.db import DatabaseError
from django.db.models import Exists, OuterRef

from games.analysis.game_analysis import analyse_game, games_to_analyse
from games.models import Game, Scorecard
from games.rules import Variant, find_variant
from games.store.database import in_database
from games.worker.cpu_load import Load

logger = logging.getLogger(__name__)

# One: a second one would only wait for the interpreter, and at first for the same tables.
THREADS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="analysis")


# Games that could not be analysed, for a reason that a later run of the program may not have.
_failed: set[int] = set()

# Variants whose tables this process has seen to.
_prepared: set[Variant] = set()
# Of the games that go on, so many of the newest are looked at.
NEWEST = 100

# The process ends: no pool of threads starts any more, so what still runs may fail for that.
_ending = Event()

# How far analysing steps back behind players, the database and other processes of the machine.
POLITENESS = 10
# While others use more than this share of the machine, a game is analysed every so often only: what
# shares caches and cores with the players costs them more than its own time.
BUSY = 0.6
PAUSE_S = 1.0

_load = Load()


def give_way() -> None:
    """Analyse only when the machine has nothing better to do: for a process without players.

    (Beside players it would hold the interpreter's lock while it waits for its turn.)
    """
    if hasattr(os, "setpriority"):
        THREADS.submit(_step_back)


def begin() -> None:
    """Take failures for faults."""
    _ending.clear()


def end() -> None:
    """Take failures for the end of the process: what was begun, another worker does anew."""
    _ending.set()


async def sweep_analyses() -> int:
    """Analyse the games that have finished. Returns how many this worker has analysed.

    A game that fails must not hold up the others: it is left alone until the next start.
    """
    done = 0
    for game_id in await in_database(partial(games_to_analyse, skip=_failed), THREADS):
        if _load.of_others() > BUSY:
            await asyncio.sleep(PAUSE_S)
        done += await in_database(partial(_analyse, game_id), THREADS)
    return done


async def prepare_tables() -> None:
    """Make the tables of the variants that are being played, each tried once by a process."""
    for variant in await in_database(variants_played, THREADS):
        if variant not in _prepared:
            _prepared.add(variant)
            await in_database(partial(_prepare, variant), THREADS)


def variants_played() -> list[Variant]:
    """Return the variants of the contests that go on, those of the newest ones first."""
    others = Scorecard.objects.filter(game=OuterRef("pk"), seat=1)
    contests = Game.objects.filter(Exists(others), status=Game.Status.PLAYING)
    rows = contests.order_by("-created_at").values_list("variant", "switches")[:NEWEST]
    return list(dict.fromkeys(find_variant(name, **switches) for name, switches in rows))


def _step_back() -> None:
    thread = get_native_id()
    now = os.getpriority(os.PRIO_PROCESS, thread)
    # Never forward: that only root may.
    os.setpriority(os.PRIO_PROCESS, thread, max(now, POLITENESS))


def _analyse(game_id: int) -> bool:
    began = time.thread_time()
    try:
        return analyse_game(game_id)
    except DatabaseError:
        logger.exception("game %s is analysed later", game_id)
    except Exception:  # our own fault, logged
        if not _ending.is_set():
            logger.exception("game %s could not be analysed", game_id)
            _failed.add(game_id)
    finally:
        _load.spent(time.thread_time() - began)
    return False


def _prepare(variant: Variant) -> None:
    from games import winning  # noqa: PLC0415 - numba takes a second, which no start shall wait for

    try:
        winning.make_ready(variant)
    except Exception:  # without it games go on, and nobody sees chances
        if not _ending.is_set():
            logger.exception("the tables of %s could not be made", variant.id)
