"""Which seats keep a game waiting for their seeds, and when their players may be blamed.

A seat has REVEAL_S from the moment when one of its sockets was sent the start of the game, or, if
its player has left, from the moment when that was noticed. Players are never blamed for what the
server itself may have lost: see `games.tables.live.process.Health`.
"""

import logging
from collections.abc import Collection, Iterable
from functools import partial
from typing import Protocol

from django.db import DatabaseError

from games.core.engine import GameState, is_long
from games.core.protocol.errors import Refused
from games.platform.clock import monotonic
from games.platform.database.threads import in_database
from games.tables.live.audience import Listener
from games.tables.live.game import LiveGame
from games.tables.live.process import Process
from games.tables.rooms import starting
from games.tables.rooms.room_view import LoadedRoom

logger = logging.getLogger(__name__)

# A browser answers within a fraction of a second.
REVEAL_S = 10.0


class SealedRoom(Protocol):
    """What is needed of the room whose game waits for seeds."""

    room: LoadedRoom
    process: Process
    game: LiveGame | None
    listeners: set[Listener]

    @property
    def state(self) -> GameState | None: ...
    def seats_of(self, player: int | None) -> list[int]: ...
    def connected(self) -> frozenset[int] | None: ...
    async def refresh(self) -> None: ...


class SeedWatch:
    """Cancels the start of a room's game if a seat does not show its seed."""

    def __init__(self, hub: SealedRoom) -> None:
        self._hub = hub
        # By seat: when it was told to show its seed, and since when its player is absent.
        self._told: dict[int, float] = {}
        self._absent: dict[int, float] = {}
        self._is_cancelling = False

    def watch_new_game(self) -> None:
        """Forget the game before: the room has another one, and its sockets have been told."""
        self._told, self._absent = {}, {}
        self.note_told(self._hub.listeners)

    def note_told(self, listeners: Iterable[Listener]) -> None:
        """Note which seats have just been sent a start that waits for their seeds."""
        state = self._hub.state
        if state is None or not state.revealing:
            return
        for listener in listeners:
            for seat in self._hub.seats_of(listener.player):
                self._told.setdefault(seat, monotonic())

    def cancel_late_start(self) -> None:
        """Cancel a start if a player was told of it, or left, and has not shown their seed in time.

        With a long clock players need not be here: the worker cancels such starts.
        """
        game = self._hub.game
        if game is None or not game.state.revealing or is_long(game.state.clock):
            return
        self._note_absent(game.state)
        # While the lock is held, a seed may be on its way to the database: it counts.
        if self._is_cancelling or game.turn.locked():
            return
        late = tuple(seat for seat in game.state.revealing if self._is_late(seat))
        if late:
            self._hub.process.spawn(self.cancel(game, late, blamed=True))

    def _note_absent(self, state: GameState) -> None:
        # Leaving before the start arrives must not be a way out.
        # Without sockets here this may be a worker, which does not know who is in the room.
        here = self._hub.connected() if self._hub.listeners else None
        if here is None:
            self._absent = {}
            return
        now = monotonic()
        away = [seat for seat in state.revealing if state.seats[seat].player not in here]
        self._absent = {seat: self._absent.get(seat, now) for seat in away}

    def _is_late(self, seat: int) -> bool:
        now, health = monotonic(), self._hub.process.health
        moments = [times[seat] for times in (self._told, self._absent) if seat in times]
        return any(now - at >= REVEAL_S and health.is_good_since(at) for at in moments)

    async def cancel(self, game: LiveGame, seats: Collection[int], blamed: bool) -> None:
        # These seats did not show their seeds.
        hub = self._hub
        work = partial(starting.cancel_start, hub.room.id, game.id, seats, blamed)
        self._is_cancelling = True
        try:
            await in_database(work)
        except Refused as refusal:
            logger.info("a start is not cancelled: %s", refusal)
        except DatabaseError:
            hub.process.health.note_failure()
            raise
        finally:
            self._is_cancelling = False
        await game.catch_up()
        await self._hub.refresh()
