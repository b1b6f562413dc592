"""Decodes frames to commands, and encodes messages to frames. Prepares types before threads use
them.

When msgspec first decodes or converts to a type, it reads the annotations and keeps the result. If
two threads do so at the same moment, one of them uses a half-finished result, and the process
crashes (msgspec 0.22, structs and named tuples). So a module prepares its types when it is
imported, if threads decode them.
"""

import operator
import sys
from collections.abc import Callable
from functools import reduce

import msgspec

from games.core.protocol.errors import ErrorCode, ProtocolError
from games.core.protocol.fields import CommandId
from games.core.protocol.frames import Command, Message

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
