"""The server's messages as browsers get them: deltas, and views as plain JSON."""

from typing import Any

import msgspec

from workshop.lab.loadtest import messages

Json = dict[str, Any]


class Welcome(messages.Welcome, tag="welcome", kw_only=True):
    """With the room: its next game and its terms."""

    view: Any
    room: Json


class Update(messages.Update, tag="update"):
    """New events, and the whole view."""

    view: Any


class Snapshot(messages.Snapshot, tag="snapshot"):
    """The whole view."""

    view: Any


class Room(messages.Room, tag="room"):
    """The room has changed."""

    room: Json


class RoundDone(messages.RoundDone, tag="done"):
    """Which seats are done with the round."""

    game: str
    done: list[int]


Message = (
    Welcome
    | Update
    | messages.Delta
    | Snapshot
    | messages.Ack
    | messages.Error
    | messages.Bye
    | Room
    | messages.Pong
    | messages.Presence
    | messages.Selection
    | messages.Chat
    | RoundDone
    | messages.People
    | messages.Chances
    | messages.Notice
    | messages.Reaction
)
decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
