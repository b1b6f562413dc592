"""The base types of all frames, and the messages that both sockets send."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.fields import PlayerId, Record, Seq
from games.core.protocol.errors import ErrorCode
from games.core.protocol.fields import CommandId

VERSION: Literal[1] = 1
"""The version of the protocol, which every `welcome` names."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A frame from a browser. The answer repeats `id`. A command sent again with the same id counts
    as the same command.
    """

    id: CommandId | None = None

    def check(self) -> None:
        """Raise ProtocolError for content that the types of the fields cannot exclude."""


class Message(Record, frozen=True, tag_field="type", kw_only=True):
    """A frame from the server."""


class You(Record, frozen=True):
    """The player as the server knows them: null for visitors without a name."""

    player: PlayerId | None
    name: str | None
    guest: bool


class Ack(Message, tag="ack", frozen=True, kw_only=True):
    """Done, and committed if it is stored. `seq` is the command's last event."""

    id: CommandId
    seq: Seq | UnsetType = UNSET


class Error(Message, tag="error", frozen=True, kw_only=True):
    """Refused, and nothing has changed. Only after `busy` and `server_error` it may have been done.
    `message` is in the language of the handshake's cookie `language` or header `Accept-Language`.
    No `id`: the frame had none that could be read. `free`: a free name instead of the one that is
    taken.
    """

    code: ErrorCode
    message: str
    free: str | UnsetType = UNSET
    id: CommandId | UnsetType = UNSET


class Bye(Message, tag="bye", frozen=True, kw_only=True):
    """The server is about to close with 1012: reconnect after a random time of up to `retry`
    milliseconds.
    """

    reason: str
    retry: Annotated[int, msgspec.Meta(ge=0)]
