"""A connection to a room: what all its commands need, and what keeps it up to date."""

import secrets
from collections.abc import Callable
from functools import partial

from msgspec import UNSET

from games.core.engine import view
from games.core.engine.actions import Action
from games.core.protocol import frames, room_commands
from games.core.protocol.errors import CloseCode, ErrorCode, Refused
from games.core.protocol.room_messages import People, Pong, Welcome
from games.people.conduct.contact import Contact
from games.people.family.masking import masked
from games.platform import metrics
from games.platform.clock import monotonic, now_ms
from games.platform.database.threads import in_database
from games.platform.limits.loop_share import LOOP_SHARE
from games.platform.limits.turns import READS
from games.record.log.loading import find_number
from games.tables.live.audience import people_for, welcome_for
from games.tables.live.game import find_earlier_answer
from games.tables.live.registry import current_hubs
from games.tables.live.room import RoomHub
from games.tables.sockets.connection import Connection
from games.tables.sockets.handlers import handles
from games.tables.sockets.outbox import Wire
from games.tables.sockets.session import Visitor

CROWD = 50
"""So many sockets in a room of one process are a crowd."""


class RoomConnection(Connection):
    """A connection that enters a room, acts in its game and changes it."""

    KIND = "room"
    DECODER = room_commands.ROOM_DECODER

    def __init__(
        self, code: str, whole: bool, seen: tuple[str, int] | None, visitor: Visitor, wire: Wire
    ) -> None:
        super().__init__(visitor, wire)
        self.code = code
        self.whole = whole
        self._seen = seen
        self._hub: RoomHub | None = None

    @property
    def hub(self) -> RoomHub:
        """The room, once the connection is in it."""
        assert self._hub is not None
        return self._hub

    async def enter(self) -> bool:
        hub = await current_hubs().enter(self.code)
        if hub is not None and self._seen is not None:
            await self._catch_up(hub, *self._seen)
        if hub is None or await hub.is_hidden_from(self.player):
            self.drop(CloseCode.NO_SUCH_ROOM)
            return False
        if len(hub.listeners) >= CROWD:
            # All that are here are told of each who comes.
            await LOOP_SHARE.turn(self.address)
        self._hub = hub
        # No await between the welcome and joining the listeners: an update could get lost.
        self.send(self._welcome(hub))
        hub.add(self)
        return True

    async def _catch_up(self, hub: RoomHub, code: str, seq: int) -> None:
        # The client may have seen more than this process: the server that told it may have died.
        if hub.game is None or hub.game.state.code != code:
            await hub.refresh()
        await hub.catch_up_to(code, seq, self.player)

    def _welcome(self, hub: RoomHub) -> Welcome:
        """Return everything that the browser needs to show the room, without what its player does
        not want.
        """
        game = hub.game
        shown = None if game is None else view(game.state, hub.seat_of(self.player))
        welcome = Welcome(
            protocol=frames.VERSION,
            time=now_ms(),
            you=self.you(),
            rev=hub.room.rev,
            room=hub.room.view,
            game=shown.game if shown else None,
            seq=shown.seq if shown else None,
            view=shown,
            presence=hub.presence.message(hub.room.players, monotonic(), self.contact),
            selection=game.selection if game else None,
            chat=(),
        )
        return welcome_for(
            hub.audience_of(self), self.player, welcome, hub.chat.all, hub.room.old_names
        )

    def adopt_contact(self, rev: int, contact: Contact) -> None:
        """Take over whom the player hears, and send the room again without the others."""
        super().adopt_contact(rev, contact)
        hub = self._hub
        if hub is not None:
            people = People(
                rev=hub.room.rev,
                room=hub.room_message().room,
                presence=hub.presence.message(hub.room.players, monotonic(), self.contact),
                chat=(),
            )
            lines, old = hub.chat.all, hub.room.old_names
            self.send(people_for(hub.audience_of(self), self.player, people, lines, old))

    def leave(self) -> None:
        if self._hub is not None:
            self._hub.discard(self)

    def send_text(self, text: str) -> None:
        """Send one frame; to a player with a family lock without chat and names of strangers."""
        shown = masked(text, self.contact, self.language) if self.contact.locked else text
        if shown is not None:
            super().send_text(shown)

    def seat_for(self, number: int | None) -> int | None:
        """Return the seat for which a command acts. Raises Refused."""
        return self.hub.seat_for(self.me(), number)

    async def request_action(
        self, code: str, action: Action, id_: str | None, number: int | None = None
    ) -> int:
        """Submit `action` of the player's seat to game `code`, or of the seat with this number.
        Return the seq it led to.

        A command that is sent again gets its old answer.
        """
        player = self.me()
        # Even a command without an id needs one: after a commit with an unknown outcome, it must be
        # recognised in the log. Ids belong to a player, and to a seat that they operate.
        who = player if number is None else f"{player}.{number}"
        by = f"{who}:{id_ or '.' + secrets.token_hex(8)}"
        hub = self.hub
        done = await hub.act(player, number, code, action, by)
        if done is None:
            done = await self._find_other_game(code, player, by)
        if done is None:
            done = await hub.act(player, number, code, action, by)
        if done is None and hub.game is None:
            raise Refused(ErrorCode.NOT_STARTED, "The game has not started yet.")
        if done is None:
            raise Refused(ErrorCode.STALE, "The game is over.")
        return done

    async def _find_other_game(self, code: str, player: int, by: str) -> int | None:
        """Return the seq that a command led to in another game than the one known here; None if it
        led to nothing there. Raises Refused.
        """
        # Anybody can name any game, so those of people who never had a place here cost no read.
        hub = self.hub
        if not (hub.has_place(player) or await hub.former.has(player)):
            if code == hub.room.view.next.game:
                await hub.refresh_for_claim()
            return None
        self.limits.spend("earlier-game")
        async with READS.turn_of(self.address):
            done = await find_earlier_answer(code, by)
            if done is not None:
                return await in_database(partial(find_number, code, done, player))
            # Another process may have started that game, and the hint may have been lost.
            await hub.refresh()
        return None

    async def change(self, work: Callable[[], object]) -> None:
        """Change the room. Raises Refused."""
        # Limited, because a change costs a transaction, and everybody gets the whole room again.
        async with self.limits.one_change():
            next_game = self.hub.room.view.next.game
            await self.hub.change(work)
            self.hub.addresses.note(next_game, (self,))

    # What keeps the client up to date

    @handles(room_commands.Sync)
    async def sync(self, command: room_commands.Sync) -> None:
        """Send what is missing."""
        async with READS.turn_of(self.address):
            await self.hub.catch_up_to(command.game, command.seq, self.player)
            message = self.hub.changes_since(command.game, command.seq, self.player)
            if message is not None:
                metrics.GAPS.add(of="client")
                self.send(message)

    @handles(room_commands.Ping)
    async def ping(self, command: room_commands.Ping) -> None:
        """Answer, and send what the client has missed."""
        await self.hub.catch_up_to(command.game, command.seq, self.player)
        self._pong(command, self.hub.seq_for(self.player))

    def do_at_once(self, command: frames.Command) -> bool:
        """Answer also a ping of a client that has seen no more of the game than this process."""
        if not isinstance(command, room_commands.Ping) or command.id is not None:
            return super().do_at_once(command)
        known = self.hub.seq_for(self.player)
        if command.seq is not None and known is not None and command.seq > known:
            return False
        self._pong(command, known)
        self._note_done(command)
        return True

    def _pong(self, command: room_commands.Ping, known: int | None) -> None:
        """Answer. `known`: how much this process knows of the game."""
        hub, game = self.hub, self.hub.game
        self.send(Pong(time=now_ms(), rev=hub.room.rev, seq=UNSET if known is None else known))
        is_current = game is not None and (command.game, command.seq) == (game.state.code, known)
        if command.seq is not None and not is_current:
            message = hub.changes_since(command.game, command.seq, self.player)
            if message is not None:
                metrics.GAPS.add(of="client")
                self.send(message)
        if command.rev is not None and command.rev < hub.room.rev:
            self.send(hub.room_message())
