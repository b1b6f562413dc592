"""The socket of a tournament: join, pause, standings."""

from collections.abc import Callable
from functools import partial
from typing import Any

from games.core.protocol.errors import CloseCode
from games.core.protocol.tournament_commands import (
    TOURNAMENT_DECODER,
    Join,
    Pause,
    TournamentPing,
    TournamentSync,
)
from games.core.protocol.tournament_messages import TournamentPong
from games.platform.clock import now_ms
from games.platform.database.threads import in_database
from games.platform.limits.turns import READS
from games.site.events.tournaments import joining
from games.site.events.tournaments.hub import TournamentHub, TournamentHubs
from games.site.events.tournaments.private import find_visible
from games.tables.live.registry import current_hubs
from games.tables.sockets.connection import Connection, Receive, Scope, serve
from games.tables.sockets.handlers import handles
from games.tables.sockets.outbox import Send, Wire
from games.tables.sockets.session import Visitor


class TournamentSocket(Connection):
    """One connection at `/ws/v1/tournaments/<code>/`."""

    KIND = "tournament"
    DECODER = TOURNAMENT_DECODER

    def __init__(self, code: str, visitor: Visitor, wire: Wire) -> None:
        super().__init__(visitor, wire)
        # Kept here, because current_hubs() would create new ones during shutdown.
        self.tournaments = current_hubs().of(TournamentHubs)
        self.code = code
        self.hub: TournamentHub | None = None

    async def enter(self) -> bool:
        if self.contact.locked:
            self.drop(CloseCode.FORBIDDEN)
            return False
        tournament = await in_database(partial(find_visible, self.code, self.player))
        hub = None if tournament is None else await self.tournaments.enter(tournament.pk)
        if hub is None:
            self.drop(CloseCode.NO_SUCH_ROOM)
            return False
        # No await between the welcome and joining the listeners: an update could get lost.
        self.send(hub.state_for_client(self.you()))
        self.hub = hub
        hub.listeners.add(self)
        return True

    def leave(self) -> None:
        if self.hub is not None:
            self.tournaments.discard(self.hub, self)

    async def _change(self, work: Callable[[int, int], Any]) -> None:
        """Change the player's part. Raises Refused."""
        me, hub = self.me(), self.hub
        assert hub is not None
        async with self.limits.one_change():
            await in_database(partial(work, hub.id, me))
        self.tournaments.notify()

    @handles(Join)
    async def join(self, command: Join) -> None:
        await self._change(joining.join)

    @handles(Pause)
    async def pause(self, command: Pause) -> None:
        await self._change(joining.pause)

    @handles(TournamentSync)
    async def sync(self, command: TournamentSync) -> None:
        assert self.hub is not None
        async with READS.turn_of(self.address):
            self.send(self.hub.snapshot())

    @handles(TournamentPing)
    async def ping(self, command: TournamentPing) -> None:
        assert self.hub is not None
        seq = self.hub.state.seq
        self.send(TournamentPong(time=now_ms(), seq=seq))
        if command.seq is not None and command.seq < seq:
            self.send(self.hub.snapshot())


async def tournament_socket(scope: Scope, receive: Receive, send: Send) -> None:
    code: str = scope["url_route"]["kwargs"]["code"]
    await serve(partial(TournamentSocket, code), scope, receive, send)
