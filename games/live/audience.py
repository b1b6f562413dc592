"""What each socket of a room gets of the messages about people: the one place that filters them."""

from typing import NamedTuple

from msgspec.structs import replace

from games.conduct.contact import Contact
from games.protocol.frames import Message
from games.protocol.room_messages import ChatLine, People, Reaction, RoomUpdate, Welcome

ABOUT_PEOPLE = (ChatLine, Reaction, RoomUpdate)
"""The messages that may differ between sockets."""


class Audience(NamedTuple):
    """Sockets that get the same messages. `talks`: whether they get chat lines at this table."""

    contact: Contact
    talks: bool


def seen_by(audience: Audience, message: Message) -> Message | None:
    """Return what these sockets get instead of a message; None for nothing."""
    match message:
        case ChatLine():
            return message if _gets(audience, message) else None
        case Reaction():
            return message if audience.contact.hears(message.player) else None
        case _:
            return message


def welcome_for(audience: Audience, welcome: Welcome) -> Welcome:
    """Return what these sockets get instead of a welcome."""
    return replace(welcome, chat=_lines_for(audience, welcome.chat))


def people_for(audience: Audience, people: People) -> People:
    """Return what these sockets get instead of such a message."""
    return replace(people, chat=_lines_for(audience, people.chat))


def _lines_for(audience: Audience, lines: tuple[ChatLine, ...]) -> tuple[ChatLine, ...]:
    return tuple([line for line in lines if _gets(audience, line)])


def _gets(audience: Audience, line: ChatLine) -> bool:
    return audience.talks and audience.contact.hears(line.player)
