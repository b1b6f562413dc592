"""Chances to win, for those who watch a game: computed in a thread, shown when they are fresh.

Who plays is never told. Moves do not wait for it: while a computation runs, further ones gather to
one, and what comes too late is dropped.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from games import protocol
from games.engine import GameState

if TYPE_CHECKING:
    from games.live.listener import Listener
    from games.live.room import RoomHub

logger = logging.getLogger(__name__)

THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chances")
DIGITS = 4


def chances_of(state: GameState) -> tuple[float, ...] | None:
    """Return each seat's chance to win; None while the tables for it are not made yet."""
    # A process in which nobody watches never loads what this needs.
    from games import winning  # noqa: PLC0415

    return winning.win_probabilities(state) if winning.is_ready(state.variant) else None


class Chances:
    """The chances in one room, as far as its watchers here see them."""

    def __init__(self, hub: "RoomHub") -> None:
        self._hub = hub
        self._running = False
        self._shown: dict[str, Any] | None = None

    def poke(self) -> None:
        """The game has moved on, or somebody came: compute soon, if anybody watches."""
        if not self._running and self._wanted() is not None:
            self._running = True
            self._hub.hubs.spawn(self._run())

    def welcome(self, listener: "Listener") -> None:
        """Show a newcomer what is known, or have it computed."""
        state = self._wanted()
        if state is None or self._hub.seat_of(listener.player) is not None:
            return
        if self._shown is not None and self._is_fresh(self._shown, state):
            listener.post(protocol.encode(self._shown))
        else:
            self.poke()

    def _watchers(self) -> list["Listener"]:
        return [each for each in self._hub.listeners if self._hub.seat_of(each.player) is None]

    def _wanted(self) -> GameState | None:
        """Return the state to judge: a contest that goes on, and that somebody watches."""
        game = self._hub.game
        if game is None or game.state.status != "playing" or len(game.state.seats) < 2:
            return None
        players = {seat.player for seat in game.state.seats}
        watched = any(each.player not in players for each in self._hub.listeners)
        return game.state if watched else None

    @staticmethod
    def _is_fresh(message: dict[str, Any], state: GameState) -> bool:
        return (message["game"], message["seq"]) == (state.code, state.seq)

    async def _run(self) -> None:
        """Compute until what is shown is the newest."""
        loop = asyncio.get_running_loop()
        try:
            while (state := self._wanted()) is not None:
                win = await loop.run_in_executor(THREAD, chances_of, state)
                if win is None:
                    return
                message = {
                    "type": "chances",
                    "game": state.code,
                    "seq": state.seq,
                    "win": [round(chance, DIGITS) for chance in win],
                }
                now = self._wanted()
                if now is not None and self._is_fresh(message, now):
                    self._show(message)
                    return
        finally:
            self._running = False

    def _show(self, message: dict[str, Any]) -> None:
        self._shown = message
        text = protocol.encode(message)
        for listener in self._watchers():
            listener.post(text)
