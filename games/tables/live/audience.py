"""What each socket of a room gets of the messages about people: chat, reactions, names.

The first of two filters: it knows the table and whom a player hears, and makes each message once
for all sockets that get the same. The second, games/people/family/masking.py, is a wall behind it
for players with a family lock: it works on the finished frames of any kind.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from games.core.protocol.frames import Message
from games.core.protocol.room_messages import ChatLine, People, Reaction, RoomUpdate, Welcome
from games.core.protocol.room_view import RoomView
from games.people.conduct.contact import Contact
from games.tables.rooms.chat import Line

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
