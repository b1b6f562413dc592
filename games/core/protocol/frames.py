"""Frames: their base types and fields, the messages that all sockets send, and the code that
decodes commands and encodes messages. The types of games are in `games.core.engine.fields`.

When msgspec first decodes or converts to a type, it reads the annotations and keeps the result. If
two threads do so at the same moment, one of them uses a half-finished result, and the process
crashes (msgspec 0.22, structs and named tuples). So a module prepares its types when it is
imported, if threads decode them.
"""

import operator
import re
import sys
import unicodedata
from collections.abc import Callable
from functools import reduce
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.fields import PlayerId, Record, Seq
from games.core.protocol.errors import ErrorCode, ProtocolError
from games.core.rules import RULES_LENGTH

# Invisible, and part of how people write: joiners (Persian, Sinhala, emoji of families), and the
# marks that keyboards for Hebrew and Arabic send. None of them moves other text.
HARMLESS = "\u200c\u200d\u200e\u200f"
# A black flag with these behind it is the flag of Scotland and the like.
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
# Invisible characters that are not white space: those, the empty Braille cell, Hangul fillers.
BLANKS = HARMLESS + "\u2800\u115f\u1160\u3164\uffa0"
MAX_CHAT = 200


def check_text(text: str) -> None:
    """Raise ProtocolError if nothing in `text` is visible, or if it has control or direction
    characters: PostgreSQL refuses NUL, and the others can garble a page.
    """
    rest = FLAG.sub("", text)
    if any(unicodedata.category(c) in ("Cc", "Cs", "Cf") and c not in HARMLESS for c in rest):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "Please use plain text only.")
    if all(char.isspace() or char in BLANKS for char in text):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "The message is empty.")


RulesId = Annotated[
    str,
    msgspec.Meta(
        max_length=RULES_LENGTH, description="The id of a game, or the text of house rules."
    ),
]

# In Python "$" also matches before a final line end, which must be refused; JSON Schema lacks "\Z".
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]
SealText = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
SaltText = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
Switches = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=20)], Annotated[str, msgspec.Meta(max_length=20)]],
    msgspec.Meta(max_length=8),
]
# Pictures and phrases; each browser shows a phrase in its own language.
ReactionName = Literal[
    "clap",
    "fire",
    "laugh",
    "wow",
    "cry",
    "luck",
    "good_luck",
    "nice_roll",
    "so_close",
    "ouch",
    "well_played",
    "thanks",
]
Seed = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,32}$(?!\n)")]


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


MAX_BYTES = 4096


def prepare_types(*types: type) -> None:
    """Let msgspec read the annotations of these types, and of the types of their fields."""
    for each in types:
        msgspec.json.Decoder(each)


def prepare_structs(module: str) -> None:
    """Prepare all structs of a module, which calls this at its end with its `__name__`."""
    for each in list(vars(sys.modules[module]).values()):
        if isinstance(each, type) and issubclass(each, msgspec.Struct):
            prepare_types(each)


class _Envelope(msgspec.Struct):
    """The fields needed to answer a malformed command."""

    type: str = ""
    id: CommandId | None = None


_decode_envelope = msgspec.json.Decoder(_Envelope).decode
_encode = msgspec.json.Encoder().encode

# A lone surrogate cannot be encoded. Deep nesting exceeds the parser's limit.
_UNREADABLE = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)


class CommandDecoder:
    """Decodes the commands of one kind of socket.

    `union` is the union of `commands`: msgspec chooses the type by its tag.
    """

    def __init__(self, commands: tuple[type[Command], ...]) -> None:
        self.commands = commands
        self.union = reduce(operator.or_, commands)
        self._types = frozenset(map(type_of, commands))
        self._decode: Callable[[str], Command] = msgspec.json.Decoder(self.union).decode

    def parse(self, text: str) -> Command:
        """Return the command in one text frame. Raises ProtocolError."""
        # A character has at most four bytes, so only long texts must be encoded to be measured.
        if len(text) * 4 > MAX_BYTES and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
            raise ProtocolError(
                ErrorCode.TOO_LARGE, f"A message can have at most {MAX_BYTES} bytes."
            )
        try:
            command = self._decode(text)
        except _UNREADABLE as error:
            raise self._explain(text, error) from error
        command.check()
        return command

    def _explain(self, text: str, error: Exception) -> ProtocolError:
        """Return why `text` could not be decoded."""
        try:
            type_ = _decode_envelope(text).type
        except _UNREADABLE:
            return ProtocolError(ErrorCode.BAD_MESSAGE, "This is not a valid message.")
        if type_ not in self._types:
            return ProtocolError(ErrorCode.UNKNOWN_TYPE, "Unknown message type.")
        if str(error).endswith("`$.seed`"):
            return ProtocolError(ErrorCode.BAD_SEED, "A seed must have 1 to 32 letters or digits.")
        return ProtocolError(ErrorCode.BAD_MESSAGE, str(error))


def type_of(frame: type[Command | Message]) -> str:
    """Return the JSON `type` of a kind of frame."""
    return str(frame.__struct_config__.tag)


def id_of(text: str) -> str | None:
    """Return the id of a malformed frame, or None if it cannot be read."""
    try:
        return _decode_envelope(text).id
    except _UNREADABLE:
        return None


def encode(message: Message) -> str:
    """Return `message` as the text of one frame."""
    return _encode(message).decode()
