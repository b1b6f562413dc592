"""Sockets as live rooms and the lobby see them, messages to many of them, and what each socket of a
room gets of the messages about people: chat, reactions, names.

This is the first of two filters: it knows the table and whom a player hears, and makes each message
once for all sockets that get the same. The second, games/people/family/masking.py, is a wall behind
it for players with a family lock: it works on the finished frames of any kind.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from games.core.protocol.errors import CloseCode
from games.core.protocol.frames import Message, encode
from games.core.protocol.room_messages import ChatLine, People, Reaction, RoomUpdate, Welcome
from games.core.protocol.room_view import RoomView
from games.people.conduct.contact import Contact
from games.tables.rooms.chat import Line

Group = TypeVar("Group", bound=Hashable)


class Listener(Protocol):
    """A socket of this process, as its room or the lobby sees it."""

    # Whether it gets the whole view of a game instead of what changes in it.
    whole: bool
    player: int | None
    # The player whose browser it is: also of somebody who asked to be nobody.
    account: int | None
    name: str | None
    # Whether the player has no account.
    guest: bool
    session: str | None
    # The player's hashed password when the session was opened.
    password: str
    # Whom the player hears, and the `contact_rev` of their row when this was read.
    contact: Contact
    contact_rev: int
    address: str
    # When its last message or pong came, in monotonic seconds.
    heard_at: float

    def send_text(self, text: str) -> None:
        """Send one frame, soon and in order. Never raises, never blocks."""
        ...

    def drop(self, code: CloseCode) -> None:
        """Close the socket with this code."""
        ...

    def adopt_contact(self, rev: int, contact: Contact) -> None:
        """Take over whom the player hears from now on, and show it."""
        ...

    def enforce_timeout(self, now: float) -> None:
        """End a command that takes too long. `now`: monotonic seconds."""
        ...


def send_to_all(listeners: Iterable[Listener], message: Message) -> None:
    """Send all sockets one message."""
    text = encode(message)
    for listener in tuple(listeners):
        listener.send_text(text)


def send_to_groups(
    listeners: Iterable[Listener],
    group_of: Callable[[Listener], Group],
    make: Callable[[Group], Message | None],
) -> None:
    """Send each socket what `make` returns for its group; nothing if that is None."""
    groups: dict[Group, list[Listener]] = {}
    for listener in listeners:
        groups.setdefault(group_of(listener), []).append(listener)
    for group, members in groups.items():
        message = make(group)
        if message is not None:
            text = encode(message)
            for listener in members:
                listener.send_text(text)


ABOUT_PEOPLE = (Reaction, RoomUpdate)
"""The messages that may differ between sockets."""


class Audience(NamedTuple):
    """Sockets that get the same messages. `talks`: whether they get chat lines at this table.
    `strangers`: whether people meet there who do not know each other.
    """

    contact: Contact
    talks: bool
    strangers: bool


def seen_by(audience: Audience, message: Message, old_names: Mapping[int, str]) -> Message | None:
    """Return what these sockets get instead of a message; None for nothing. `old_names`: of people
    who have others now: who does not hear them does not get to know these.
    """
    match message:
        case RoomUpdate():
            return replace(message, room=_room_for(audience, message.room, old_names))
        case Reaction():
            return message if audience.contact.hears(message.player) else None
        case _:
            return message


def _room_for(audience: Audience, room: RoomView, old_names: Mapping[int, str]) -> RoomView:
    unheard = audience.contact.unheard & old_names.keys()
    if not unheard:
        return room
    seats = [
        replace(seat, name=old_names[seat.player]) if seat.player in unheard else seat
        for seat in room.seats
    ]
    return replace(room, seats=tuple(seats))


def welcome_for(
    audience: Audience,
    player: int | None,
    welcome: Welcome,
    lines: tuple[Line, ...],
    old_names: Mapping[int, str],
) -> Welcome:
    """Return what this player's socket gets instead of a welcome, with its lines of chat."""
    room = _room_for(audience, welcome.room, old_names)
    return replace(welcome, room=room, chat=_lines_for(audience, player, lines))


def people_for(
    audience: Audience,
    player: int | None,
    people: People,
    lines: tuple[Line, ...],
    old_names: Mapping[int, str],
) -> People:
    """Return what this player's socket gets instead of such a message, with its lines of chat."""
    room = _room_for(audience, people.room, old_names)
    return replace(people, room=room, chat=_lines_for(audience, player, lines))


def _lines_for(
    audience: Audience, player: int | None, lines: tuple[Line, ...]
) -> tuple[ChatLine, ...]:
    return tuple([line.message() for line in lines if gets_line(audience, player, line)])


def gets_line(audience: Audience, player: int | None, line: Line) -> bool:
    """Whether this player's socket gets a line. Where strangers meet only those get it whom it
    reached when it was written: nothing that was said before somebody opened the chat.
    """
    if not audience.talks or not audience.contact.hears(line.player):
        return False
    return not audience.strangers or (line.readers is not None and player in line.readers)
