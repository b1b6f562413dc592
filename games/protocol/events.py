"""The lines of a game's log, as browsers get them."""

from typing import Literal

from msgspec import UNSET, UnsetType

from games.protocol.fields import GameCode, SeatNumber, Seq, TurnNumber
from games.protocol.game_view import Replay
from games.protocol.values import (
    Column,
    Dice,
    Held,
    Milliseconds,
    Place,
    Player,
    Points,
    Record,
    RollNumber,
    Secret,
    Sha256,
)


class EventBase(Record, frozen=True, tag_field="type", kw_only=True):
    """A line of a game's log. `by` names the command: player, colon, command id."""

    seq: Seq
    seat: SeatNumber | None
    at: Milliseconds
    by: str | UnsetType = UNSET


class StartedSeat(Record, frozen=True):
    """Who plays at a seat, and with which seed; `bot` and `persona` are there only of bots."""

    player: Player
    name: str
    seed: str
    bot: bool = False
    persona: str = ""


class GameStartedData(Record, frozen=True):
    """All that is fixed when a game begins. `first` is the seat that begins; `stand_in` the bot
    that plays for whoever is away; `replay` is there only if an older game's dice fall again.
    """

    code: GameCode
    variant: str
    switches: dict[str, str]
    rules: int
    mode: Literal["turns"]
    clock: int | None
    seats: tuple[StartedSeat, ...]
    first: SeatNumber
    commitment: Sha256
    stand_in: str = ""
    replay: Replay | UnsetType = UNSET


class GameStarted(EventBase, tag="game.started", frozen=True, kw_only=True):
    """The game begins."""

    data: GameStartedData


class DiceRolledData(Record, frozen=True):
    """All five dice as they lie after roll `roll`; those at `hold` did not move."""

    turn: TurnNumber
    roll: RollNumber
    hold: Held
    dice: Dice


class DiceRolled(EventBase, tag="dice.rolled", frozen=True, kw_only=True):
    """Dice have fallen."""

    data: DiceRolledData


class BoxScoredData(Record, frozen=True):
    """Raw points, raw bonus points of an extra Yahtzee, and whether a joker was used."""

    turn: TurnNumber
    column: Column
    category: str
    points: Points
    bonus: Points
    joker: bool


class BoxScored(EventBase, tag="box.scored", frozen=True, kw_only=True):
    """A box is filled."""

    data: BoxScoredData


class HintGivenData(Record, frozen=True):
    """At which moment."""

    turn: TurnNumber
    roll: RollNumber


class HintGiven(EventBase, tag="hint.given", frozen=True, kw_only=True):
    """The player was told what is best: only in a game that is not rated."""

    data: HintGivenData


class TurnTimedOutData(Record, frozen=True):
    """The turn whose time was up."""

    turn: TurnNumber


class TurnTimedOut(EventBase, tag="turn.timed_out", frozen=True, kw_only=True):
    """The time was up; the rest of the turn is the server's doing."""

    data: TurnTimedOutData


class SeatAwayData(Record, frozen=True):
    """Why: two time-outs in a row, or the others asked for it."""

    reason: Literal["timeouts", "asked"]


class SeatAway(EventBase, tag="seat.away", frozen=True, kw_only=True):
    """From now on the seat is played automatically."""

    data: SeatAwayData


class Nothing(Record, frozen=True):
    """No more to say."""


class SeatBack(EventBase, tag="seat.back", frozen=True, kw_only=True):
    """The seat's player plays himself again."""

    data: Nothing


class SeatResigned(EventBase, tag="seat.resigned", frozen=True, kw_only=True):
    """The seat's player has given up."""

    data: Nothing


class GameFinishedData(Record, frozen=True):
    """Place and total of each seat, and what proves the dice."""

    places: tuple[Place, ...]
    totals: tuple[int, ...]
    secret: Secret


class GameFinished(EventBase, tag="game.finished", frozen=True, kw_only=True):
    """The game has a result."""

    data: GameFinishedData


class GameAbortedData(Record, frozen=True):
    """Why, and what proves the dice."""

    reason: str
    secret: Secret


class GameAborted(EventBase, tag="game.aborted", frozen=True, kw_only=True):
    """The game has ended without a result."""

    data: GameAbortedData


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
