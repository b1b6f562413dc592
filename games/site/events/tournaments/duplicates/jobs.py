"""Runs duplicate events: calls off those that have not begun, ends the rounds of the others at all
tables, and finishes them.

Any number of workers may do so: see `games.site.events.tournaments.duplicates`.
"""

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from games.core.engine import BeginSooner, GameState, IllegalAction, seen
from games.core.protocol.errors import Refused
from games.platform.clock import monotonic, utc_now
from games.platform.database.outages import raise_outage
from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.job import Job
from games.site.events.tournaments.duplicates import calling_off, ending, rounds
from games.site.events.tournaments.duplicates.rounds import RoundResult, Step
from games.site.events.tournaments.hub import TournamentHubs
from games.site.events.tournaments.models import Tournament
from games.site.study.analysis.game_analysis import allow_analysis
from games.tables.live.registry import current_hubs
from games.tables.live.room import RoomHub

logger = logging.getLogger(__name__)


# The pause between two sweeps during an event. Short, because everybody waits for the round to end.
PAUSE_S = 0.25
# The pause between two tries to abort the games of an event that is over.
ABORT_EVERY_S = 10.0


class DuplicateSweep:
    """The duplicate events' part of one worker."""

    def __init__(self) -> None:
        # When to try again to abort the games of an event, by its id.
        self._abort_at: dict[int, float] = {}

    async def sweep(self) -> int:
        """Do what is due in all events. Return how many tables have changed: ended a round, or
        ended their game.
        """
        changed = 0
        for event in await in_database(lambda: list(rounds.running().order_by("pk"))):
            try:
                changed += await run_event(event)
                changed += await self._end(event)
            except Exception as error:  # one that fails must not hold up the others
                raise_outage(error)
                logger.exception("duplicate event %s could not be run", event.code)
        if changed:
            current_hubs().of(TournamentHubs).notify()
        return changed

    async def _end(self, event: Tournament) -> int:
        """End the event if that is due. Return how many games it had."""
        now = monotonic()
        if utc_now() >= event.ends_at and now >= self._abort_at.get(event.pk, now):
            self._abort_at = {pk: at for pk, at in self._abort_at.items() if at > now}
            self._abort_at[event.pk] = now + ABORT_EVERY_S
            for room_id in await in_database(lambda: ending.abort_late(event, utc_now())):
                current_hubs().room_changed(room_id)
        return len(await in_database(partial(finish, event.pk)))


async def run_event(event: Tournament) -> int:
    """End the event's round if that is due. Return how many tables have changed."""
    steps = await in_database(partial(rounds.next_steps, event))
    done = await asyncio.gather(*map(tell, steps), return_exceptions=True)
    for step, each in zip(steps, done, strict=True):
        if isinstance(each, Exception):
            raise_outage(each)
            logger.error("room %s was not told of a round", step.room, exc_info=each)
    changed = sum(each is True for each in done)
    if changed:
        await in_database(partial(rounds.rank, event.pk))
    return changed


def finish(event_id: int) -> list[int]:
    """Finish an event that is over, and have its games analysed. Return the ids of the games."""
    with transaction.atomic():
        games = ending.finish(event_id, utc_now())
        for game in games:
            allow_analysis(game)
    return games


async def tell(step: Step) -> bool:
    """Tell a table that a round is over at all tables, and add its totals to the standings. Return
    False if the table has not ended the round, or another worker was faster.
    """
    hub = await current_hubs().enter(step.room)
    if hub is None or hub.game is None:
        return False
    await hub.catch_up()
    await begin_sooner(hub, step)
    results = results_now(hub.game.state, step.round)
    if results is None:
        results = await in_database(partial(rounds.results_after, step.game, step.round))
    if results is None:
        return False
    return await in_database(partial(rounds.note, step.table, step.round, results))


async def begin_sooner(hub: RoomHub, step: Step) -> None:
    """Let the next round begin at the same time as at the other tables."""
    game = hub.game
    assert game is not None
    try:
        await game.submit(None, BeginSooner(step.round, step.begins), "")
    except IllegalAction:
        return  # it already begins then, or has begun, or the last round is over
    except Refused as refusal:
        logger.warning("a round of room %s begins late: %s", step.room, refusal)


def results_now(state: GameState, number: int) -> list[RoundResult] | None:
    """Return the results of a table if this is its last revealed round, else None."""
    seats = seen(state, None).seats
    if any(seat.turn.number != number + 1 for seat in seats):
        return None
    return [RoundResult(seat.player, seat.card.total, seat.auto) for seat in seats]


async def sweep_hidden_dice() -> int:
    """Reveal the dice of events that ended without some of their games. Return how many."""
    return await in_database(ending.reveal_late)


async def find_perfect() -> int:
    """Compute what perfect play scores with the dice of an event. Return how many were found."""
    found = await in_database(ending.find_one, SLOW)
    if found:
        current_hubs().of(TournamentHubs).notify()
    return found


def _without_perfect(now: datetime) -> Iterable[QuerySet[Tournament]]:
    return [ending.without_perfect()]


def _due(now: datetime) -> Iterable[QuerySet[Tournament]]:
    return [rounds.running()]


async def call_off() -> int:
    """End what earlier releases have planned. Return how many events it were."""
    called = await in_database(calling_off.call_off_all)
    if called:
        hubs = current_hubs()
        hubs.of(TournamentHubs).notify()
        hubs.process.notify_lobbies()
    return called


JOBS = (
    Job(name="calling_off", run=call_off, every=30.0, lane="tournaments"),
    # In its own lane, because the waves of arenas may take long.
    Job(name="duplicates", run=DuplicateSweep().sweep, due=_due, lane="duplicates", look=PAUSE_S),
    Job(
        name="event_perfect",
        run=find_perfect,
        due=_without_perfect,
        lane="analysing",
        look=2.0,
    ),
    Job(name="hidden_dice", run=sweep_hidden_dice, every=3600.0),
)
