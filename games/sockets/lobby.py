"""The socket of the lobby: open tables, play now, challenges."""

from collections.abc import Callable
from typing import Any, ClassVar

from games.accounts.names import find_account
from games.clock import now_ms
from games.live import LobbyHub, current_hubs
from games.matchmaking import challenges, tickets
from games.protocol import (
    LOBBY,
    Accept,
    Cancel,
    Challenge,
    Command,
    Company,
    Decline,
    ErrorCode,
    LobbyPing,
    LobbySync,
    Play,
    Withdraw,
)
from games.rooms import Refused, checked_wish
from games.sockets.connection import Connection, Handler, Receive, Scope, serve
from games.sockets.outbox import Send, Wire
from games.sockets.session import Visitor
from games.store.database import in_database


class LobbySocket(Connection):
    """One connection at `/ws/v1/lobby/`."""

    LANGUAGE = LOBBY
    HANDLERS: ClassVar[dict[type[Command], Handler]] = {}

    def __init__(self, visitor: Visitor, wire: Wire) -> None:
        super().__init__(visitor, wire)
        # Kept: who leaves while the process ends must not call a new one into being.
        self.lobby: LobbyHub = current_hubs().lobby

    async def enter(self) -> bool:
        """Join the lobby's hub."""
        lobby = self.lobby
        await lobby.enter(self)
        state = lobby.state
        mine = self.player if self.player is not None else 0
        self.welcome(
            **lobby.truth(),
            ticket=state.tickets.get(mine),
            challenges=state.challenges.get(mine, []),
        )
        # No await since the state was read: nothing is missed.
        lobby.listeners.add(self)
        return True

    def leave(self) -> None:
        """Leave the lobby's hub."""
        self.lobby.discard(self)

    async def _change(self, work: Callable[[], Any]) -> None:
        """Do a change in the database, and let everybody know. Raises Refused."""
        self.spend("change", ErrorCode.RATE_LIMITED)
        await in_database(work)
        current_hubs().poke_lobbies()

    async def play(self, command: Play) -> None:
        """Look for people."""
        me = self.me()
        wish = checked_wish(command.variant, command.switches, command.clock, command.rated)
        await self._change(lambda: tickets.play(me, wish, command.players))

    async def cancel(self, command: Cancel) -> None:
        """Look no more."""
        me = self.me()
        await self._change(lambda: tickets.cancel(me))

    async def company(self, command: Company) -> None:
        """Play with bots."""
        me = self.me()
        wish = checked_wish(command.variant, command.switches, command.clock, False)
        self.spend("room", ErrorCode.FORBIDDEN)
        code = await in_database(
            lambda: tickets.play_with_bots(me, wish, command.bots, command.wanted)
        )
        current_hubs().poke_lobbies()
        self.say({"type": "paired", "room": code})

    async def challenge(self, command: Challenge) -> None:
        """Ask one player for a game."""
        me = self.me()
        wish = checked_wish(command.variant, command.switches, command.clock, command.rated)

        def ask() -> None:
            asked = find_account(command.name)
            if asked is None:
                raise Refused(ErrorCode.NOT_FOUND, f"There is no player called {command.name}.")
            challenges.challenge(me, asked, wish)

        await self._change(ask)

    async def accept(self, command: Accept) -> None:
        """Say yes."""
        me = self.me()
        self.spend("room", ErrorCode.FORBIDDEN)
        await self._change(lambda: challenges.accept(me, command.challenge))

    async def decline(self, command: Decline) -> None:
        """Say no."""
        me = self.me()
        await self._change(lambda: challenges.decline(me, command.challenge))

    async def withdraw(self, command: Withdraw) -> None:
        """Take a challenge back."""
        me = self.me()
        await self._change(lambda: challenges.withdraw(me, command.challenge))

    async def sync(self, command: LobbySync) -> None:
        """Send the whole lobby."""
        self.say({"type": "snapshot", **self.lobby.truth()})

    async def ping(self, command: LobbyPing) -> None:
        """Answer with the number of the last update."""
        seq = self.lobby.seq
        self.say({"type": "pong", "time": now_ms(), "seq": seq})
        if command.seq is not None and command.seq < seq:
            self.say({"type": "snapshot", **self.lobby.truth()})


LobbySocket.HANDLERS = {
    Play: LobbySocket.play,
    Cancel: LobbySocket.cancel,
    Company: LobbySocket.company,
    Challenge: LobbySocket.challenge,
    Accept: LobbySocket.accept,
    Decline: LobbySocket.decline,
    Withdraw: LobbySocket.withdraw,
    LobbySync: LobbySocket.sync,
    LobbyPing: LobbySocket.ping,
}


async def lobby_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection to the lobby (ASGI 3)."""
    await serve(LobbySocket, scope, receive, send)
