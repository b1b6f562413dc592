"""Types of the API's answers and query parameters. docs/openapi.json is generated from them.

Times are milliseconds since 1970, UTC. Version 1 may add fields, but never removes or changes one.
"""

import operator
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine import GameView, Sheet
from games.core.engine.fields import (
    EntryIndex,
    Milliseconds,
    Place,
    PlayerId,
    Points,
    Salt,
    Scheme,
    Seal,
    SeatNumber,
    Seq,
    Sha256,
)
from games.core.engine.game_view import ReplayView
from games.core.protocol.events import MESSAGES, EventBase
from games.core.protocol.frames import RulesId, prepare_structs
from games.core.protocol.room_view import EntryPlace, RoomVariant
from games.core.rules import VARIANTS
from games.core.rules.scoring import DICE_COUNT, FACES
from games.people.accounts.names import NAME_LENGTH
from games.record.ratings.model import UnratedReason

if TYPE_CHECKING:
    VariantId = str  # It knows no computed types.
else:
    VariantId = Literal[tuple(VARIANTS)]
Code = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{1,16}$")]
DiceText = Annotated[str, msgspec.Meta(pattern=f"^[1-{FACES}]{{{DICE_COUNT}}}$")]
Cursor = Annotated[
    str,
    msgspec.Meta(
        pattern="^[A-Za-z0-9_-]{1,80}$",
        description="`after` of the previous page; opaque, valid for one list only.",
    ),
]

Share = Annotated[float, msgspec.Meta(ge=0, le=100)]
Date = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Name = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=NAME_LENGTH, description="The player's current name."),
]


class Body(msgspec.Struct, frozen=True):
    """A JSON object of an answer."""


class Problem(Body, frozen=True):
    """An error: `code` for programs, `message` for people. `free`: a free name instead of the one
    that is taken.
    """

    code: Literal[
        "bad_parameter", "unauthorized", "not_found", "method_not_allowed", "rate_limited", "busy"
    ]
    message: str
    free: str | UnsetType = UNSET


class ErrorBody(Body, frozen=True):
    """The body of every error answer."""

    error: Problem


class RatingChange(Body, frozen=True):
    """How a rated game changed a rating, in the numbers that players see."""

    before: int
    after: int
    provisional: bool


# --- Variants -------------------------------------------------------------------------------


class SwitchChoice(Body, frozen=True):
    """One value of a switch."""

    value: str
    name: str
    hint: str


class Switch(Body, frozen=True):
    """A rule that players can choose. The first choice is the default."""

    id: str
    name: str
    choices: tuple[SwitchChoice, ...]


class Variant(Body, frozen=True):
    """A variant: its rules and scorecard."""

    id: VariantId
    name: str
    switches: tuple[Switch, ...]
    sheet: Sheet


class Variants(Body, frozen=True):
    """All variants."""

    variants: tuple[Variant, ...]


# --- Games ----------------------------------------------------------------------------------


class GameSeat(Body, frozen=True):
    """A seat of a game.

    `account`: the current name of the player's profile; null for guests, bots and deleted
    accounts. `rating`: null unless the game was rated and has been counted.
    """

    seat: SeatNumber
    account: Name | None
    rating: RatingChange | None


class GameEntries(Body, frozen=True):
    """The entries of a game in the public log: its commitment, and soon after the end its end and
    the hash of its last event; for a game that shares its dice, those of its group.

    All are null for replays and for games from before there was a log; `log` is null for games
    begun before logs were chained.
    """

    commitment: EntryPlace | None
    end: EntryPlace | None
    log: EntryPlace | None


class Game(Body, frozen=True):
    """A game as spectators see it, running or finished.

    `view`: the state that browsers draw; it contains the secret of the dice only after the end.
    `uncounted`: why a rated game changes no ratings, if known; "damaged" for every game whose
    record is damaged: it counts nowhere.
    """

    code: Code
    variant: RoomVariant
    rated: bool
    uncounted: UnratedReason | None
    started_at: Milliseconds
    finished_at: Milliseconds | None
    seats: tuple[GameSeat, ...]
    view: GameView
    fair_log: GameEntries


class StartedSeat(Body, frozen=True):
    """The player of a seat and their seed. `Game` has the names, which may change. Only bots have
    `bot` and `persona`.

    `seal`, `salt` and `known` are absent in games of the older scheme. `known`: whether the server
    knew the seed; if not, `seed` and `salt` are "", and the event `seed.revealed` follows.
    """

    player: PlayerId
    seed: str
    bot: bool | UnsetType = UNSET
    persona: str | UnsetType = UNSET
    seal: Seal | UnsetType = UNSET
    salt: Salt | UnsetType = UNSET
    known: bool | UnsetType = UNSET


class GameStartedData(Body, frozen=True):
    """Everything that is fixed at the start of a game.

    `first`: the seat that plays first. `stand_in`: the bot that plays for anyone who is away, if
    there is one. `replay`: only in games that replay another game's dice.
    `scheme`: absent in games of the older scheme, in which nobody sealed a seed. `dice`: absent if
    each seat has its own. `share`: only in games whose secret and dice other games have, too.
    `begins`: only if the first round begins later than at once.
    """

    code: Code
    variant: str
    switches: dict[str, str]
    rules: int
    mode: Literal["turns", "rounds"]
    clock: int | None
    seats: tuple[StartedSeat, ...]
    first: SeatNumber
    commitment: Sha256
    stand_in: str | UnsetType = UNSET
    replay: ReplayView | UnsetType = UNSET
    scheme: Scheme | UnsetType = UNSET
    dice: Literal["own", "same"] | UnsetType = UNSET
    share: Code | UnsetType = UNSET
    begins: Milliseconds | UnsetType = UNSET


class GameStarted(Body, tag="game.started", tag_field="type", frozen=True, kw_only=True):
    """The game starts."""

    seq: Seq
    seat: SeatNumber | None
    at: Milliseconds
    data: GameStartedData


if TYPE_CHECKING:
    Event = GameStarted | EventBase
else:
    # All others are as browsers get them.
    Event = reduce(operator.or_, {**MESSAGES, "game.started": GameStarted}.values())


class Events(Body, frozen=True):
    """The log of a game, in order. `seq`: the newest event. `over`: whether the game is over."""

    game: Code
    seq: Seq
    over: bool
    events: tuple[Event, ...]


# --- Players --------------------------------------------------------------------------------


class PlayerRecord(Body, frozen=True):
    """A player's record in one variant with own dice, or with the same dice for everybody.

    `rating`: null before the first rated game. `streak`: wins in a row, negative for losses.
    `accuracy`: of the latest games without hints, 100 for perfect play; null with fewer than 100
    counted decisions. `best_table`: the record in games with other people; `best_solo`: in solo
    games (alone or against bots). `dice`: absent for own ones.
    """

    variant: VariantId
    rating: int | None
    provisional: bool
    rated_games: Points
    games: Points
    wins: Points
    best: Points
    streak: int
    best_streak: Points
    accuracy: Share | None
    best_table: Points | None
    best_solo: Points | None
    dice: Literal["same"] | UnsetType = UNSET


class PlayerPage(Body, frozen=True):
    """A player with an account. Most played variants first. `past_names`: those of the last 30
    days, the newest first.
    """

    name: Name
    player: PlayerId
    joined_at: Milliseconds
    records: tuple[PlayerRecord, ...]
    past_names: tuple[str, ...] = ()


class Opponent(Body, frozen=True):
    """Another player at the table, with their name at the time. `account`: as in `GameSeat`.
    `guest`: the player is a guest.
    """

    name: str
    account: Name | None
    place: Place | None
    total: int
    guest: bool


class PlayedGame(Body, frozen=True):
    """A finished game in the list of one of its players. `accuracy`: 100 for perfect play; null
    before the analysis. `dice`: absent for own ones.
    """

    code: Code
    variant: RulesId
    finished_at: Milliseconds
    rated: bool
    place: Place | None
    total: int
    rating: RatingChange | None
    accuracy: Share | None
    others: tuple[Opponent, ...]
    dice: Literal["same"] | UnsetType = UNSET


class PlayerGames(Body, frozen=True):
    """A page of a player's finished games, newest first. `after`: the cursor of the next page."""

    name: Name
    games: tuple[PlayedGame, ...]
    after: Cursor | None


# --- Leaderboards ---------------------------------------------------------------------------

BoardKind = Literal["rating", "week", "records"]
GamesKind = Literal["table", "solo"]
DiceKind = Literal["own", "same"]


class BoardEntry(Body, frozen=True):
    """A row of a leaderboard. Equal values share a place. `game`: the game of a record."""

    place: Annotated[int, msgspec.Meta(ge=1)]
    name: Name
    player: PlayerId
    value: int
    provisional: bool
    game: Code | None


class Leaderboard(Body, frozen=True):
    """A page of a leaderboard. `games`: of records; null for other boards. `dice`: absent for own
    ones.
    """

    variant: VariantId
    board: BoardKind
    entries: tuple[BoardEntry, ...]
    after: Cursor | None
    games: GamesKind | None
    dice: Literal["same"] | UnsetType = UNSET


# --- The daily ------------------------------------------------------------------------------


class DailyQuery(Body, frozen=True):
    """A page of a daily's leaderboard."""

    after: Cursor | UnsetType = UNSET


class DailyResult(Body, frozen=True):
    """A ranked result. `loss`: points that the player's choices gave up; null until the game is
    analysed. `game`: its code. `percentile`: the share of the other ranked players with fewer
    points, equal ones counting half, from 0 to 100. `of_perfect`: the total as a percentage of
    perfect play, null until that is known.
    """

    place: Annotated[int, msgspec.Meta(ge=1)]
    name: Name
    total: int
    loss: float | None
    game: Code
    percentile: Annotated[float, msgspec.Meta(ge=0, le=100)]
    of_perfect: Annotated[float, msgspec.Meta(ge=0)] | None


class Daily(Body, frozen=True):
    """A daily. `share`: the code of the group of games with its dice, in the public log too.
    `closes_at`: when nobody can play it any more. `perfect`: the score of perfect play without
    foresight with these dice, null until it is known. `players`: how many are ranked. Before the
    reveal `entries` is empty.
    """

    day: Date
    variant: VariantId
    share: Code
    commitment: Sha256
    fair_log: GameEntries
    closes_at: Milliseconds
    revealed: bool
    perfect: int | None
    players: int
    entries: tuple[DailyResult, ...]
    after: Cursor | None


# --- The public log of commitments ----------------------------------------------------------


class FairLogHead(Body, frozen=True):
    """The newest entry of the public log. `index` is 0 while there is none."""

    index: Annotated[int, msgspec.Meta(ge=0)]
    at: Milliseconds
    hash: Sha256


class FairLogEntry(Body, frozen=True):
    """An entry of the public log.

    `value`: the commitment; for `log` the hash of the game's last event, or of the last events of a
    group's games; for all other kinds the secret. `previous`: the hash of the entry before; 64
    zeros in the first. `hash`: the SHA-256 of `log|index|at|kind|game|value|previous`.
    """

    index: EntryIndex
    at: Milliseconds
    kind: Literal["commitment", "reveal", "cancelled", "aborted", "closed", "log"]
    game: Code
    value: Sha256
    previous: Sha256
    hash: Sha256


class FairLogEntries(Body, frozen=True):
    """Entries of the public log, in order. Those that do not exist yet are left out."""

    entries: tuple[FairLogEntry, ...]


# --- Query parameters -----------------------------------------------------------------------


class NoQuery(Body, frozen=True):
    """No parameters."""


class EventsQuery(Body, frozen=True):
    """Events with a seq above `after`."""

    after: Seq = 0


class GamesQuery(Body, frozen=True):
    """A page of a player's games. `dice` applies together with `variant` only."""

    variant: VariantId | UnsetType = UNSET
    dice: DiceKind = "own"
    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, msgspec.Meta(ge=1, le=50)] = 20


class BoardQuery(Body, frozen=True):
    """A page of a board: ratings, wins of this week (from Monday, UTC), or highest scores. `games`
    applies to records only: games with other people, or solo games. `dice`: each seat's own, or the
    same for everybody.
    """

    board: BoardKind = "rating"
    games: GamesKind = "table"
    dice: DiceKind = "own"
    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class EntriesQuery(Body, frozen=True, rename={"first": "from", "last": "to"}):
    """Entries `from` one index `to` another, both included, at most 1000."""

    first: EntryIndex = 1
    last: EntryIndex | UnsetType = UNSET


prepare_structs(__name__)
