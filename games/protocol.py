"""Bytes in -> command; messages -> text. Version 1 of what room sockets speak.

docs/protocol.md explains every message; docs/protocol.schema.json is generated from these types.
"""

import unicodedata
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, ClassVar

import msgspec

VERSION = 1
MOST_BYTES = 4096
MOST_CHAT = 200
TRY_AGAIN = "The server is busy. Please try again."
# What nobody sees, though it is no space: the joiner, the empty Braille cell, Hangul fillers.
BLANKS = "\u200d\u2800\u115f\u1160\u3164\uffa0"

# In Python "$" also matches before a line end at the end, which must not slip through; "\\Z" would
# say so, but not in JSON Schema.
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]
GameCode = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,16}$(?!\n)")]
Seed = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,32}$(?!\n)")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Position = Annotated[int, msgspec.Meta(ge=0, le=4)]
Hold = Annotated[tuple[Position, ...], msgspec.Meta(max_length=5)]
TurnNumber = Annotated[int, msgspec.Meta(ge=1, le=1000)]
RollsMade = Annotated[int, msgspec.Meta(ge=0, le=3)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class ErrorCode(StrEnum):
    """Why something was refused: malformed, who, when, rules, or us."""

    BAD_MESSAGE = "bad_message"
    UNKNOWN_TYPE = "unknown_type"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    SIGN_IN_FIRST = "sign_in_first"
    NOT_SEATED = "not_seated"
    NOT_YOUR_TURN = "not_your_turn"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    STALE = "stale"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    GAME_OVER = "game_over"
    ROOM_FULL = "room_full"
    SEAT_TAKEN = "seat_taken"
    BAD_SEED = "bad_seed"
    NO_ROLLS_LEFT = "no_rolls_left"
    MUST_ROLL_FIRST = "must_roll_first"
    BAD_HOLD = "bad_hold"
    NO_SUCH_BOX = "no_such_box"
    BOX_FILLED = "box_filled"
    BOX_NOT_ALLOWED = "box_not_allowed"
    BUSY = "busy"
    SERVER_ERROR = "server_error"


class CloseCode:
    """Codes with which the server closes; always after accepting, or browsers see only 1006."""

    SESSION_ENDED: ClassVar = 4401
    FORBIDDEN: ClassVar = 4403
    NO_SUCH_ROOM: ClassVar = 4404
    IDLE: ClassVar = 4408
    FLOODING: ClassVar = 4429
    TOO_MANY_SOCKETS: ClassVar = 4430
    UNAVAILABLE: ClassVar = 4503
    RESTART: ClassVar = 1012


class ProtocolError(ValueError):
    """A frame that is no command. The connection lives on."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all commands share: `id`, echoed in the answer, makes a resent command the same one."""

    id: CommandId | None = None


class Roll(Command, tag="roll", frozen=True, kw_only=True):
    """Throw the dice that are not held; `roll` counts the rolls made so far in this turn."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    hold: Hold = ()


class Score(Command, tag="score", frozen=True, kw_only=True):
    """Fill a box with the dice on the table."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    category: Annotated[str, msgspec.Meta(max_length=30)]
    column: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class Hint(Command, tag="hint", frozen=True, kw_only=True):
    """Ask what is best for the dice on the table, in a game that is not rated."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade


class Resign(Command, tag="resign", frozen=True, kw_only=True):
    """Give the game up."""

    game: GameCode


class PlayOn(Command, tag="play_on", frozen=True, kw_only=True):
    """Have an absent player's seat played automatically until he is back."""

    game: GameCode
    seat: SeatNumber


class Back(Command, tag="back", frozen=True, kw_only=True):
    """Play one's own seat again."""

    game: GameCode


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a seat, the first free one if none is named."""

    seat: SeatNumber | None = None
    seed: Seed | None = None


class Stand(Command, tag="stand", frozen=True, kw_only=True):
    """Leave one's seat; not during a game."""


class Ready(Command, tag="ready", frozen=True, kw_only=True):
    """Show the others that one is ready, or not."""

    ready: bool = True


class SetSeed(Command, tag="seed", frozen=True, kw_only=True):
    """Change one's client seed for the next game."""

    seed: Seed


class Start(Command, tag="start", frozen=True, kw_only=True):
    """The host's: begin the next game."""


class Close(Command, tag="close", frozen=True, kw_only=True):
    """The host's: close a free seat."""

    seat: SeatNumber


class Open(Command, tag="open", frozen=True, kw_only=True):
    """The host's: open a closed seat."""

    seat: SeatNumber


class Remove(Command, tag="remove", frozen=True, kw_only=True):
    """The host's: send the player of a seat away for good; not during a game."""

    seat: SeatNumber


class AddBot(Command, tag="add_bot", frozen=True, kw_only=True):
    """The host's: give a bot a seat, the first free one if none is named; not during a game."""

    bot: Annotated[str, msgspec.Meta(max_length=20)]
    seat: SeatNumber | None = None


class Fill(Command, tag="fill", frozen=True, kw_only=True):
    """The host's: give every free seat to a bot; not during a game."""


class StandIns(Command, tag="stand_ins", frozen=True, kw_only=True):
    """The host's: whether a bot plays for whoever leaves; not during a game."""

    on: bool


class Rematch(Command, tag="rematch", frozen=True, kw_only=True):
    """Ask for another game with the same people; it begins when all have asked."""

    seed: Seed | None = None


class Select(Command, tag="select", frozen=True, kw_only=True):
    """Show the others which dice one thinks of holding. Volatile, never acknowledged."""

    game: GameCode
    turn: TurnNumber
    hold: Hold


class Chat(Command, tag="chat", frozen=True, kw_only=True):
    """Say something in the room."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_CHAT)]


class Mute(Command, tag="mute", frozen=True, kw_only=True):
    """The host's: mute a person, or without `player` everybody who only watches, or undo it."""

    player: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)] | None = None
    muted: bool


class Sync(Command, tag="sync", frozen=True, kw_only=True):
    """Ask for what is missing after `seq` of `game`."""

    game: GameCode | None = None
    seq: Seq = 0


class Ping(Command, tag="ping", frozen=True, kw_only=True):
    """Show that one is there, and how far one has read."""

    game: GameCode | None = None
    seq: Seq | None = None
    rev: Seq | None = None


COMMANDS: tuple[type[Command], ...] = (
    Roll,
    Score,
    Hint,
    Resign,
    PlayOn,
    Back,
    Sit,
    Stand,
    Ready,
    SetSeed,
    Start,
    Close,
    Open,
    Remove,
    AddBot,
    Fill,
    StandIns,
    Rematch,
    Select,
    Chat,
    Mute,
    Sync,
    Ping,
)
# msgspec reads a union of tagged structs; mypy cannot follow one that is made from a tuple.
AnyCommand: Any = (
    Roll
    | Score
    | Hint
    | Resign
    | PlayOn
    | Back
    | Sit
    | Stand
    | Ready
    | SetSeed
    | Start
    | Close
    | Open
    | Remove
    | AddBot
    | Fill
    | StandIns
    | Rematch
    | Select
    | Chat
    | Mute
    | Sync
    | Ping
)


class _Envelope(msgspec.Struct):
    """The two fields by which even a refused command is answered."""

    type: str = ""
    id: CommandId | None = None


_peek = msgspec.json.Decoder(_Envelope).decode


class Language:
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


ROOM = Language(COMMANDS, AnyCommand)
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
