"""The base types of all frames, and the messages that both sockets send."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.fields import PlayerId, Record, Seq
from games.protocol.errors import ErrorCode
from games.protocol.fields import CommandId

VERSION: Literal[1] = 1
"""The version of the protocol, which every `welcome` names."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A frame from a browser. The answer repeats `id`. A command sent again with the same id is
    the same command.
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
    """The command is done, and committed if it is stored. `seq`: number of the event it led to."""

    id: CommandId
    seq: Seq | UnsetType = UNSET


class Error(Message, tag="error", frozen=True, kw_only=True):
    """The command was refused, and changed nothing (except perhaps if `busy` or `server_error`)."""

    code: ErrorCode
    message: str
    id: CommandId | UnsetType = UNSET


class Bye(Message, tag="bye", frozen=True, kw_only=True):
    """The server is about to close the connection. Connect again after `retry` milliseconds."""

    reason: str
    retry: Annotated[int, msgspec.Meta(ge=0)]
