"""The layout of a variant's scorecard, as browsers get it."""

from functools import lru_cache

from msgspec import UNSET, UnsetType

from games.core.engine.fields import Record
from games.core.rules import Variant, notes_of
from games.core.rules.variant import Pattern, Section

SECTIONS: tuple[tuple[Section, str], ...] = (("upper", "Upper section"), ("lower", "Lower section"))


class CategoryView(Record, frozen=True):
    """A row of the scorecard. `pattern`: what is celebrated there; absent if nothing is."""

    id: str
    name: str
    hint: str
    pattern: Pattern | UnsetType = UNSET


class SectionView(Record, frozen=True):
    """A part of the scorecard."""

    id: Section
    name: str
    categories: tuple[CategoryView, ...]


class UpperBonus(Record, frozen=True):
    """`points` are added once the upper section reaches `at` points."""

    at: int
    points: int


class Sheet(Record, frozen=True):
    """The layout of a scorecard. `columns` are multipliers.

    `dice`, `faces` and `rolls` are the number of dice, of faces of a die, and of rolls in a turn.
    `saves_rolls`: unused rolls are there in later turns; absent if they are not. `notes`: what
    house rules change besides, in sentences; absent if that is nothing.
    """

    sections: tuple[SectionView, ...]
    columns: tuple[int, ...]
    upper_bonus: UpperBonus | None
    rounds: int
    dice: int
    faces: int
    rolls: int
    saves_rolls: bool | UnsetType = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET


@lru_cache(maxsize=32)
def sheet(variant: Variant) -> Sheet:
    """Return the layout of a variant's scorecard."""
    return Sheet(
        sections=tuple(
            SectionView(
                section,
                name,
                tuple(
                    CategoryView(
                        category.id, category.name, category.hint, category.pattern or UNSET
                    )
                    for category in variant.categories
                    if category.section == section
                ),
            )
            for section, name in SECTIONS
        ),
        columns=variant.columns,
        upper_bonus=None if variant.upper_bonus is None else UpperBonus(*variant.upper_bonus),
        rounds=variant.rounds,
        dice=variant.dice_count,
        faces=variant.faces,
        rolls=variant.rolls_per_turn,
        saves_rolls=variant.saves_rolls or UNSET,
        notes=notes_of(variant) or UNSET,
    )
