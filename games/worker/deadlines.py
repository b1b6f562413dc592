"""Act for every seat whose time is up."""

import logging

from games.clock import now_ms, utc_now
from games.engine import IllegalAction, TimeOut
from games.live import bot_driver, current_hubs
from games.models import Game
from games.store.database import in_database
from games.worker.each_room import MOST_AT_ONCE, for_each_room

logger = logging.getLogger(__name__)


async def sweep_deadlines() -> int:
    """Act for every seat whose time is up. Returns how many games were looked at."""
    codes = await in_database(due_rooms)
    await for_each_room(time_out, codes)
    return len(codes)


def due_rooms() -> list[str]:
    """Return the codes of rooms in whose games the server has to act now."""
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=utc_now())
    codes = games.filter(room__isnull=False).order_by("deadline").values_list("room__code")
    return [code for (code,) in codes[:MOST_AT_ONCE]]


async def time_out(code: str) -> None:
    """Act for the seats of this room whose time is up."""
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return
    await hub.catch_up()
    game = hub.game
    state = game.state
    for seat in state.acting:
        due = state.due(seat)
        if due is not None and due <= now_ms():
            if state.bot_at(seat) is not None:
                bot_driver.play_soon(code)
                continue
            try:
                await game.submit(seat, TimeOut(), "")
            except IllegalAction:
                continue  # the player, or another worker, was faster
