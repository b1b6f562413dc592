"""Decode frames to commands, and encode messages to frames."""

import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec

from games.protocol.commands import COMMANDS, AnyCommand, Chat, Command
from games.protocol.errors import ErrorCode, ProtocolError
from games.protocol.fields import CommandId

VERSION = 1


MOST_BYTES = 4096


# What nobody sees, though it is no space: the joiner, the empty Braille cell, Hangul fillers.
BLANKS = "\u200d\u2800\u115f\u1160\u3164\uffa0"


class _Envelope(msgspec.Struct):
    """The two fields by which even a refused command is answered."""

    type: str = ""
    id: CommandId | None = None


_peek = msgspec.json.Decoder(_Envelope).decode


class CommandDecoder:
    """The commands that one kind of socket understands.

    `commands` are the types, `union` is their union, which msgspec decodes by tag.
    """

    def __init__(self, commands: tuple[type[Command], ...], union: Any) -> None:
        self.types = frozenset(str(command.__struct_config__.tag) for command in commands)
        self._decode: Callable[[str], Command] = msgspec.json.Decoder(union).decode

    def parse(self, text: str) -> Command:
        """Return the command in one text frame. Raises ProtocolError."""
        # Four bytes a sign at most: the exact size matters only for frames near the limit.
        if len(text) * 4 > MOST_BYTES and len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise ProtocolError(ErrorCode.TOO_LARGE, f"A message has at most {MOST_BYTES} bytes.")
        try:
            command = self._decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise self._refused(text, error) from error
        if isinstance(command, Chat):
            check_text(command.text)
        return command

    def _refused(self, text: str, error: Exception) -> ProtocolError:
        try:
            type_ = _peek(text).type
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            return ProtocolError(ErrorCode.BAD_MESSAGE, "That is not a message.")
        if type_ not in self.types:
            return ProtocolError(ErrorCode.UNKNOWN_TYPE, "There is no message of that type.")
        if str(error).endswith("`$.seed`"):
            return ProtocolError(ErrorCode.BAD_SEED, "A seed has 1 to 32 letters and digits.")
        return ProtocolError(ErrorCode.BAD_MESSAGE, str(error))


ROOM = CommandDecoder(COMMANDS, AnyCommand)


parse = ROOM.parse


def id_of(text: str) -> str | None:
    """Return the id of a frame that `parse` refused, if it has a readable one."""
    try:
        return _peek(text).id
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None


def check_text(text: str) -> None:
    """Raise ProtocolError if `text` holds control or direction signs, which PostgreSQL (NUL) or
    readers would stumble over, or nothing to see.
    """
    # The joiner is what families of emoji are made with.
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Cf") and sign != "\u200d" for sign in text):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "Plain text only, please.")
    if all(sign.isspace() or sign in BLANKS for sign in text):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "There is nothing to read.")


_encode = msgspec.json.Encoder().encode


def encode(message: dict[str, Any]) -> str:
    """Return `message` as the text of one frame."""
    return _encode(message).decode()


def ack(id_: str, seq: int | None = None) -> dict[str, Any]:
    """Return the answer to a command that was done (and committed, where it is kept)."""
    message: dict[str, Any] = {"type": "ack", "id": id_}
    if seq is not None:
        message["seq"] = seq
    return message


def error(code: str, message: str, id_: str | None = None) -> dict[str, Any]:
    """Return the one shape in which anything is refused."""
    refusal = {"type": "error", "code": code, "message": message}
    if id_ is not None:
        refusal["id"] = id_
    return refusal
