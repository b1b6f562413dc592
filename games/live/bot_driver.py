"""The bots' moves at live tables: thought of in threads, made through the log like any other.

Any number of workers may play the same room: they think the same, and (game, seq) lets only one
of them move.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from games import bots
from games.clock import now_ms
from games.engine import GameState, IllegalAction
from games.live.registry import current_hubs
from games.live.room import RoomHub

# The compiled code leaves the interpreter to others while it runs.
THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bots")


def play_soon(code: str) -> None:
    """Have the bots of this room play until a person has to act, apart from whoever asks."""
    hubs = current_hubs()
    if code not in hubs.played:
        hubs.played.add(code)
        hubs.spawn(_play(code))


async def _play(code: str) -> None:
    hubs = current_hubs()
    try:
        while await play_move(code):
            pass
    finally:
        hubs.played.discard(code)


async def play_move(code: str) -> bool:
    """Make the next move of the bot that has to act; False if none has, or another was faster."""
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return False
    await hub.catch_up()
    state = hub.game.state
    seat = bot_to_act(state)
    if seat is None:
        return False
    action, ms = await asyncio.get_running_loop().run_in_executor(THREADS, bots.think, state, seat)
    await pause(time_of_last_event(hub) + ms - now_ms())
    try:
        await hub.act(seat, action, "")
    except IllegalAction:
        return False
    return True


def bot_to_act(state: GameState) -> int | None:
    """Return the seat that a bot plays and that may act now, or None."""
    return next((seat for seat in state.acting if state.plays(seat) is not None), None)


def time_of_last_event(hub: RoomHub) -> int:
    """Return when the last thing happened at this table, in ms since 1970."""
    return now_ms() if hub.game is None else hub.game.recent[-1].event.at


async def pause(ms: int) -> None:
    """Let the others see that somebody is thinking."""
    await asyncio.sleep(max(0, ms) / 1000)
