"""The types of a game as browsers get it, which `view` builds, and of what changes in it, which
`changes` builds. In changes, a field that is absent has not changed; null is a value.
"""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.fields import (
    MAX_DICE,
    Column,
    Dice,
    Face,
    GameCode,
    Hold,
    Milliseconds,
    Place,
    PlayerId,
    Points,
    Record,
    RollsMade,
    Scheme,
    Seal,
    SeatNumber,
    Secret,
    Seq,
    Sha256,
    TurnNumber,
)
from games.core.engine.state import DiceMode, Mode, Status


class GameVariant(Record, frozen=True):
    """The variant that is played."""

    id: str
    name: str


class TurnView(Record, frozen=True):
    """A seat's turn: rolls made, the dice, and the positions held at the last roll. `saved`: rolls
    that it had in addition at its beginning, from earlier turns; absent if there were none.
    """

    number: TurnNumber
    roll: RollsMade
    dice: Dice | None
    hold: Hold
    saved: RollsMade | UnsetType = UNSET


class OptionView(Record, frozen=True):
    """A box that may be filled now, and the points it would bring."""

    column: Column
    category: str
    points: Points
    bonus: Points
    joker: bool


class ColumnView(Record, frozen=True):
    """A column of a card: filled boxes and raw sums.

    `par` is the upper total less three of each filled face; in Maxi Yatzy, less four.
    """

    boxes: dict[str, Points]
    upper: Points
    par: int
    upper_bonus: Points
    lower: Points
    bonus: Points
    total: Points


class CardView(Record, frozen=True):
    """A scorecard. `total` includes the multipliers of the columns."""

    columns: tuple[ColumnView, ...]
    total: Points


class SeatView(Record, frozen=True):
    """A seat of the game. `options` is empty unless the seat acts and has dice.

    `persona` is the bot's personality, null for people.
    """

    seat: SeatNumber
    player: PlayerId
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
    dice: Annotated[tuple[Face, ...], msgspec.Meta(max_length=MAX_DICE)]
    timed_out: bool


class Fairness(Record, frozen=True):
    """What proves the dice. `secret` is null until the game is over, and then until all games that
    share it are.

    `scheme` is "sealed", or "" for games in which nobody sealed a seed; then `seals` and `known`
    are empty. `seeds`: salt and text of each seat, "" until it is shown. `seals`: "" for bots.
    `known`: whether the server knew the seat's seed before the start.
    """

    commitment: Sha256
    seeds: tuple[str, ...]
    secret: Secret | None
    scheme: Scheme
    seals: tuple[Seal, ...]
    known: tuple[bool, ...]


class ReplayView(Record, frozen=True):
    """The seat of a finished game whose dice are used again, its seeds and its total."""

    game: GameCode
    seat: SeatNumber
    seeds: tuple[str, ...]
    total: int


class GameView(Record, frozen=True):
    """Everything that a browser needs to draw a game. `stand_in`: the bot that plays automatic
    seats; `replay` is null unless the dice are those of an older game. `revealing`: the seats whose
    seeds the game waits for; until then nobody acts. `dice` is absent if each seat has its own;
    `share` is absent unless other games have the same secret and dice.

    Only in `mode: rounds`, from the first round on: `done` are the seats that had a turn in this
    round and have nothing left to do in it, `revealed` the boxes of the round that was revealed
    last, `public` how many events everybody knows. Seats other than the viewer's own are as they
    were then; `acting` is at most the viewer's own seat, and `last` is its box.
    """

    game: GameCode
    seq: Seq
    variant: GameVariant
    status: Status
    mode: Mode
    round: int
    rounds: int
    clock: int | None
    deadline: Milliseconds | None
    stand_in: str | None
    replay: ReplayView | None
    acting: tuple[SeatNumber, ...]
    revealing: tuple[SeatNumber, ...]
    seats: tuple[SeatView, ...]
    last: LastView | None
    fairness: Fairness
    dice: DiceMode | UnsetType = UNSET
    share: GameCode | UnsetType = UNSET
    done: tuple[SeatNumber, ...] | UnsetType = UNSET
    revealed: tuple[LastView, ...] | UnsetType = UNSET
    public: Seq | UnsetType = UNSET


class OptionColumn(Record, frozen=True, omit_defaults=True):
    """Boxes of one column that may be filled now, and the points of each, in card order.

    Each brings `bonus` as well; those in `jokers` are filled as a joker. Stands for one
    `OptionView` for each box.
    """

    column: Column
    points: dict[str, Points]
    bonus: Points = 0
    jokers: tuple[str, ...] = ()


class ColumnChanges(Record, frozen=True, kw_only=True):
    """Changes of a column of a card. `boxes`: those that were filled."""

    column: Column
    boxes: dict[str, Points] | UnsetType = UNSET
    upper: Points | UnsetType = UNSET
    par: int | UnsetType = UNSET
    upper_bonus: Points | UnsetType = UNSET
    lower: Points | UnsetType = UNSET
    bonus: Points | UnsetType = UNSET
    total: Points | UnsetType = UNSET


class CardChanges(Record, frozen=True):
    """Changes of a scorecard. `columns`: those that changed."""

    columns: tuple[ColumnChanges, ...]
    total: Points | UnsetType = UNSET


class SeatChanges(Record, frozen=True, kw_only=True):
    """Changes of a seat. `options` are all of the new ones, column after column."""

    seat: SeatNumber
    out: bool | UnsetType = UNSET
    auto: bool | UnsetType = UNSET
    place: Place | UnsetType | None = UNSET
    turn: TurnView | UnsetType = UNSET
    may_roll: bool | UnsetType = UNSET
    options: tuple[OptionColumn, ...] | UnsetType = UNSET
    card: CardChanges | UnsetType = UNSET


class FairnessChanges(Record, frozen=True):
    """Changes of what proves the dice: a seed was shown, or the secret."""

    seeds: tuple[str, ...] | UnsetType = UNSET
    secret: Secret | UnsetType | None = UNSET


class ViewChanges(Record, frozen=True, kw_only=True):
    """What turns one view of a game into a later one for the same viewer, besides `seq`.

    `seats`: those that changed.
    """

    status: Status | UnsetType = UNSET
    round: int | UnsetType = UNSET
    deadline: Milliseconds | UnsetType | None = UNSET
    acting: tuple[SeatNumber, ...] | UnsetType = UNSET
    revealing: tuple[SeatNumber, ...] | UnsetType = UNSET
    seats: tuple[SeatChanges, ...] | UnsetType = UNSET
    last: LastView | UnsetType | None = UNSET
    fairness: FairnessChanges | UnsetType = UNSET
    done: tuple[SeatNumber, ...] | UnsetType = UNSET
    revealed: tuple[LastView, ...] | UnsetType = UNSET
    public: Seq | UnsetType = UNSET
