"""The scorecard of one seat: immutable. It decides which boxes a roll may fill.

The joker rule is about another Yahtzee when every Yahtzee box, the category `yahtzee`, is filled.
`Variant.joker` is the rule: `forced` (the printed rule), `free` or `none`; `Variant.yahtzee_bonus`
is what each further Yahtzee adds. docs/rules.md explains them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.rules.errors import IllegalBox
from games.core.rules.scoring import Dice, are_alike
from games.core.rules.variant import Box, BoxLike, Fill, Options, Variant

YAHTZEE = 50
"""Points in a Yahtzee box for which further Yahtzees earn a bonus."""

Entries = tuple[int | None, ...]
"""Points of each box in the order of `Variant.boxes`; None is open."""


def is_joker(variant: Variant, entries: Entries, dice: Dice) -> bool:
    """Whether these dice are a joker, or earn a bonus, on a card with these entries."""
    return (
        are_alike(dice)
        and variant.counts_further_yahtzees
        and None not in yahtzee_entries(variant, entries)
    )


def yahtzee_entries(variant: Variant, entries: Entries) -> list[int | None]:
    """Points of the Yahtzee box of each column."""
    return [
        entry
        for box, entry in zip(variant.boxes, entries, strict=True)
        if box.category == "yahtzee"
    ]


def joker_fills(
    variant: Variant, entries: Entries, dice: Dice, roll: int | None = None
) -> list[Fill]:
    """Return the fills allowed for dice that fall under the joker rule, in card order."""
    candidates = _candidates(variant, entries, dice, roll)
    if variant.joker != "forced":
        return candidates
    matching = variant.categories[dice[0] - 1].id
    lower = [fill for fill in candidates if fill.joker]
    return [fill for fill in candidates if fill.box.category == matching] or lower or candidates


def _candidates(variant: Variant, entries: Entries, dice: Dice, roll: int | None) -> list[Fill]:
    """Return a fill for each open box, as a joker where the matching upper box is filled."""
    bonus = variant.yahtzee_bonus if set(yahtzee_entries(variant, entries)) == {YAHTZEE} else 0
    size = len(variant.categories)
    found = []
    for index, fill in enumerate(variant.plain_fills(dice, roll)):
        if entries[index] is not None:
            continue
        column, place = divmod(index, size)
        category = variant.categories[place]
        matching = entries[column * size + dice[0] - 1]
        joker = variant.joker != "none" and category.section == "lower" and matching is not None
        instead = category.joker_score if joker else None
        points = fill.points if instead is None else instead(dice, roll or variant.rolls_per_turn)
        found.append(Fill(fill.box, points, bonus, joker))
    return found


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
        if is_joker(self.variant, self.entries, rolled):
            return joker_fills(self.variant, self.entries, rolled, roll)
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
