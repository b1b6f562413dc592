"""What the API answers, and what it may be asked, as types: docs/openapi.json is made from them.

Times are milliseconds since 1970, UTC. Fields may be added within version 1; none goes or changes.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.engine import GameView, Sheet
from games.engine.fields import Milliseconds, Place, PlayerId, Points, SeatNumber, Seq, Sha256
from games.engine.game_view import ReplayView
from games.protocol import (
    BoxScored,
    DiceRolled,
    GameAborted,
    GameFinished,
    HintGiven,
    RoomVariant,
    SeatAway,
    SeatBack,
    SeatResigned,
    TurnTimedOut,
)
from games.ratings import UnratedReason
from games.rules.dice import DICE_COUNT, FACES

VariantId = Literal["yacht", "yahtzee", "triple_yahtzee", "yatzy"]
Code = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{1,16}$")]
DiceText = Annotated[str, msgspec.Meta(pattern=f"^[1-{FACES}]{{{DICE_COUNT}}}$")]
Cursor = Annotated[
    str,
    msgspec.Meta(
        pattern="^[A-Za-z0-9_-]{1,80}$",
        description="`after` of the page before; opaque, for one list only.",
    ),
]
SkillName = Literal["perfect", "master", "expert", "strong", "steady", "casual", "beginner"]
Name = Annotated[str, msgspec.Meta(min_length=1, description="As the player writes it today.")]


class Body(msgspec.Struct, frozen=True):
    """A JSON object of an answer."""


class Problem(Body, frozen=True):
    """What went wrong: `code` for programs, `message` for people."""

    code: Literal["bad_parameter", "not_found", "method_not_allowed", "rate_limited"]
    message: str


class ErrorBody(Body, frozen=True):
    """The answer to every request that cannot be answered."""

    error: Problem


class RatingChange(Body, frozen=True):
    """What a rated game did to a rating, in the numbers that players see."""

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
    """A house rule that players choose; the first choice is the default."""

    id: str
    name: str
    choices: tuple[SwitchChoice, ...]


class Variant(Body, frozen=True):
    """A set of rules and the layout of its scorecard."""

    id: VariantId
    name: str
    switches: tuple[Switch, ...]
    sheet: Sheet


class Variants(Body, frozen=True):
    """All variants that are played here."""

    variants: tuple[Variant, ...]


# --- Games ----------------------------------------------------------------------------------


class GameSeat(Body, frozen=True):
    """Who sat at a seat. `account`: the name of the player's page; null for guests, bots, and
    players who deleted themselves. `rating` is null unless the game was rated and is counted.
    """

    seat: SeatNumber
    account: Name | None
    rating: RatingChange | None


class Game(Body, frozen=True):
    """A game as everybody may see it, running or over. `view` is what browsers draw; the secret
    of the dice is in it only after the end. `uncounted`: why a game that was opened as rated
    changes no rating, as far as that is known.
    """

    code: Code
    variant: RoomVariant
    rated: bool
    uncounted: UnratedReason | None
    started_at: Milliseconds
    finished_at: Milliseconds | None
    seats: tuple[GameSeat, ...]
    view: GameView


class StartedSeat(Body, frozen=True):
    """Who plays at a seat, and with which seed. Names are in the game: these lines never change."""

    player: PlayerId
    seed: str
    bot: bool = False


class GameStartedData(Body, frozen=True):
    """All that is fixed when a game begins. `first` is the seat that begins; `replay` is there
    only if an older game's dice fall again.
    """

    code: Code
    variant: str
    switches: dict[str, str]
    rules: int
    mode: Literal["turns"]
    clock: int | None
    seats: tuple[StartedSeat, ...]
    first: SeatNumber
    commitment: Sha256
    replay: ReplayView | UnsetType = UNSET


class GameStarted(Body, tag="game.started", tag_field="type", frozen=True, kw_only=True):
    """The game begins."""

    seq: Seq
    seat: SeatNumber | None
    at: Milliseconds
    data: GameStartedData


Event = (
    GameStarted
    | DiceRolled
    | BoxScored
    | HintGiven
    | TurnTimedOut
    | SeatAway
    | SeatBack
    | SeatResigned
    | GameFinished
    | GameAborted
)


class Events(Body, frozen=True):
    """The log of a game, in order. `seq` is that of the newest event; `over`: it was the last."""

    game: Code
    seq: Seq
    over: bool
    events: tuple[Event, ...]


# --- Players --------------------------------------------------------------------------------


class PlayerSkill(Body, frozen=True):
    """A player's skill index: `loss` points a choice that says something, over his last games
    without hints, with the standard error of that mean. `margin`: mean points ahead of the others
    at his tables; `adjusted_margin`: the same with everybody's luck even; null if he played alone.
    `luck`: points a game that his dice brought beyond the average.
    """

    loss: float
    error: float
    name: SkillName
    decisions: Points
    games: Points
    luck: float
    margin: float | None
    adjusted_margin: float | None


class PlayerRecord(Body, frozen=True):
    """A player's record in one variant.

    `rating` is null before his first rated game. `streak`: wins in a row, or below 0 lost games.
    `average` is that of the last 20 games, null before there are so many. `skill` is null until
    it rests on a hundred choices.
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
    average: float | None
    skill: PlayerSkill | None


class PlayerPage(Body, frozen=True):
    """A player with an account; most played variants first."""

    name: Name
    player: PlayerId
    joined_at: Milliseconds
    records: tuple[PlayerRecord, ...]


class Opponent(Body, frozen=True):
    """Somebody else at the table, by the name of that day; `account` as in a game's seats."""

    name: str
    account: Name | None
    place: Place | None
    total: int


class PlayedGame(Body, frozen=True):
    """A finished game in the list of one of its players."""

    code: Code
    variant: VariantId
    finished_at: Milliseconds
    rated: bool
    place: Place | None
    total: int
    rating: RatingChange | None
    others: tuple[Opponent, ...]


class PlayerGames(Body, frozen=True):
    """A page of a player's finished games, newest first. `after`: cursor of the next page."""

    name: Name
    games: tuple[PlayedGame, ...]
    after: Cursor | None


# --- Leaderboards ---------------------------------------------------------------------------

BoardKind = Literal["rating", "best", "wins", "average", "skill"]
SpanKind = Literal["day", "week", "ever"]


class BoardEntry(Body, frozen=True):
    """A line of a board. Equal values share a place. `game`: where a highest score is from."""

    place: Annotated[int, msgspec.Meta(ge=1)]
    name: Name
    player: PlayerId
    value: int | float
    provisional: bool
    game: Code | None


class Leaderboard(Body, frozen=True):
    """A page of a board. `span` is "ever" for boards that have no others (rating, average)."""

    variant: VariantId
    board: BoardKind
    span: SpanKind
    entries: tuple[BoardEntry, ...]
    after: Cursor | None


# --- Questions ------------------------------------------------------------------------------


class NoQuery(Body, frozen=True):
    """No parameters."""


class EventsQuery(Body, frozen=True):
    """Which events: those with a seq above `after`."""

    after: Seq = 0


class GamesQuery(Body, frozen=True):
    """Which of a player's games."""

    variant: VariantId | UnsetType = UNSET
    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, msgspec.Meta(ge=1, le=50)] = 20


class BoardQuery(Body, frozen=True):
    """Which board. `span` matters to best and wins only; days and weeks begin at midnight UTC."""

    board: BoardKind = "rating"
    span: SpanKind = "ever"
    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
