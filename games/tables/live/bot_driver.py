"""Bots that play in live rooms: threads compute their moves, which are committed like any other.

Several workers may play the same room. They compute the same move, and only one can commit it,
because (game, seq) is unique.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from games.core import bots
from games.core.engine import GameState, IllegalAction, seen
from games.core.protocol.errors import Refused
from games.platform.clock import now_ms
from games.tables.live.game import LiveGame
from games.tables.live.registry import current_hubs

logger = logging.getLogger(__name__)

# A move takes a fraction of a millisecond, or waits for the solver's child process.
THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bots")


def play_soon(code: str) -> None:
    """Start playing this room's bots, until a person has to act. Returns immediately."""
    hubs = current_hubs()
    if code not in hubs.bots_playing:
        hubs.bots_playing.add(code)
        hubs.process.spawn(_play(code))


async def _play(code: str) -> None:
    hubs = current_hubs()
    try:
        while await play_move(code):
            pass
    finally:
        hubs.bots_playing.discard(code)


async def play_move(code: str) -> bool:
    """Make the next move of the bot that has to act.

    Return False if no bot has to act, another process was faster, or the database failed. The next
    sweep tries again.
    """
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return False
    game = hub.game
    await game.catch_up()
    seat = bot_to_act(game.state)
    if seat is None:
        return False
    # In rounds a bot must know no more about the others than a player in its seat would.
    state = seen(game.state, seat)
    action, ms = await asyncio.get_running_loop().run_in_executor(
        THREADS, bots.choose_with_pause, state, seat, game.bot_draw(seat)
    )
    await pause(time_to_act(game, seat, ms) - now_ms())
    try:
        await game.submit(seat, action, "")
    except IllegalAction:
        return False
    except Refused as refusal:
        logger.warning("a bot in room %s has to wait: %s", code, refusal)
        return False
    return True


def bot_to_act(state: GameState) -> int | None:
    return next((seat for seat in state.acting if state.bot_at(seat) is not None), None)


def time_to_act(game: LiveGame, seat: int, ms: int) -> int:
    """Return when the bot in this seat acts, `ms` after the newest event (ms since 1970)."""
    # In rounds nobody sees its dice, so it acts as soon as the round has begun.
    if game.state.round is not None:
        return game.state.seats[seat].turn.started_at or 0
    return time_of_last_event(game) + ms


def time_of_last_event(game: LiveGame) -> int:
    """Return when the game's newest event happened, in ms since 1970."""
    return game.recent[-1].event.at


async def pause(ms: int) -> None:
    # People could not follow the moves of a bot that does not wait.
    await asyncio.sleep(max(0, ms) / 1000)
