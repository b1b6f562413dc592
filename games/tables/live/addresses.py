"""Notes the internet addresses from which players of rated games and arenas connect.

Results between players who share an address do not count.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

from django.db import DatabaseError

from games.core.engine import GameState
from games.platform.database.threads import in_database
from games.tables.live.audience import Listener
from games.tables.live.process import Process
from games.tables.rooms import rated_eligibility
from games.tables.rooms.room_view import LoadedRoom

logger = logging.getLogger(__name__)

# This process notes at most this many addresses of one player in one game.
MAX_ADDRESSES = 50


class ComparedRoom(Protocol):
    """What the notes need of their room."""

    room: LoadedRoom
    process: Process

    @property
    def state(self) -> GameState | None: ...
    def seat_of(self, player: int | None) -> int | None: ...


class AddressNotes:
    """The addresses that this process has noted for the games of one room, if it compares them."""

    def __init__(self, hub: ComparedRoom) -> None:
        self._hub = hub
        # By game, then player. Holds the last two games only: the running one and the next.
        self._noted: dict[str, dict[int, set[str]]] = {}

    def note_players(self, sockets: Iterable[Listener]) -> None:
        state = self._hub.state
        if self._hub.room.compares_addresses and state is not None and state.status == "playing":
            playing = [each for each in sockets if self._hub.seat_of(each.player) is not None]
            self.note(state.code, playing)

    def note(self, game: str, sockets: Iterable[Listener]) -> None:
        if not self._hub.room.compares_addresses:
            return
        new = []
        noted = self._of(game)
        for socket in sockets:
            if socket.player is None:
                continue
            known = noted[socket.player]
            if socket.address not in known and len(known) < MAX_ADDRESSES:
                known.add(socket.address)
                new.append((socket.player, socket.address))
        if new:
            # In the background, and once per player and game: a move must not wait for a query.
            self._hub.process.spawn(self._store(game, new))

    def _of(self, game: str) -> dict[int, set[str]]:
        if game not in self._noted:
            self._noted = dict(list(self._noted.items())[-1:])
            self._noted[game] = defaultdict(set)
        return self._noted[game]

    async def _store(self, game: str, addresses: list[tuple[int, str]]) -> None:
        room_id = self._hub.room.id
        try:
            await in_database(lambda: rated_eligibility.note_addresses(room_id, game, addresses))
        except DatabaseError as error:
            logger.warning("addresses could not be noted: %s", error)
            noted = self._of(game)
            for player, address in addresses:
                # Forget the address here, so that the player's next socket stores it.
                noted[player].discard(address)
