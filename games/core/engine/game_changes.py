"""The types of what changes in a game, as browsers get it. `view_changes` builds them.

A field that is absent has not changed; null is a value.
"""

from msgspec import UNSET, UnsetType

from games.core.engine.fields import (
    Column,
    Milliseconds,
    Place,
    Points,
    Record,
    SeatNumber,
    Secret,
    Seq,
)
from games.core.engine.game_view import LastView, TurnView
from games.core.engine.state import Status


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
