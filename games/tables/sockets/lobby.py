"""The socket of the lobby: open tables, play now, challenges."""

from collections.abc import Callable
from typing import Any

from games.core.protocol.errors import CloseCode, ErrorCode
from games.core.protocol.lobby_commands import (
    LOBBY_DECODER,
    Accept,
    Cancel,
    Challenge,
    Decline,
    LobbyPing,
    LobbySync,
    Play,
    PlayWithBots,
    Withdraw,
)
from games.core.protocol.lobby_messages import LobbyPong, Paired
from games.platform.clock import now_ms
from games.platform.database.threads import in_database
from games.platform.limits.turns import CHANGES, READS
from games.tables.live.registry import current_hubs
from games.tables.matchmaking import challenges, tickets
from games.tables.matchmaking.fellows_hub import FellowsHub
from games.tables.matchmaking.lobby_hub import LobbyHub
from games.tables.rooms.game_settings import checked_settings
from games.tables.sockets.connection import Connection, Receive, Scope, serve
from games.tables.sockets.handlers import handles
from games.tables.sockets.outbox import Send, Wire
from games.tables.sockets.session import Visitor


class LobbySocket(Connection):
    """One connection at `/ws/v1/lobby/`."""

    KIND = "lobby"
    DECODER = LOBBY_DECODER

    def __init__(self, visitor: Visitor, wire: Wire) -> None:
        super().__init__(visitor, wire)
        # Kept here, because current_hubs() would create new ones during shutdown.
        self.hubs = current_hubs()
        self.lobby = self.hubs.of(LobbyHub)
        self.fellows = self.hubs.of(FellowsHub)

    async def enter(self) -> bool:
        if self.contact.locked:
            self.drop(CloseCode.FORBIDDEN)
            return False
        lobby = self.lobby
        await lobby.enter(self)
        # No await between the welcome and joining the listeners: an update could get lost.
        self.send(lobby.state_for_client(self.you()))
        for message in lobby.mine_for_client(self.player):
            self.send(message)
        lobby.sockets.add(self)
        self.fellows.join(self)
        return True

    def leave(self) -> None:
        self.lobby.discard(self)
        self.fellows.discard(self)

    async def _change(self, work: Callable[[], Any]) -> None:
        """Change the database, and update all lobbies. Raises Refused."""
        async with self.limits.one_change():
            await in_database(work)
        self.hubs.process.notify_lobbies()

    @handles(Play)
    async def play(self, command: Play) -> None:
        """Search for players."""
        me = self.me()
        settings = checked_settings(command.variant, command.switches, command.clock, command.rated)
        await self._change(lambda: tickets.play(me, settings, command.players))

    @handles(Cancel)
    async def cancel(self, command: Cancel) -> None:
        me = self.me()
        await self._change(lambda: tickets.cancel(me))

    @handles(PlayWithBots)
    async def play_with_bots(self, command: PlayWithBots) -> None:
        me = self.me()
        settings = checked_settings(command.variant, command.switches, command.clock, False)
        self.limits.spend("room", ErrorCode.FORBIDDEN)
        async with CHANGES.turn_of(self.address):
            code = await in_database(
                lambda: tickets.play_with_bots(me, settings, command.bots, command.wanted)
            )
        self.hubs.process.notify_lobbies()
        self.send(Paired(room=code))

    @handles(Challenge)
    async def challenge(self, command: Challenge) -> None:
        me = self.me()
        settings = checked_settings(command.variant, command.switches, command.clock, command.rated)

        await self._change(
            lambda: challenges.challenge(me, challenges.find_challenged(command.name), settings)
        )

    @handles(Accept)
    async def accept(self, command: Accept) -> None:
        me = self.me()
        self.limits.spend("room", ErrorCode.FORBIDDEN)
        await self._change(lambda: challenges.accept(me, command.challenge))

    @handles(Decline)
    async def decline(self, command: Decline) -> None:
        me = self.me()
        await self._change(lambda: challenges.decline(me, command.challenge))

    @handles(Withdraw)
    async def withdraw(self, command: Withdraw) -> None:
        me = self.me()
        await self._change(lambda: challenges.withdraw(me, command.challenge))

    @handles(LobbySync)
    async def sync(self, command: LobbySync) -> None:
        async with READS.turn_of(self.address):
            self.send(self.lobby.snapshot())

    @handles(LobbyPing)
    async def ping(self, command: LobbyPing) -> None:
        """Answer with the number of the last update."""
        if command.looking:
            self.lobby.note_look()
        seq = self.lobby.seq
        self.send(LobbyPong(time=now_ms(), seq=seq))
        if command.seq is not None and command.seq < seq:
            self.send(self.lobby.snapshot())


async def lobby_socket(scope: Scope, receive: Receive, send: Send) -> None:
    await serve(LobbySocket, scope, receive, send)
