"""The background loops: deadlines, pairing, results, the public log, dailies, tournaments,
analyses, puzzles, mail, notifications and cleanup.

Any number of workers may run. Moves go through the log, where only one worker gets each (game,
seq); rows are claimed and deleted by condition. Without a worker, nothing is lost, only delayed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from django.db import connection

from games.analysis import jobs as analysis_jobs
from games.clock import monotonic, utc_now
from games.daily.jobs import judge_dailies, sweep_dailies
from games.database.threads import in_database
from games.fairness.jobs import DICE_AT_ONCE, sweep_dice, sweep_ends
from games.foresight.jobs import sweep_foresight
from games.home.jobs import sweep_demonstration
from games.jobs.cleanup import sweep_abandoned, tidy_up
from games.jobs.measuring import measured, note_round
from games.jobs.monitoring import keep_measuring_backlog
from games.live.commitments import sweep_idle_rooms, sweep_unused
from games.live.deadlines import sweep_deadlines
from games.live.registry import current_hubs
from games.live.results import sweep_results
from games.live.stuck_games import StuckGames
from games.log.jobs import sweep_verification
from games.matchmaking.jobs import sweep_tickets
from games.membership.jobs import sweep_mail
from games.notifications.jobs import SEND_AT_ONCE, sweep_events, sweep_push
from games.puzzles.jobs import sweep_puzzles
from games.ratings.listing import refresh_listing
from games.tournaments.duplicates.ending import reveal_late
from games.tournaments.duplicates.jobs import DuplicateSweep
from games.tournaments.jobs import TournamentSweep

logger = logging.getLogger(__name__)

Sweep = Callable[[], Awaitable[int | None]]

# The pause between two sweeps.
SWEEP_EVERY_S = 1.0
TIDY_EVERY_S = 3600.0
# The pause after a cleanup that has failed.
TIDY_AGAIN_S = 60.0
# How often it looks for what has to be told.
FIND_EVERY_S = 5.0


async def run(stop: asyncio.Event) -> None:
    """Work until `stop` is set."""
    # In parallel, because an analysis takes a while, and the first waits for the solver's tables;
    # because mail servers are slow; and because at its start a tournament opens many tables.
    # Not first in the job of a room: their loops would log in its name for ever.
    current_hubs()
    analysis_jobs.begin()
    others = [asyncio.create_task(keep(stop)) for keep in OTHER_LOOPS]
    try:
        await keep_sweeping(stop)
    finally:
        analysis_jobs.end()
        for task in others:
            task.cancel()


async def keep_analysing(stop: asyncio.Event) -> None:
    """Count dice, measure and analyse finished games, and collect puzzles from them until `stop` is
    set; when there are none, compute missing tables.
    """
    while not stop.is_set():
        # After an hour without a worker, all dice are counted before the analyses go on.
        if await measured("dice", sweep_dice) == DICE_AT_ONCE:
            note_round("analysing")
            continue
        await measured("foresight", sweep_foresight)
        try:
            await measured("puzzles", sweep_puzzles)
            judged = await measured("daily_analyses", judge_dailies)
            if not await measured("analyses", analysis_jobs.sweep_analyses) and not judged:
                await analysis_jobs.prepare_tables()
        except Exception:  # a failed analysis must not end the loop
            logger.exception("games could not be analysed")
        note_round("analysing")
        await pause(stop)


async def keep_mailing(stop: asyncio.Event) -> None:
    """Send mail until `stop` is set."""
    while not stop.is_set():
        try:
            if await measured("mail", sweep_mail):
                note_round("mailing")
                continue
        except Exception:  # a missing database, for example, must not end the loop
            logger.exception("mail could not be sent")
        note_round("mailing")
        await pause(stop)


async def keep_notifying(stop: asyncio.Event) -> None:
    """Find what players are told while they are away, and notify their browsers until `stop` is
    set.

    A push service that takes long keeps nothing else from being found or sent.
    """
    await asyncio.gather(keep_finding(stop), *(keep_pushing(stop) for _ in range(SEND_AT_ONCE)))


async def keep_finding(stop: asyncio.Event) -> None:
    """Find what players are told while they are away until `stop` is set."""
    while not stop.is_set():
        try:
            await measured("notices", sweep_events)
        except Exception:  # a missing database, for example, must not end the loop
            logger.exception("what players are told could not be found")
        note_round("notifying")
        await pause(stop, FIND_EVERY_S)


async def keep_pushing(stop: asyncio.Event) -> None:
    """Notify browsers, one after the other, until `stop` is set."""
    while not stop.is_set():
        try:
            if await measured("pushes", sweep_push):
                continue
        except Exception:  # a missing database, for example, must not end the loop
            logger.exception("players could not be notified")
        await pause(stop)


async def keep_running_tournaments(stop: asyncio.Event) -> None:
    """Run tournaments until `stop` is set."""
    tournaments = TournamentSweep()
    while not stop.is_set():
        try:
            await measured("tournaments", tournaments.sweep)
        except Exception:  # a missing database, for example, must not end the loop
            logger.exception("tournaments could not be run")
        note_round("tournaments")
        await pause(stop)


async def keep_running_duplicates(stop: asyncio.Event) -> None:
    """Run duplicate events until `stop` is set. Not after the arenas, whose waves may take long:
    everybody waits for the end of a round.
    """
    duplicates = DuplicateSweep()
    while not stop.is_set():
        try:
            await measured("duplicates", duplicates.sweep)
        except Exception:  # a missing database, for example, must not end the loop
            logger.exception("duplicate events could not be run")
        note_round("duplicates")
        await pause(stop, duplicates.pause_s)


async def keep_sweeping(stop: asyncio.Event) -> None:
    """Run all other jobs until `stop` is set. One that fails does not keep the others from running.

    Raises Django's database errors if the database does not answer.
    """
    tidy_at = float("-inf")
    while not stop.is_set():
        for name, sweep in SWEEPS.items():
            await do_sweep(name, sweep)
        if monotonic() >= tidy_at:
            every = TIDY_EVERY_S if await do_sweep("tidy_up", tidy) else TIDY_AGAIN_S
            tidy_at = monotonic() + every
        note_round("sweeping")
        await pause(stop)


async def do_sweep(name: str, sweep: Sweep) -> bool:
    """Run a sweep. Return whether it succeeded; a failure is logged.

    Raises Django's database errors if the database does not answer: then all others fail, too.
    """
    try:
        await measured(name, sweep)
    except Exception:  # whatever it is, it must not keep the other jobs from running
        await ask_database()
        logger.exception("the job %s failed", name)
        return False
    return True


async def ask_database() -> None:
    """Raise Django's database errors if the database does not answer."""
    await in_database(_select_one)


def _select_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


async def tidy() -> None:
    """Do what is done every hour."""
    await sweep_abandoned()
    await in_database(tidy_up)
    await sweep_unused()
    await in_database(partial(refresh_listing, utc_now()))
    await in_database(reveal_late)


async def pause(stop: asyncio.Event, seconds: float = SWEEP_EVERY_S) -> None:
    """Wait until the next sweep, or until `stop` is set."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return


SWEEPS: dict[str, Sweep] = {
    "deadlines": sweep_deadlines,
    "stuck_games": StuckGames().sweep,
    "results": sweep_results,
    "verification": sweep_verification,
    "public_log": sweep_ends,
    "idle_rooms": sweep_idle_rooms,
    "dailies": sweep_dailies,
    "pairing": sweep_tickets,
    "demonstration": sweep_demonstration,
}
"""The jobs of `keep_sweeping`, in the order in which they run."""
OTHER_LOOPS = (
    keep_analysing,
    keep_mailing,
    keep_measuring_backlog,
    keep_notifying,
    keep_running_duplicates,
    keep_running_tournaments,
)
"""What runs beside `keep_sweeping`."""
