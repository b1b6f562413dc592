"""The frames that a room's socket sends."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.protocol.errors import ErrorCode
from games.protocol.events import Event
from games.protocol.fields import CommandId, GameCode, SeatNumber, Seq, TurnNumber
from games.protocol.game_view import GameView, OptionView
from games.protocol.room_view import RoomView
from games.protocol.values import Face, Held, Milliseconds, Player, Record, RollNumber


class Message(Record, frozen=True, tag_field="type", kw_only=True):
    """One frame from the server."""


class You(Record, frozen=True):
    """Who the server takes you for; nobody by name: null."""

    player: Player | None
    name: str | None
    guest: bool


class Presence(Message, tag="presence", frozen=True, kw_only=True):
    """Who is here, who of the table is away, and how many watch. Volatile."""

    here: tuple[Player, ...]
    away: tuple[Player, ...]
    watching: Annotated[int, msgspec.Meta(ge=0)]


class Selection(Message, tag="selection", frozen=True, kw_only=True):
    """Which dice the acting seat thinks of holding. Volatile."""

    game: GameCode
    seat: SeatNumber
    turn: TurnNumber
    hold: Held


class HintOption(Record, frozen=True):
    """A choice: the faces to keep, or what filling a box does. `value`: expected points still to
    come after it, those of the box included; `loss`: how many fewer than after the best one.
    """

    keep: tuple[Face, ...] | None
    box: OptionView | None
    value: float
    loss: float


class Hint(Message, tag="hint", frozen=True, kw_only=True):
    """What is best for the dice on the table, best first; to the asker alone. `exact`: not
    estimated.
    """

    game: GameCode
    turn: TurnNumber
    roll: RollNumber
    exact: bool
    options: tuple[HintOption, ...]


class Chances(Message, tag="chances", frozen=True, kw_only=True):
    """How likely each seat is to win after event `seq`; to those who only watch. Volatile."""

    game: GameCode
    seq: Seq
    win: tuple[Annotated[float, msgspec.Meta(ge=0, le=1)], ...]


class ChatLine(Message, tag="chat", frozen=True, kw_only=True):
    """A line that somebody said. `guest`: without an account, so anybody may take that name."""

    id: int
    player: Player | None
    name: str
    guest: bool
    text: str
    at: Milliseconds


class Welcome(Message, tag="welcome", frozen=True, kw_only=True):
    """The first message, always: the whole truth."""

    protocol: Literal[1]
    time: Milliseconds
    you: You
    rev: int
    room: RoomView
    game: GameCode | None
    seq: Seq | None
    view: GameView | None
    presence: Presence
    selection: Selection | None
    chat: tuple[ChatLine, ...]


class Room(Message, tag="room", frozen=True, kw_only=True):
    """The room as it is now; the higher `rev` is the newer."""

    rev: int
    room: RoomView


class Update(Message, tag="update", frozen=True, kw_only=True):
    """What happened, in order and without a gap, and the game after it."""

    game: GameCode
    seq: Seq
    events: tuple[Event, ...]
    view: GameView


class Snapshot(Message, tag="snapshot", frozen=True, kw_only=True):
    """The game as it is now."""

    game: GameCode
    seq: Seq
    view: GameView


class Ack(Message, tag="ack", frozen=True, kw_only=True):
    """The command is done, and committed where it is kept. `seq`: of the event it led to."""

    id: CommandId
    seq: Seq | UnsetType = UNSET


class Error(Message, tag="error", frozen=True, kw_only=True):
    """The command was refused, and has changed nothing (`busy` and `server_error` apart)."""

    code: ErrorCode
    message: str
    id: CommandId | UnsetType = UNSET


class Pong(Message, tag="pong", frozen=True, kw_only=True):
    """The answer to `ping`."""

    time: Milliseconds
    rev: int
    seq: Seq | UnsetType = UNSET


class Bye(Message, tag="bye", frozen=True, kw_only=True):
    """The server is about to close; come back within `retry` milliseconds, at random."""

    reason: str
    retry: Annotated[int, msgspec.Meta(ge=0)]


ServerMessage = (
    Welcome
    | Room
    | Update
    | Snapshot
    | Presence
    | Selection
    | Chances
    | Hint
    | ChatLine
    | Ack
    | Error
    | Pong
    | Bye
)

read = msgspec.json.Decoder(ServerMessage).decode
