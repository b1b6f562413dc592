"""The scorecard of one seat: immutable. It decides which boxes a roll may fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.rules import joker
from games.core.rules.boxes import Box, BoxLike, Fill, Options
from games.core.rules.errors import IllegalBox
from games.core.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The boxes of one seat. `Scorecard(variant)` is an empty card.

    All points are raw, that is before the column's multiplier, except `total`.
    Columns are counted from 0.
    """

    variant: Variant
    entries: tuple[int | None, ...] = ()
    """Points of each box in the order of `Variant.boxes`; None is open."""
    bonuses: tuple[int, ...] = ()
    """Bonus Yahtzee points of each column."""

    def __post_init__(self) -> None:
        if not self.entries:
            object.__setattr__(self, "entries", (None,) * len(self.variant.boxes))
        if not self.bonuses:
            object.__setattr__(self, "bonuses", (0,) * len(self.variant.columns))

    # Boxes

    @property
    def open_boxes(self) -> tuple[Box, ...]:
        """The boxes not filled yet, in card order. The joker rule may forbid some for a roll."""
        pairs = zip(self.variant.boxes, self.entries, strict=True)
        return tuple(box for box, entry in pairs if entry is None)

    @property
    def is_full(self) -> bool:
        """Whether every box is filled."""
        return None not in self.entries

    def points(self, box: BoxLike) -> int | None:
        """Raw points in a box, None while it is open. Raises `UnknownCategory`."""
        return self.entries[self.variant.index(box)]

    def filled(self, box: BoxLike) -> bool:
        """Whether a box is filled. Raises `UnknownCategory`."""
        return self.points(box) is not None

    # Choices. `roll` is the number of the roll in its turn, from 1; None is the last of a turn.

    def fills(self, dice: Sequence[int], roll: int | None = None) -> list[Fill]:
        """Return the outcome of filling each allowed box, in card order.

        Empty only when the card is full. Raises `InvalidDice`.
        """
        rolled = self.variant.check_dice(dice)
        if joker.in_force(self.variant, self.entries, rolled):
            return joker.fills(self.variant, self.entries, rolled, roll)
        plain = self.variant.plain_fills(rolled, roll)
        open_ = [fill for fill, entry in zip(plain, self.entries, strict=True) if entry is None]
        if self.variant.needed:
            open_ = [self._after_needed(fill) for fill in open_]
        return self._in_order(open_)

    def _after_needed(self, fill: Fill) -> Fill:
        """Return the fill without points if the box that it needs has none."""
        needed = self.variant.needed.get(fill.box)
        return fill if needed is None or self.points(needed) else fill._replace(points=0)

    def _in_order(self, fills: list[Fill]) -> list[Fill]:
        """Return those of the open boxes that the order of the rules lets a player fill now."""
        match self.variant.order:
            case "down":
                return fills[:1]
            case "lower_first":
                upper = self.variant.upper_categories
                return [fill for fill in fills if fill.box.category not in upper] or fills
            case _:
                return fills

    def options(self, dice: Sequence[int], roll: int | None = None) -> Options:
        """Return the points of each box that may be filled, with jokers. Raises `InvalidDice`."""
        return Options(self.fills(dice, roll), one_column=len(self.variant.columns) == 1)

    def best(self, dice: Sequence[int], roll: int | None = None) -> list[tuple[Box, int]]:
        """Return the allowed boxes and their raw points, best first, ties in card order.

        They are ranked by points and bonus times the column's multiplier. Raises `InvalidDice`.
        """
        columns = self.variant.columns
        ranked = sorted(
            self.fills(dice, roll),
            key=lambda fill: -(fill.points + fill.bonus) * columns[fill.box[0]],
        )
        return [(fill.box, fill.points) for fill in ranked]

    def outcome(self, box: BoxLike, dice: Sequence[int], roll: int | None = None) -> Fill:
        """Return the outcome of filling this box.

        Raises `InvalidDice`, `UnknownCategory`, or `IllegalBox` with the code `box_filled` or
        `box_not_allowed`.
        """
        rolled = self.variant.check_dice(dice)
        index = self.variant.index(box)
        wanted = self.variant.boxes[index]
        if self.entries[index] is not None:
            raise IllegalBox("box_filled", "This box is already filled.")
        for fill in self.fills(rolled, roll):
            if fill.box == wanted:
                return fill
        if self.variant.order != "free":
            raise IllegalBox("box_not_allowed", "Fill the boxes in the order of the rules.")
        raise IllegalBox("box_not_allowed", "The joker rule does not allow this box now.")

    # Changes

    def apply(self, fill: Fill) -> Scorecard:
        """Return the card with this outcome entered, without scoring it again.

        Raises `UnknownCategory` only if the card has no such box.
        """
        index = self.variant.index(fill.box)
        column = index // len(self.variant.categories)
        bonuses = self.bonuses
        if fill.bonus:
            earned = bonuses[column] + fill.bonus
            bonuses = (*bonuses[:column], earned, *bonuses[column + 1 :])
        entries = (*self.entries[:index], fill.points, *self.entries[index + 1 :])
        return Scorecard(self.variant, entries, bonuses)

    def fill(self, box: BoxLike, dice: Sequence[int], roll: int | None = None) -> Scorecard:
        """Return the card after filling this box. Raises the same errors as `outcome`."""
        return self.apply(self.outcome(box, dice, roll))

    # Points

    def column(self, column: int) -> tuple[int | None, ...]:
        """Raw points of the boxes of one column in card order; None is open.

        Like every method that takes a column, raises `IndexError` if it does not exist.
        """
        if not 0 <= column < len(self.bonuses):
            raise IndexError(f"{self.variant.name} has no column {column}")
        size = len(self.variant.categories)
        return self.entries[column * size : (column + 1) * size]

    def upper(self, column: int = 0) -> int:
        """Sum of the upper section, without the upper bonus."""
        return sum(entry or 0 for entry in self.column(column)[: self.variant.upper_size])

    def upper_bonus(self, column: int = 0) -> int:
        """Upper bonus points earned so far: all or nothing."""
        if self.variant.upper_bonus is None:
            return 0
        threshold, points = self.variant.upper_bonus
        return points if self.upper(column) >= threshold else 0

    def lower(self, column: int = 0) -> int:
        """Sum of the lower section, without bonus Yahtzees."""
        return sum(entry or 0 for entry in self.column(column)[self.variant.upper_size :])

    def bonus(self, column: int = 0) -> int:
        """Bonus Yahtzee points entered in this column."""
        if not 0 <= column < len(self.bonuses):
            raise IndexError(f"{self.variant.name} has no column {column}")
        return self.bonuses[column]

    def column_total(self, column: int = 0) -> int:
        """Points of this column with both bonuses, before its multiplier."""
        boxes = sum(entry or 0 for entry in self.column(column))
        return boxes + self.upper_bonus(column) + self.bonus(column)

    @property
    def total(self) -> int:
        """The score of the card: each column total times its multiplier."""
        return sum(
            multiplier * self.column_total(column)
            for column, multiplier in enumerate(self.variant.columns)
        )
