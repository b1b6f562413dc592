"""Act for every seat whose deadline has passed: people time out, bots move, starts are cancelled.

The column `Game.deadline` is the earliest time at which the server has to act. A bot's turn and
the turn of a seat that is played automatically also have a deadline, just after they begin: this
sweep starts all their moves. `games.tables.live.bot_driver` then plays them.
"""

import logging

from games.core.engine import IllegalAction, TimeOut, is_long
from games.platform.clock import now_ms, utc_now
from games.platform.database.threads import in_database
from games.record.log.models import Game
from games.tables.live import bot_driver
from games.tables.live.registry import current_hubs
from games.tables.live.room import RoomHub
from games.tables.live.room_jobs import MAX_AT_ONCE, for_each_room

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
    if state.revealing:
        await cancel_due_start(hub)
    for seat in state.acting:
        due = state.due(seat)
        if due is None or due > now_ms():
            continue
        if state.bot_at(seat) is not None:
            bot_driver.play_soon(code)
            continue
        try:
            await game.submit(seat, TimeOut(), "")
        except IllegalAction:
            continue  # the player, or another worker, was faster


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
