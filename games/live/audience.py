"""What each socket of a room gets of the messages about people: the one place that filters them."""

from typing import NamedTuple

from msgspec.structs import replace

from games.conduct.contact import Contact
from games.protocol.frames import Message
from games.protocol.room_messages import ChatLine, People, Reaction, RoomUpdate, Welcome
from games.rooms.chat import Line

ABOUT_PEOPLE = (Reaction, RoomUpdate)
"""The messages that may differ between sockets."""


class Audience(NamedTuple):
    """Sockets that get the same messages. `talks`: whether they get chat lines at this table.
    `strangers`: whether people meet there who do not know each other.
    """

    contact: Contact
    talks: bool
    strangers: bool


def seen_by(audience: Audience, message: Message) -> Message | None:
    """Return what these sockets get instead of a message; None for nothing."""
    match message:
        case Reaction():
            return message if audience.contact.hears(message.player) else None
        case _:
            return message


def welcome_for(
    audience: Audience, player: int | None, welcome: Welcome, lines: tuple[Line, ...]
) -> Welcome:
    """Return what this player's socket gets instead of a welcome, with its lines of chat."""
    return replace(welcome, chat=_lines_for(audience, player, lines))


def people_for(
    audience: Audience, player: int | None, people: People, lines: tuple[Line, ...]
) -> People:
    """Return what this player's socket gets instead of such a message, with its lines of chat."""
    return replace(people, chat=_lines_for(audience, player, lines))


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
