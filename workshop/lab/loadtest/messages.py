"""The server's messages as the players of a load test decode them, and the formats in which the
processes of a test exchange data.

The types are not the server's own, and hold only the fields that a player needs.
"""

from typing import Any, Literal

import msgspec

Mode = Literal["turns", "rounds"]


class Turn(msgspec.Struct):
    """A seat's turn; `roll`: how many rolls it has made."""

    number: int
    roll: int
    dice: list[int] | None


class Option(msgspec.Struct):
    """An open box and what the dice score in it."""

    column: int
    category: str
    points: int


class SeatView(msgspec.Struct):
    """A seat of the view."""

    player: int | None
    turn: Turn
    options: list[Option]


class View(msgspec.Struct):
    """The game as a client sees it. `public`: in rounds, how many events everybody knows."""

    status: str
    acting: list[int]
    seats: list[SeatView]
    clock: int | None = None
    deadline: int | None = None
    public: int | None = None


class Event(msgspec.Struct):
    """An event of the log; `data` is JSON."""

    seq: int
    type: str
    seat: int | None
    at: int
    data: msgspec.Raw
    by: str = ""


class Presence(msgspec.Struct, tag="presence"):
    """Who is in the room."""

    here: list[int]


class Welcome(msgspec.Struct, tag="welcome"):
    """The complete state: the first message on each connection."""

    rev: int
    game: str | None
    seq: int | None
    view: View | None
    presence: Presence


class Update(msgspec.Struct, tag="update"):
    """New events, and the view after them."""

    game: str
    seq: int
    events: list[Event]
    view: View


class Delta(msgspec.Struct, tag="delta"):
    """New events, and what they change in the view at event `base`."""

    game: str
    base: int
    seq: int
    events: list[Event]
    changes: dict[str, Any]


class Snapshot(msgspec.Struct, tag="snapshot"):
    """The view alone, as the answer to a sync."""

    game: str
    seq: int
    view: View


class Ack(msgspec.Struct, tag="ack"):
    """A command is committed."""

    id: str
    seq: int | None = None


class Error(msgspec.Struct, tag="error"):
    """A command is refused."""

    code: str
    message: str
    id: str | None = None


class Bye(msgspec.Struct, tag="bye"):
    """The server is shutting down; reconnect after `retry` milliseconds."""

    reason: str
    retry: int = 0


class Room(msgspec.Struct, tag="room"):
    """The room has changed."""

    rev: int


class Pong(msgspec.Struct, tag="pong"):
    """The answer to a ping."""


class Selection(msgspec.Struct, tag="selection"):
    """The dice that a player has selected to hold."""


class Chat(msgspec.Struct, tag="chat"):
    """A line of chat."""


class RoundDone(msgspec.Struct, tag="done"):
    """Which seats are done with the round."""


class People(msgspec.Struct, tag="people"):
    """Somebody in the room has another name or picture."""


class Chances(msgspec.Struct, tag="chances"):
    """How likely each seat is to win, for those who watch."""


class Notice(msgspec.Struct, tag="notice"):
    """What the site tells everybody."""


class Reaction(msgspec.Struct, tag="reaction"):
    """Somebody's reaction."""


Message = (
    Welcome
    | Update
    | Snapshot
    | Ack
    | Error
    | Bye
    | Room
    | Pong
    | Presence
    | Selection
    | Chat
    | RoundDone
    | People
    | Chances
    | Notice
    | Reaction
)
decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class ViewHolder(msgspec.Struct):
    """Any message with a view; the view keeps all its fields."""

    view: Any


class Player(msgspec.Struct):
    """A player of a test: user id and session cookie."""

    id: int
    cookie: str


class TableSpec(msgspec.Struct):
    """A room code, and the people in seat order."""

    room: str
    players: list[Player]
    mode: Mode = "turns"


class Plan(msgspec.Struct):
    """What the generator does.

    urls: ws:// addresses of the servers; player i of a table uses number i modulo their count.
    hashed: all players of a table use the same server instead, table i number i modulo their count.
    journal: the file to write the history to (workshop/lab/loadtest/history.py).
    rate: moves per second over all tables, 0 for as fast as possible.
    warmup, seconds: measure for `seconds` after `warmup`; None measures until told to finish.
    finish: play the running games to their end after measuring.
    duplicates: send commands up to three times, and old ones again, some in a second socket.
    source: the players' address on this machine; "" leaves it to the system.
    closes: codes with which the server may close a connection.
    """

    urls: list[str]
    tables: list[TableSpec]
    journal: str
    rate: float = 0.0
    warmup: float = 2.0
    seconds: float | None = 10.0
    finish: bool = True
    duplicates: bool = False
    hashed: bool = False
    seed: int = 1
    source: str = ""
    closes: tuple[int, ...] = (1000, 1012)


class AckRecord(msgspec.Struct):
    """An acknowledged game command."""

    game: str
    by: str
    seq: int
    command: dict[str, Any]


class SeenEvent(msgspec.Struct, array_like=True):
    """An event as the players of a table received it; in rounds as `player` did, who has numbers of
    their own for the events.
    """

    game: str
    seq: int
    type: str
    seat: int | None
    at: int
    data: str
    by: str
    player: str = ""


class Journal(msgspec.Struct):
    """What the checker compares with the log, from a history.

    refused, unknown: commands ("player:id") that were refused, or never answered.
    states: for each room and player the last view that they received, and a fresh one.
    """

    acks: list[AckRecord]
    seen: list[SeenEvent]
    refused: list[str]
    unknown: list[str]
    states: dict[str, dict[str, list[Any]]]
    problems: list[str]


class Result(msgspec.Struct):
    """What the generator measured.

    latency_ms: from the moment each move was due until it was complete.
    due_at: when each of these moves was due, in `time.perf_counter()`.
    rematch_ms: from asking for each rematch until it started.
    reconnect_ms: from the loss of each connection until the next welcome.
    spread_ms: from the completion of each move until all players of the table had seen it.
    gaps, repeats: updates with missing events, and updates that were known already.
    resent, retried: commands sent again after a reconnect, and after a refusal such as "busy".
    old_answers: resent commands that had been committed before the reconnect.
    closes: how often the server closed a connection with each code.
    returned_at: when each connection was back, in `time.perf_counter()`.
    """

    seconds: float = 0.0
    moves: int = 0
    latency_ms: list[float] = []
    due_at: list[float] = []
    games_finished: int = 0
    rematch_ms: list[float] = []
    reconnect_ms: list[float] = []
    spread_ms: list[float] = []
    gaps: int = 0
    repeats: int = 0
    reconnects: int = 0
    retried: int = 0
    resent: int = 0
    old_answers: int = 0
    closes: dict[int, int] = {}
    returned_at: list[float] = []
    cpu_percent: float = 0.0
    problems: list[str] = []
