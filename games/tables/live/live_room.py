"""A room as its parts see it: what this process knows of it, and who is in it."""

from functools import partial

from msgspec import UNSET

from games.core.engine import GameState, seen
from games.core.protocol.frames import Message
from games.platform.clock import monotonic
from games.tables.live.audience import ABOUT_PEOPLE, Audience, gets_line, seen_by
from games.tables.live.game import LiveGame
from games.tables.live.listener import Listener, send_to_all, send_to_groups
from games.tables.live.presence import Presence
from games.tables.live.process import Process
from games.tables.rooms.chat import Line
from games.tables.rooms.room_view import LoadedRoom


class LiveRoom:
    """The room, its game and its sockets in this process."""

    def __init__(self, room: LoadedRoom, process: Process) -> None:
        self.room = room
        self.process = process
        self.game: LiveGame | None = None
        self.listeners: set[Listener] = set()
        self.presence = Presence(monotonic())
        self.presence.operators = room.operators

    def broadcast(self, message: Message) -> None:
        """Send one message to all sockets here, without what their players do not want."""
        if isinstance(message, ABOUT_PEOPLE):
            send_to_groups(
                self.listeners,
                self.audience_of,
                partial(seen_by, message=message, old_names=self.room.old_names),
            )
        else:
            send_to_all(self.listeners, message)

    def audience_of(self, listener: Listener) -> Audience:
        """Return the group of sockets that get the same messages about people as this one."""
        contact, talk = listener.contact, self.room.view.talk
        opened = talk is UNSET or listener.player in talk
        talks = opened and not contact.chat_off and not contact.locked
        return Audience(contact, talks, strangers=talk is not UNSET)

    def show_line(self, line: Line) -> None:
        """Send a line of chat to the sockets that get it."""
        send_to_groups(
            self.listeners,
            lambda each: gets_line(self.audience_of(each), each.player, line),
            lambda gets: line.message() if gets else None,
        )

    @property
    def state(self) -> GameState | None:
        """The newest state of the game, None if there is no game."""
        return None if self.game is None else self.game.state

    def casual_state(self) -> GameState | None:
        """Return the state of a casual game, as spectators see it; None for rated games."""
        state = self.state
        # The room's flag is enough: either all games of a room are rated, or none is.
        return None if self.room.view.rated or state is None else seen(state, None)

    def name_of(self, player: int) -> str | None:
        """Return the name of somebody who sits here, as the table knows it; None for others."""
        return next((each.name for each in self.room.view.seats if each.player == player), None)

    def seat_of(self, player: int | None) -> int | None:
        """Return the player's seat in the game, or None."""
        if self.game is None or player is None:
            return None
        for number, seat in enumerate(self.game.state.seats):
            if seat.player == player:
                return number
        return None

    def has_place(self, player: int) -> bool:
        """Whether a player has a seat at the table or in its game, or acts for one who has."""
        seated = player in self.room.players or player in self.room.operators.values()
        return seated or self.seat_of(player) is not None

    def acts_for(self, player: int | None, seated: int | None) -> bool:
        """Whether a player may act for the one who is `seated`: themselves, or one who shares
        their device.
        """
        return seated is not None and player in (seated, self.room.operators.get(seated))

    def seats_of(self, player: int | None) -> list[int]:
        """Return the seats of the game for which the player may act."""
        if self.game is None or player is None:
            return []
        seats = enumerate(self.game.state.seats)
        return [number for number, seat in seats if self.acts_for(player, seat.player)]

    def viewer_of(self, player: int | None) -> int | None:
        """Return the seat whose view the player gets; None in turns, where all get the same."""
        state = self.state
        return None if state is None or state.mode == "turns" else self.seat_of(player)

    def is_hidden_from(self, player: int | None) -> bool:
        """Whether the game shares its dice with others, and the player does not play here."""
        shares = self.game is not None and bool(self.game.state.share)
        return shares and self.seat_of(player) is None

    def spectators(self) -> list[Listener]:
        """Return the sockets of people who do not play."""
        state = self.state
        players = set() if state is None else {seat.player for seat in state.seats}
        players.update(self.room.operators.values())
        return [listener for listener in self.listeners if listener.player not in players]

    def connected(self) -> frozenset[int] | None:
        """Return the players who are here in any process, or None if that is unknown."""
        return self.presence.here(monotonic())[0] if self.process.knows_presence() else None
