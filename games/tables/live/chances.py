"""Win probabilities for spectators: computed in a thread, and sent if they are still up to date.

Players never get them, and in a rated game nobody does: a player could watch in a second window.
Moves do not wait for them.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from games.core.engine import GameState
from games.core.protocol.frames import encode
from games.core.protocol.room_messages import Chances
from games.tables.live.audience import Listener
from games.tables.live.process import Process

THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chances")
DIGITS = 4
TABLES_S = 2.0
"""How often to look whether the worker has computed the tables, after the site's first start."""


def chances_of(state: GameState) -> tuple[float, ...] | None:
    """Return each seat's win probability: () if the variant has none, None until its tables are
    computed.
    """
    # Few processes have spectators.
    from games.core import winning  # noqa: PLC0415

    if not winning.has_outlook(state.variant):
        return ()
    return winning.win_probabilities(state) if winning.is_ready(state.variant) else None


class WatchedRoom(Protocol):
    """What is needed of the room whose game people watch."""

    process: Process

    def casual_state(self) -> GameState | None: ...
    def spectators(self) -> list[Listener]: ...


class WinChances:
    """The win probabilities of one room's game, for its spectators in this process."""

    def __init__(self, hub: WatchedRoom) -> None:
        self._hub = hub
        self._running = False
        self._newest: Chances | None = None

    def update(self) -> None:
        """Compute soon, if anybody watches. Call it when the game has changed."""
        if self._running:
            return
        state = self._wanted()
        # Never show the same state twice: in rounds, that would tell spectators of hidden moves.
        known = self._newest is not None and state is not None and is_of(self._newest, state)
        if state is not None and not known:
            self._running = True
            self._hub.process.spawn(self._run())

    def send_to(self, spectator: Listener) -> None:
        """Send a new spectator the chances if they are known; otherwise compute them."""
        state = self._wanted()
        if state is None:
            return
        if self._newest is not None and is_of(self._newest, state):
            spectator.send_text(encode(self._newest))
        else:
            self.update()

    def _wanted(self) -> GameState | None:
        """Return the game's state if several players are playing and somebody watches."""
        if not self._hub.spectators():
            return None
        state = self._hub.casual_state()
        if state is None or state.status != "playing" or len(state.seats) < 2:
            return None
        # The probabilities assume that the seats' dice are independent.
        if state.dice == "same":
            return None
        if state.revealing:
            return None
        return state

    async def _run(self) -> None:
        """Compute until the result is that of the newest state."""
        loop = asyncio.get_running_loop()
        try:
            while (state := self._wanted()) is not None:
                win = await loop.run_in_executor(THREAD, chances_of, state)
                if win is None:
                    await asyncio.sleep(TABLES_S)
                    continue
                if not win:
                    return
                chances = Chances(
                    game=state.code,
                    seq=state.seq,
                    win=tuple([round(chance, DIGITS) for chance in win]),
                )
                now = self._wanted()
                if now is not None and is_of(chances, now):
                    self._show(chances)
                    return
        finally:
            self._running = False

    def _show(self, chances: Chances) -> None:
        self._newest = chances
        text = encode(chances)
        for spectator in self._hub.spectators():
            spectator.send_text(text)


def is_of(chances: Chances, state: GameState) -> bool:
    return (chances.game, chances.seq) == (state.code, state.seq)
