"""A game, as browsers get it."""

from typing import Annotated, Literal

import msgspec

from games.protocol.fields import GameCode, RollsMade, SeatNumber, Seq, TurnNumber
from games.protocol.values import (
    Column,
    Dice,
    Face,
    Held,
    Milliseconds,
    Place,
    Player,
    Points,
    Record,
    Secret,
    Sha256,
)


class GameVariant(Record, frozen=True):
    """What is played."""

    id: str
    name: str


class TurnView(Record, frozen=True):
    """A seat's turn: rolls made, dice as they lie, and what was held at the last roll."""

    number: TurnNumber
    roll: RollsMade
    dice: Dice | None
    hold: Held


class OptionView(Record, frozen=True):
    """A box that may be filled now, and what it would bring."""

    column: Column
    category: str
    points: Points
    bonus: Points
    joker: bool


class ColumnView(Record, frozen=True):
    """A column of a card: filled boxes and raw sums.

    `par` is the upper total less three of each filled face.
    """

    boxes: dict[str, Points]
    upper: Points
    par: int
    upper_bonus: Points
    lower: Points
    bonus: Points
    total: Points


class CardView(Record, frozen=True):
    """A scorecard and its total with the columns' multipliers."""

    columns: tuple[ColumnView, ...]
    total: Points


class SeatView(Record, frozen=True):
    """One player's part of the table. `options` is empty unless he acts with dice on the table.
    `persona`: which bot it is, null for people.
    """

    seat: SeatNumber
    player: Player
    name: str
    out: bool
    auto: bool
    bot: bool
    persona: str | None
    place: Place | None
    turn: TurnView
    may_roll: bool
    options: tuple[OptionView, ...]
    card: CardView


class LastView(OptionView, frozen=True, kw_only=True):
    """The box that was filled last."""

    seat: SeatNumber
    turn: TurnNumber
    dice: Annotated[tuple[Face, ...], msgspec.Meta(max_length=5)]
    timed_out: bool


class Fairness(Record, frozen=True):
    """What proves the dice; the secret is there only after the end."""

    commitment: Sha256
    seeds: tuple[str, ...]
    secret: Secret | None


class Replay(Record, frozen=True):
    """Whose dice fall again: those of a seat of a finished game, with the seeds that it had, and
    what that seat's card came to.
    """

    game: GameCode
    seat: SeatNumber
    seeds: tuple[str, ...]
    total: int


class GameView(Record, frozen=True):
    """All that a browser needs to draw a game. `stand_in`: the bot that plays automatic seats;
    `replay` is null unless an older game's dice fall again.
    """

    game: GameCode
    seq: Seq
    variant: GameVariant
    status: Literal["playing", "finished", "aborted"]
    mode: Literal["turns"]
    round: int
    rounds: int
    clock: int | None
    deadline: Milliseconds | None
    stand_in: str | None
    replay: Replay | None
    acting: tuple[SeatNumber, ...]
    seats: tuple[SeatView, ...]
    last: LastView | None
    fairness: Fairness
