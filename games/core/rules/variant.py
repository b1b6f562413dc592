"""The parts of a variant of the game: categories, switches, the boxes of its scorecards, and what
filling one brings. The variants themselves are in `variants`.

A site may give games names in place of their usual ones, for example to avoid trade marks. Else
they have the names that are usual in the language of the reader.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from games.core.rules.errors import UnknownCategory
from games.core.rules.scoring import (
    DICE_COUNT,
    FACES,
    MAX_FACES,
    ROLLS_PER_TURN,
    Dice,
    Score,
    all_rolls,
    check_dice,
)

_chosen: dict[str, str] = {}
_words: list[Callable[[str], str]] = []
YAHTZEE_BONUS = 100
"""The printed bonus for a further Yahtzee."""


class Box(NamedTuple):
    """A box of a scorecard: a column, counted from 0, and a category id."""

    column: int
    category: str


BoxLike: TypeAlias = Box | tuple[int, str] | str
"""What callers may pass as a box. A category alone is enough on a card with one column."""


class Fill(NamedTuple):
    """The outcome of filling one box, which can be replayed without knowing the rules."""

    box: Box
    points: int
    """Raw points of the box, before the column's multiplier."""
    bonus: int
    """Raw bonus Yahtzee points earned in the same column: 0 or 100."""
    joker: bool
    """Whether the roll counts as a joker in this box."""


class Options(Mapping[Box, int]):
    """The boxes that may be filled now, in card order, and the points of each.

    A category id alone works as a key on a card with one column.
    """

    __slots__ = ("_by_category", "_points")

    def __init__(self, fills: Iterable[Fill], *, one_column: bool) -> None:
        self._points = {fill.box: fill.points for fill in fills}
        self._by_category = one_column

    def __getitem__(self, box: object) -> int:
        if self._by_category and isinstance(box, str):
            box = Box(0, box)
        return self._points[box]  # type: ignore[index]

    def __iter__(self) -> Iterator[Box]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)

    def __repr__(self) -> str:
        return f"Options({self._points})"


def configure_names(
    names: Mapping[str, str], translate: Callable[[str], str] | None = None
) -> None:
    """Set the names of this process, by the id of the game, or that of a box with "-box" after it.
    House rules follow their base. `translate`: returns a text in the language of the reader.
    """
    _chosen.clear()
    _chosen.update(names)
    _words[:] = [translate] if translate is not None else []


def chosen_name(variant_id: str) -> str | None:
    """Return the name that the site gives to a game, house rules or a box, or None."""
    if variant_id in _chosen:
        return _chosen[variant_id]
    base = base_of(variant_id)
    return f"{_chosen[base]}+" if base != variant_id and base in _chosen else None


def _translated(name: str) -> str:
    """Return the usual name of a game or of house rules ("Yahtzee+") in the reader's language."""
    base = name.removesuffix("+")
    return _words[0](base) + name[len(base) :] if _words else name


def base_of(variant_id: str) -> str:
    """Return the id of the game on which house rules are based; of a game, its own."""
    return variant_id.partition("+")[0]


Section = Literal["upper", "lower"]
Pattern = Literal["alike", "straight"]
Joker = Literal["none", "forced", "free"]
Order = Literal["free", "down", "lower_first"]


@dataclass(frozen=True, slots=True)
class Category:
    """A line of the scorecard."""

    id: str
    usual_name: str
    """For players, unless the site gives it another one: use `name`."""
    section: Section
    hint: str
    """For players: what it scores, in a few words."""
    score: Score = field(repr=False, compare=False)
    """Points in this category, without the joker rule."""
    face: int | None = None
    """The face that a category of the upper section counts."""
    pattern: Pattern | None = None
    """What players celebrate: all dice alike, or a straight."""
    joker_score: Score | None = field(default=None, repr=False, compare=False)
    """What a joker scores here, if not the points of its dice."""
    needs: str | None = None
    """The box that must hold points before this one scores any."""

    @property
    def name(self) -> str:
        """The name for players, which a site can choose."""
        return chosen_name(f"{self.id}-box") or self.usual_name


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
    """A disputed rule that players choose before the game."""

    id: str
    name: str
    """For players."""
    choices: tuple[SwitchChoice, ...]
    """The first one is the default."""

    @property
    def default(self) -> str:
        """The value if players do not choose one."""
        return self.choices[0].value

    @property
    def values(self) -> tuple[str, ...]:
        """All values allowed."""
        return tuple(choice.value for choice in self.choices)


# Compared by identity, which is fast: `find_variant` creates each variant once.
@dataclass(frozen=True, eq=False)
class Variant:
    """The rules of a game as immutable data. Get one from `find_variant`.

    Raises `ValueError` without dice, faces or rolls, and with more than `MAX_FACES` faces.
    """

    id: str
    usual_name: str
    """For players, unless the site gives it another one: use `name`."""
    categories: tuple[Category, ...]
    """In card order, the upper section first: its category number i counts face i + 1."""
    columns: tuple[int, ...] = (1,)
    """The multiplier of each column."""
    dice_count: int = DICE_COUNT
    faces: int = FACES
    """Each die shows 1 to `faces`."""
    rolls_per_turn: int = ROLLS_PER_TURN
    upper_bonus: tuple[int, int] | None = None
    """(threshold, points): points for an upper total of at least the threshold, per column."""
    par: int = 3
    """Dice of its face that an upper box holds at par. Players compare their upper total with it;
    three of each face make the 63 points of the usual upper bonus."""
    switch_choices: Mapping[str, Switch] = field(default_factory=dict, repr=False)
    """The switches that exist, by id."""
    switches: Mapping[str, str] = field(default_factory=dict)
    """The value of each switch; a missing one gets its default."""
    joker: Joker = "none"
    """What five alike may do when the Yahtzee box is filled; a switch `joker` decides it."""
    yahtzee_bonus: int = 0
    """Bonus points of each further Yahtzee."""
    saves_rolls: bool = False
    """Whether rolls that a turn leaves unused are there for the later turns of its player."""
    served_win: str | None = None
    """The box that wins the game when it scores in the first roll of a turn."""
    order: Order = "free"
    """Which open boxes may be filled: any, only the first, or first the lower section."""
    tagline: str = ""
    """For players: what is special about it, in one line."""
    minutes: int | None = None
    """About how long a game of two takes."""
    highest: int | None = None
    """The highest card, without bonus Yahtzees (docs/rules.md)."""
    version: int = 1
    """Version of these rules. Increase it when any points change."""

    def __post_init__(self) -> None:
        if self.dice_count < 1 or self.rolls_per_turn < 1:
            raise ValueError(f"{self.name} needs at least one die and one roll")
        if not 1 <= self.faces <= MAX_FACES:
            raise ValueError(f"dice have 1 to {MAX_FACES} faces, not {self.faces}")
        defaults = {id_: switch.default for id_, switch in self.switch_choices.items()}
        frozen_choices = MappingProxyType(dict(self.switch_choices))
        object.__setattr__(self, "switch_choices", frozen_choices)
        object.__setattr__(self, "switches", MappingProxyType({**defaults, **self.switches}))
        if "joker" in self.switches:
            joker = self.switches["joker"]
            object.__setattr__(self, "joker", joker)
            object.__setattr__(self, "yahtzee_bonus", 0 if joker == "none" else YAHTZEE_BONUS)

    @property
    def name(self) -> str:
        """The name for players, which a site can choose, else in the language of the reader."""
        return chosen_name(self.id) or _translated(self.usual_name)

    @property
    def common_name(self) -> str:
        """The name that is the same for all readers: for logs, programs and what many see."""
        return chosen_name(self.id) or self.usual_name

    @property
    def rounds(self) -> int:
        """Number of boxes of a card, which is the number of turns of a seat."""
        return len(self.boxes)

    @cached_property
    def upper_size(self) -> int:
        """Number of categories in the upper section."""
        return sum(category.section == "upper" for category in self.categories)

    @cached_property
    def counts_further_yahtzees(self) -> bool:
        """Whether five alike mean anything once every Yahtzee box is filled."""
        return self.joker != "none" or self.yahtzee_bonus > 0

    @cached_property
    def needed(self) -> Mapping[Box, Box]:
        """The box that each box needs, for those that need one."""
        columns = range(len(self.columns))
        return {
            Box(column, each.id): Box(column, each.needs)
            for column in columns
            for each in self.categories
            if each.needs is not None
        }

    @cached_property
    def upper_categories(self) -> frozenset[str]:
        """The ids of the categories of the upper section."""
        return frozenset(each.id for each in self.categories if each.section == "upper")

    @cached_property
    def all_rolls(self) -> tuple[Dice, ...]:
        """The different rolls of this variant's dice, each ascending."""
        return all_rolls(self.dice_count, self.faces)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes in card order, column after column."""
        columns = range(len(self.columns))
        return tuple(Box(column, category.id) for column in columns for category in self.categories)

    @cached_property
    def _indexes(self) -> dict[Box, int]:
        return {box: index for index, box in enumerate(self.boxes)}

    def index(self, box: BoxLike) -> int:
        """Return the index of a box in `boxes`. Raises `UnknownCategory`."""
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

    def check_dice(self, dice: object) -> Dice:
        """Return the dice of a list or tuple as a tuple. Raises `InvalidDice`."""
        return check_dice(dice, self.dice_count, self.faces)

    # `roll` is the number of the roll in its turn, from 1; None is the last roll of a turn.

    def points(self, category: str, dice: Sequence[int], roll: int | None = None) -> int:
        """Points of the dice in this category on an empty card, where there is no joker.

        Raises `InvalidDice` and `UnknownCategory`.
        """
        rolled = self.check_dice(dice)
        return self._on_empty(self.plain_fills(rolled, roll)[self.index((0, category))])

    def best(self, dice: Sequence[int], roll: int | None = None) -> list[tuple[str, int]]:
        """Return category ids and points on an empty card, best first, ties in card order."""
        row = self.plain_fills(self.check_dice(dice), roll)[: len(self.categories)]
        found = [(fill.box.category, self._on_empty(fill)) for fill in row]
        return sorted(found, key=lambda row: -row[1])

    def _on_empty(self, fill: Fill) -> int:
        """Return the points of a plain fill on an empty card, where no box holds any."""
        return 0 if fill.box in self.needed else fill.points

    def plain_fills(self, dice: Dice, roll: int | None = None) -> tuple[Fill, ...]:
        """Return the fill of each box of an empty card with checked dice, in card order."""
        # Only the first roll of a turn may score more, so saved rolls need no entries of their own.
        key = tuple(sorted(dice)), min(roll or self.rolls_per_turn, self.rolls_per_turn)
        found = self._plain_fills.get(key)
        if found is None:
            row = {category.id: category.score(*key) for category in self.categories}
            made = tuple(self._known_fill(box, row[box.category]) for box in self.boxes)
            found = self._rows.setdefault(made, made)
            self._plain_fills[key] = found
        return found

    def _known_fill(self, box: Box, points: int) -> Fill:
        """Return the one plain fill of a box with these points: many rolls score the same."""
        fill = Fill(box, points, 0, False)
        return self._fills.setdefault(fill, fill)

    @cached_property
    def _fills(self) -> dict[Fill, Fill]:
        return {}

    @cached_property
    def _rows(self) -> dict[tuple[Fill, ...], tuple[Fill, ...]]:
        """The different rows: most rolls score the same the first time of a turn as later."""
        return {}

    @cached_property
    def _plain_fills(self) -> dict[tuple[Dice, int], tuple[Fill, ...]]:
        """Of each roll, ascending, and the number of the roll: few, and gone with the variant."""
        return {}

    @cached_property
    def possible_points(self) -> tuple[frozenset[int], ...]:
        """For each category, all points that its box can hold, including 0."""
        numbers = range(1, self.rolls_per_turn + 1)
        return tuple(
            frozenset({0, *(category.score(dice, n) for dice in self.all_rolls for n in numbers)})
            for category in self.categories
        )
