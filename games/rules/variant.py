"""What a variant of the game is made of. The variants themselves are in `variants`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Literal

from games.rules.boxes import Box, BoxLike, Fill
from games.rules.dice import ROLLS, Dice, check_dice
from games.rules.errors import UnknownCategory
from games.rules.scorecard import Scorecard

Section = Literal["upper", "lower"]


@dataclass(frozen=True, slots=True)
class Category:
    """A line of the scorecard."""

    id: str
    name: str
    """For players."""
    section: Section
    hint: str
    """For players: what it scores, in a few words."""
    score: Callable[[Dice], int] = field(repr=False, compare=False)
    """Points of five dice in this category, jokers apart."""


@dataclass(frozen=True, slots=True)
class SwitchChoice:
    """One value of a switch."""

    value: str
    name: str
    """For players."""
    hint: str
    """For players: what it means, in one sentence."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A point on which players disagree, left to them to decide before the game."""

    id: str
    name: str
    """For players."""
    choices: tuple[SwitchChoice, ...]
    """The first one is the default."""

    @property
    def default(self) -> str:
        """The value when nothing is said."""
        return self.choices[0].value

    @property
    def values(self) -> tuple[str, ...]:
        """All values allowed."""
        return tuple(choice.value for choice in self.choices)


# Compared by identity: `find_variant` makes each variant once, so this is right and fast.
@dataclass(frozen=True, eq=False)
class Variant:
    """A set of rules: data, and nothing that changes. Get one from `find_variant`."""

    id: str
    name: str
    """For players."""
    categories: tuple[Category, ...]
    """In card order, the six of the upper section first."""
    columns: tuple[int, ...] = (1,)
    """The multiplier of each column."""
    upper_bonus: tuple[int, int] | None = None
    """(threshold, points): what an upper total at or over the threshold earns, per column."""
    switch_choices: Mapping[str, Switch] = field(default_factory=dict, repr=False)
    """The switches that exist, by id."""
    switches: Mapping[str, str] = field(default_factory=dict)
    """The value of each switch."""
    version: int = 1
    """Version of these rules; grows when the points of anything change."""

    @property
    def rounds(self) -> int:
        """How many boxes one card has, and so how many turns one seat plays."""
        return len(self.boxes)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes in card order, column after column."""
        columns = range(len(self.columns))
        return tuple(Box(column, category.id) for column in columns for category in self.categories)

    @cached_property
    def _indexes(self) -> dict[Box, int]:
        return {box: index for index, box in enumerate(self.boxes)}

    def index(self, box: BoxLike) -> int:
        """Return the place of a box in `boxes`. Raises `UnknownCategory`."""
        if isinstance(box, str):
            if len(self.columns) > 1:
                raise UnknownCategory(f"{self.name} has several columns: name the column too")
            box = Box(0, box)
        try:
            if type(box[0]) is int and len(box) == 2:
                return self._indexes[box]  # type: ignore[index]
        except (KeyError, TypeError, IndexError):
            pass
        raise UnknownCategory(f"{self.name} has no box {box!r}")

    def points(self, category: str, dice: Sequence[int]) -> int:
        """Points of the dice in this category on an empty card, where there is no joker.

        Raises `InvalidDice` and `UnknownCategory`.
        """
        rolled = check_dice(dice)
        return self.plain_fills(rolled)[self.index((0, category))].points

    def best(self, dice: Sequence[int]) -> list[tuple[str, int]]:
        """Each category id and its points on an empty card, best first, ties in card order."""
        row = self.plain_fills(check_dice(dice))[: len(self.categories)]
        return sorted(((fill.box.category, fill.points) for fill in row), key=lambda row: -row[1])

    def plain_fills(self, dice: Dice) -> tuple[Fill, ...]:
        """What checked dice do in each box of an empty card, in the order of `boxes`."""
        return _plain_fills(self, tuple(sorted(dice)))

    def empty_card(self) -> Scorecard:
        """A scorecard with every box open."""
        return Scorecard(self)

    @cached_property
    def possible_points(self) -> tuple[frozenset[int], ...]:
        """For each category, all points a box of it can hold; always with 0."""
        return tuple(
            frozenset({0, *(category.score(roll) for roll in ROLLS)})
            for category in self.categories
        )


# There are 252 different rolls and a handful of variants, so the cache stays small.
@cache
def _plain_fills(variant: Variant, dice: Dice) -> tuple[Fill, ...]:
    row = {category.id: category.score(dice) for category in variant.categories}
    return tuple(Fill(box, row[box.category], 0, False) for box in variant.boxes)
