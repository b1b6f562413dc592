"""What the players of a load test read of the server's messages, and the file formats between
the processes of one test.

Only what a player needs is decoded; the types are not those that the server encodes with.
"""

from typing import Any

import msgspec


class Turn(msgspec.Struct):
    """A seat's turn; `roll` counts the rolls made."""

    number: int
    roll: int
    dice: list[int] | None


class Option(msgspec.Struct):
    """A box that may be filled now."""

    column: int
    category: str
    points: int


class SeatView(msgspec.Struct):
    """A seat of the game."""

    player: int | None
    turn: Turn
    options: list[Option]


class View(msgspec.Struct):
    """The game as the server draws it."""

    status: str
    acting: list[int]
    seats: list[SeatView]


class Event(msgspec.Struct):
    """A line of the log as shown to players; `data` is JSON."""

    seq: int
    type: str
    seat: int | None
    at: int
    data: msgspec.Raw
    by: str = ""


class Welcome(msgspec.Struct, tag="welcome"):
    """The whole truth, first on each connection."""

    rev: int
    game: str | None
    seq: int | None
    view: View | None


class Update(msgspec.Struct, tag="update"):
    """New events and the view after them."""

    game: str
    seq: int
    events: list[Event]
    view: View


class Snapshot(msgspec.Struct, tag="snapshot"):
    """The view, where events are of no use."""

    game: str
    seq: int
    view: View


class Ack(msgspec.Struct, tag="ack"):
    """A command is done and committed."""

    id: str
    seq: int | None = None


class Error(msgspec.Struct, tag="error"):
    """A command is refused."""

    code: str
    message: str
    id: str | None = None


class Bye(msgspec.Struct, tag="bye"):
    """The server goes; come back after `retry` milliseconds."""

    reason: str
    retry: int = 0


class Room(msgspec.Struct, tag="room"):
    """The room has changed."""

    rev: int


class Pong(msgspec.Struct, tag="pong"):
    """The answer to a ping."""


class Presence(msgspec.Struct, tag="presence"):
    """Who is here."""


class Selection(msgspec.Struct, tag="selection"):
    """What somebody thinks of holding."""


class Chat(msgspec.Struct, tag="chat"):
    """A line of chat."""


Message = (
    Welcome | Update | Snapshot | Ack | Error | Bye | Room | Pong | Presence | Selection | Chat
)
decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class ViewHolder(msgspec.Struct):
    """The view of any message that has one, with all its fields."""

    view: Any


class Player(msgspec.Struct):
    """One who plays in a test."""

    id: int
    cookie: str


class TableSpec(msgspec.Struct):
    """A room and its players in seat order."""

    room: str
    players: list[Player]


class Plan(msgspec.Struct):
    """What the generator shall do.

    `urls`: ws:// addresses of the servers; player i of a table is on number i modulo their count.
    `rate`: moves a second over all tables, 0 for as fast as possible. `seconds`: how long is
    measured, after `warmup` seconds; None: until told "finish". Afterwards all running games are
    played to their end if `finish`. `duplicates`: send commands up to three times, and old ones
    again.
    """

    urls: list[str]
    tables: list[TableSpec]
    journal: str
    rate: float = 0.0
    warmup: float = 2.0
    seconds: float | None = 10.0
    finish: bool = True
    duplicates: bool = False
    seed: int = 1


class AckRecord(msgspec.Struct):
    """A game command that was acknowledged."""

    game: str
    by: str
    seq: int
    command: dict[str, Any]


class SeenEvent(msgspec.Struct, array_like=True):
    """An event as the players of a table saw it."""

    game: str
    seq: int
    type: str
    seat: int | None
    at: int
    data: str
    by: str


class Journal(msgspec.Struct):
    """All that the players of a test saw, for the checker."""

    acks: list[AckRecord]
    seen: list[SeenEvent]
    refused: list[str]
    unknown: list[str]
    views: dict[str, Any]
    problems: list[str]


class Result(msgspec.Struct):
    """What the generator measured. Times in milliseconds.

    `returns`: from each loss of a connection to the next welcome. `spreads`: from each move's
    completion until all players of the table have seen it.
    """

    seconds: float = 0.0
    moves: int = 0
    latencies: list[float] = []
    games_finished: int = 0
    starts: list[float] = []
    returns: list[float] = []
    spreads: list[float] = []
    gaps: int = 0
    repeats: int = 0
    reconnects: int = 0
    retried: int = 0
    resent: int = 0
    old_answers: int = 0
    cpu_percent: float = 0.0
    problems: list[str] = []
