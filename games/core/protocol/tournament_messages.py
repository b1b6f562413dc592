"""The messages of a tournament's socket, `/ws/v1/tournaments/<code>/`."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.clocks import Clock
from games.core.engine.fields import GameCode, Milliseconds, PlayerId, Record, Seq, Sha256
from games.core.engine.state import DiceMode
from games.core.protocol.frames import Ack, Bye, Error, Message, You
from games.core.protocol.lobby_messages import Count
from games.core.protocol.room_view import RoomVariant

EntryState = Literal["registered", "waiting", "playing", "paused"]
MAX_ROWS = 50


class TournamentRow(Record, frozen=True, kw_only=True):
    """A player in the standings. `number` orders those who share a `place`. `doubled`: their next
    game counts double. `sheet`: the points of their last games, oldest first.

    In duplicate events `total` is what their card has after the last round of the standings, and
    decides the place. `left`: the server plays for them. Both are absent elsewhere.

    `closed`: true for closed accounts, which have no profile; else absent.
    """

    player: PlayerId
    name: str
    guest: bool
    avatar: str
    number: Count
    place: Annotated[int, msgspec.Meta(ge=1)]
    score: Count
    games: Count
    wins: Count
    doubled: bool
    sheet: tuple[int, ...]
    state: EntryState
    total: int | UnsetType = UNSET
    left: bool | UnsetType = UNSET
    closed: bool | UnsetType = UNSET


class DuplicateEvent(Record, frozen=True, kw_only=True):
    """How far a duplicate event is. `round`: the current one, 0 before the first; it has begun, or
    will, at `begins`. `counted`: how many rounds the standings have. `commitment`: to the secret of
    its dice. `share`: the code under which the public log has it. `perfect`: what perfect play
    scores with them, soon after the end; absent before.
    """

    round: Count
    rounds: Count
    begins: Milliseconds | None
    counted: Count
    tables: Count
    share: GameCode
    commitment: Sha256
    perfect: Count | UnsetType = UNSET


class TournamentTable(Record, frozen=True):
    """A table where a game is played, with the names of its players."""

    room: GameCode
    players: tuple[str, ...]


class TournamentView(Record, frozen=True, kw_only=True):
    """A tournament. `rows`: the first `MAX_ROWS` of the standings, best first; the API has all of
    them. `players` counts those who take part, `waiting` those who are to be paired, `playing`
    those at a table. `tables`: where the best of them play. `pairs_until`: nobody is paired later.
    `duplicate` is absent for arenas.
    `dice` is absent unless all seats of a table get the same.
    """

    code: GameCode
    name: str
    every: Literal["", "hour", "day", "week"]
    variant: RoomVariant
    clock: Clock
    rated: bool
    seats: Annotated[int, msgspec.Meta(ge=2, le=16)]
    starts: Milliseconds
    pairs_until: Milliseconds
    ends: Milliseconds
    finished: bool
    players: Count
    waiting: Count
    playing: Count
    rows: tuple[TournamentRow, ...]
    tables: tuple[TournamentTable, ...]
    dice: DiceMode | UnsetType = UNSET
    duplicate: DuplicateEvent | UnsetType = UNSET


class UnscoredGame(Record, frozen=True):
    """A game of the player that gave no points, and a sentence that says why."""

    game: GameCode
    reason: str


class MyEntry(Record, frozen=True):
    """The player's own part. `room`: their table, while its game is not over. `begins`: whether
    that game is about to start. `pausing`: they pause after it.

    `paired_from`: they left a game, and are not paired before this; null once they have lost their
    place in the tournament. `unscored`: their last games without points, oldest first. Both are
    absent if there is nothing to say.
    """

    row: TournamentRow
    room: GameCode | None
    begins: bool
    pausing: bool
    paired_from: Milliseconds | UnsetType | None = UNSET
    unscored: tuple[UnscoredGame, ...] | UnsetType = UNSET


class TournamentWelcome(Message, tag="welcome", frozen=True, kw_only=True):
    """The first message. `rows`: the first 50 players, with the points of their last 12 games in
    `sheet`.
    """

    protocol: Literal[1]
    time: Milliseconds
    you: You
    seq: Seq
    tournament: TournamentView
    me: MyEntry | None


class TournamentUpdate(Message, tag="standings", frozen=True, kw_only=True):
    """Changed rows in `set`, in `gone` players no longer among the first; absent fields have not
    changed.
    """

    seq: Seq
    after: Seq
    set: tuple[TournamentRow, ...]
    gone: tuple[PlayerId, ...]
    players: Count | UnsetType = UNSET
    waiting: Count | UnsetType = UNSET
    playing: Count | UnsetType = UNSET
    tables: tuple[TournamentTable, ...] | UnsetType = UNSET
    ends: Milliseconds | UnsetType = UNSET
    pairs_until: Milliseconds | UnsetType = UNSET
    finished: bool | UnsetType = UNSET
    duplicate: DuplicateEvent | UnsetType = UNSET


class TournamentSnapshot(Message, tag="snapshot", frozen=True, kw_only=True):
    """The whole tournament, at revision `seq`."""

    seq: Seq
    tournament: TournamentView


class MyEntryMessage(Message, tag="me", frozen=True, kw_only=True):
    """My part, when it has changed; null if I have not joined."""

    me: MyEntry | None


class TournamentPong(Message, tag="pong", frozen=True, kw_only=True):
    """The answer to `ping`."""

    time: Milliseconds
    seq: Seq


TournamentMessage = (
    TournamentWelcome
    | TournamentUpdate
    | TournamentSnapshot
    | MyEntryMessage
    | Ack
    | Error
    | TournamentPong
    | Bye
)

read_tournament_message = msgspec.json.Decoder(TournamentMessage).decode
