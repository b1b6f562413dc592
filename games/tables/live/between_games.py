"""What a room does by itself while no game runs: replace an absent host, start a complete game."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from games.core.protocol.errors import Refused
from games.platform.clock import monotonic
from games.tables.live.presence import Presence
from games.tables.live.process import Process
from games.tables.rooms import hosting, starting
from games.tables.rooms.room_view import LoadedRoom

# A host who is away for this long between games is replaced.
HOST_AWAY_S = 180.0


class WaitingRoom(Protocol):
    """What is needed of the room: see `games.tables.live.room`."""

    room: LoadedRoom
    process: Process
    presence: Presence

    def connected(self) -> frozenset[int] | None: ...
    async def change(self, work: Callable[[], object]) -> None: ...
    async def refresh(self) -> None: ...


class BetweenGames:
    """Acts for the people of a room who wait for a game. One change of each kind at a time."""

    def __init__(self, hub: WaitingRoom) -> None:
        self._hub = hub
        self.is_replacing = self._is_starting = False

    def replace_absent_host(self) -> None:
        """Replace a host whose absence keeps the players who are here from starting a game."""
        hub = self._hub
        if self.is_replacing or hub.room.view.status == "playing":
            return
        now = monotonic()
        host = hub.room.view.host
        here, _ = hub.presence.here(now)
        if not here & hub.room.players - {host}:
            return
        if host is None or hub.presence.away_for(host, now) >= HOST_AWAY_S:
            self.is_replacing = True
            hub.process.spawn(self._replace(host, here))

    async def _replace(self, host: int | None, here: frozenset[int]) -> None:
        hub = self._hub
        try:
            await self._hub.change(lambda: hosting.replace_host(hub.room.id, host, here))
        except Refused:
            await self._hub.refresh()  # another process was faster, or a game has started
        finally:
            self.is_replacing = False

    def start_if_complete(self) -> None:
        """Start a game whose players are all ready, once all of them are connected."""
        room = self._hub.room.view
        people = [seat for seat in room.seats if seat.player is not None and not seat.bot]
        if self._is_starting or room.status == "playing" or not any(seat.seal for seat in people):
            return
        here = self._hub.connected()
        if here is None or not all(seat.ready and seat.player in here for seat in people):
            return
        self._is_starting = True
        self._hub.process.spawn(self._start(here))

    async def _start(self, here: frozenset[int]) -> None:
        hub = self._hub
        try:
            await self._hub.change(partial(starting.start_waiting, hub.room.id, here))
        except Refused:
            await self._hub.refresh()  # another process was faster, or the host starts this game
        finally:
            self._is_starting = False
