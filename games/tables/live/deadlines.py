"""Act for every seat whose deadline has passed: people time out, bots move, starts are cancelled.

The column `Game.deadline` is the earliest time at which the server has to act. A bot's turn and
the turn of a seat that is played automatically also have a deadline, just after they begin: this
sweep starts all their moves. `games.tables.live.bot_driver` then plays them. With a long clock, the
turn of a player on holiday is not over before the holiday is: the column is set to its end.
"""

import logging
from collections.abc import Mapping
from functools import partial

from games.core.engine import GameState, IllegalAction, TimeOut, is_long
from games.platform.clock import now_ms, utc_now
from games.platform.database.threads import in_database
from games.record.log.models import Game
from games.record.log.waiting import wait_until
from games.tables.live import bot_driver
from games.tables.live.registry import current_hubs
from games.tables.live.room import RoomHub
from games.tables.live.room_jobs import MAX_AT_ONCE, for_each_room
from games.tables.rooms.away import away_until

logger = logging.getLogger(__name__)


async def sweep_deadlines() -> int:
    """Act for every seat whose deadline has passed. Returns the number of games checked."""
    codes = await in_database(due_rooms)
    await for_each_room(play_due_seats, codes)
    return len(codes)


def due_rooms() -> list[str]:
    """Return the codes of rooms where the server has to act now, longest overdue first."""
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=utc_now())
    codes = games.filter(room__isnull=False).order_by("deadline").values_list("room__code")
    return [code for (code,) in codes[:MAX_AT_ONCE]]


async def play_due_seats(code: str) -> None:
    """Act in this room: start the bots whose turn it is, time out people whose time is up, and
    cancel a start that waits too long for seeds.
    """
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return
    game = hub.game
    await game.catch_up()
    state = game.state
    away = await _on_holiday(state)
    if state.revealing and not any(state.seats[seat].player in away for seat in state.revealing):
        await cancel_due_start(hub)
    for seat in state.acting:
        due = _due(state, seat, away)
        if due is None or due > now_ms():
            continue
        if state.bot_at(seat) is not None:
            bot_driver.play_soon(code)
            continue
        try:
            await game.submit(seat, TimeOut(), "")
        except IllegalAction:
            continue  # the player, or another worker, was faster
    look_at = _next_look(state, away)
    if is_long(state.clock) and game.state is state and look_at is not None:
        await in_database(partial(wait_until, game.id, game.head, look_at))


async def _on_holiday(state: GameState) -> Mapping[int, int]:
    """Return until when players of a game are on holiday, by their ids, if it has a long clock."""
    if not is_long(state.clock):
        return {}
    players = [seat.player for seat in state.seats if seat.is_timed]
    return await in_database(partial(away_until, players))


def _due(state: GameState, seat: int, away: Mapping[int, int]) -> int | None:
    """Return when the server acts for a seat: not before the end of its player's holiday."""
    due = state.due(seat)
    if due is None or not state.seats[seat].is_timed:
        return due
    return max(due, away.get(state.seats[seat].player, due))


def _next_look(state: GameState, away: Mapping[int, int]) -> int | None:
    """Return when the server acts next in a game, or None."""
    if state.revealing and state.next_due is not None:
        players = (state.seats[seat].player for seat in state.revealing)
        return max([state.next_due, *(away[each] for each in players if each in away)])
    dues = (_due(state, seat, away) for seat in state.acting)
    return min((due for due in dues if due is not None), default=None)


async def cancel_due_start(hub: RoomHub) -> None:
    """Cancel the start of the room's game if its seeds are overdue."""
    game = hub.game
    if game is None:
        return
    state = game.state
    if state.next_due is not None and state.next_due <= now_ms():
        # A server may have failed, so nobody is blamed. With a long clock the players had a whole
        # turn's time to show their seeds.
        await hub.seeds.cancel(game, state.revealing, blamed=is_long(state.clock))
