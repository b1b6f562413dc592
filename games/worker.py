"""The work that nobody asks for: deadlines, abandoned games, tidying up.

Any number of workers may run: what they do to games goes through the log, whose (game, seq) only
one of them gets; what they delete, they delete by condition. Without one nothing is lost, only
late.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import playing, rooms, tickets
from games.analysis import sweeping
from games.engine import IllegalAction, TimeOut
from games.engine.actions import Abort
from games.hub import current_hubs
from games.hub.database import in_database
from games.hub.room import now_ms
from games.models import DiceSecret, Game, GameEvent, Room, Scorecard, Seat, User
from games.results import forget_old_tallies, refresh_listing, sweep_results
from games.rooms import Refused

logger = logging.getLogger(__name__)

DEADLINES_EVERY_S = 1.0
TIDY_EVERY_S = 3600.0
MOST_AT_ONCE = 200
# A game without a clock in which nothing happens for so long is ended, and its secret revealed.
ABANDONED_AFTER = timedelta(days=14)
UNUSED_ROOM_AFTER = timedelta(days=30)
IDLE_GUEST_AFTER = timedelta(days=90)


async def run(stop: asyncio.Event) -> None:
    """Work until `stop` is set."""
    # Beside the rest: a game takes a while, and the first one waits for the solver's tables.
    sweeping.begin()
    analysing = asyncio.create_task(keep_analysing(stop))
    try:
        await keep_sweeping(stop)
    finally:
        sweeping.end()
        analysing.cancel()


async def keep_analysing(stop: asyncio.Event) -> None:
    """Analyse finished games until `stop` is set; when there are none, make missing tables."""
    while not stop.is_set():
        try:
            if not await sweeping.sweep_analyses():
                await sweeping.prepare_tables()
        except Exception:  # one that fails must not end all others
            logger.exception("games could not be analysed")
        await _pause(stop)


async def keep_sweeping(stop: asyncio.Event) -> None:
    """Do all other work until `stop` is set."""
    tidied_at = -TIDY_EVERY_S
    while not stop.is_set():
        await sweep_deadlines()
        await sweep_results()
        await sweep_tickets()
        if time.monotonic() - tidied_at >= TIDY_EVERY_S:
            tidied_at = time.monotonic()
            await sweep_abandoned()
            await in_database(tidy_up)
            await in_database(partial(refresh_listing, timezone.now()))
        await _pause(stop)


async def _pause(stop: asyncio.Event) -> None:
    """Wait until the next sweep, or until `stop` is set."""
    try:
        async with asyncio.timeout(DEADLINES_EVERY_S):
            await stop.wait()
    except TimeoutError:
        return


async def sweep_deadlines() -> int:
    """Act for every seat whose time is up. Returns how many games were looked at."""
    codes = await in_database(due_rooms)
    await _each(time_out, codes)
    return len(codes)


async def _each(work: Callable[[str], Awaitable[None]], codes: list[str]) -> None:
    """Do `work` for each of these rooms; one that fails must not stop the others."""
    results = await asyncio.gather(*(work(code) for code in codes), return_exceptions=True)
    for code, result in zip(codes, results, strict=True):
        if isinstance(result, Refused):
            logger.warning("room %s has to wait: %s", code, result)
        elif isinstance(result, Exception):
            logger.error("work for room %s failed", code, exc_info=result)


def due_rooms() -> list[str]:
    """Return the codes of rooms in whose games the server has to act now."""
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=timezone.now())
    codes = games.filter(room__isnull=False).order_by("deadline").values_list("room__code")
    return [code for (code,) in codes[:MOST_AT_ONCE]]


async def time_out(code: str) -> None:
    """Act for the seats of this room whose time is up."""
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return
    await hub.catch_up()
    state = hub.game.state
    for seat in state.acting:
        due = state.due(seat)
        if due is not None and due <= now_ms():
            if state.plays(seat) is not None:
                playing.play_soon(code)
                continue
            try:
                await hub.act(seat, TimeOut(), "")
            except IllegalAction:
                continue  # the player, or another worker, was faster


async def sweep_tickets() -> None:
    """Pair those who look for people, and begin the tables of those who were paired."""
    hubs = current_hubs()
    if await in_database(tickets.run_wave):
        hubs.poke_lobbies()
    await _each(begin_table, await in_database(tickets.rooms_to_begin))
    await in_database(tickets.forget_begun)


async def begin_table(code: str) -> None:
    """Begin the game of a paired room; who has not arrived plays against the clock."""
    hub = await current_hubs().enter(code)
    if hub is not None:
        await hub.change(partial(rooms.begin_paired, hub.room.id))


async def sweep_abandoned() -> None:
    """End the games in which nothing has happened for a long time."""
    await _each(abort, await in_database(abandoned_rooms))


async def abort(code: str) -> None:
    """End the game of this room without a result, and reveal its secret."""
    hub = await current_hubs().enter(code)
    if hub is None:
        return
    try:
        await hub.act(None, Abort("abandoned"), "")
    except IllegalAction:
        return  # it has ended meanwhile


def abandoned_rooms() -> list[str]:
    """Return the codes of rooms whose running game nobody has touched for ABANDONED_AFTER."""
    limit = timezone.now() - ABANDONED_AFTER
    since = int(limit.timestamp() * 1000)
    moved = GameEvent.objects.filter(game=OuterRef("pk"), at__gt=since)
    games = Game.objects.filter(
        ~Exists(moved), status=Game.Status.PLAYING, created_at__lt=limit, room__isnull=False
    )
    return [code for (code,) in games.values_list("room__code")[:MOST_AT_ONCE]]


def _delete_unused_rooms(now: datetime) -> None:
    """Delete rooms that never saw a game, each with the secret that was meant for it.

    Locked, so that nobody begins a game meanwhile whose secret is gone.
    """
    with transaction.atomic():
        unused = Room.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            game=None, active_at__lt=now - UNUSED_ROOM_AFTER
        )
        rooms_by_id = dict(unused.values_list("pk", "next_code"))
        Room.objects.filter(pk__in=rooms_by_id).delete()
        DiceSecret.objects.filter(code__in=rooms_by_id.values()).delete()


def tidy_up() -> None:
    """Delete expired sessions, rooms that never saw a game, guests who never played, and the
    tallies of days and weeks that no board shows any more.
    """
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    _delete_unused_rooms(now)
    forget_old_tallies(now)
    User.objects.filter(
        ~Exists(Scorecard.objects.filter(player=OuterRef("pk"))),
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))),
        is_guest=True,
        seen_at__lt=now - IDLE_GUEST_AFTER,
    ).delete()
