"""Act for every seat whose deadline has passed: people time out, bots move, starts are cancelled.

The column `Game.deadline` is the earliest time at which the server has to act. A bot's turn has a
deadline too, just after it begins: this sweep starts every move of a bot, as well as the
moves of seats that are played automatically. `games.live.bot_driver` then plays the bot.
"""

import logging

from games.clock import now_ms, utc_now
from games.database.threads import in_database
from games.engine import IllegalAction, TimeOut, is_long
from games.live import bot_driver
from games.live.registry import current_hubs
from games.live.room import RoomHub
from games.live.room_jobs import MAX_AT_ONCE, for_each_room
from games.log.models import Game

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
    """Start the bots of this room whose turn it is; time out the people whose time is up; cancel a
    start that waits for seeds.
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
    """Cancel the start of the room's game if its seeds are overdue.

    Nobody is blamed, because a server may have failed, except with a long clock: its players had a
    whole turn's time.
    """
    game = hub.game
    if game is None:
        return
    state = game.state
    if state.next_due is not None and state.next_due <= now_ms():
        await hub.seeds.cancel(game, state.revealing, blamed=is_long(state.clock))
