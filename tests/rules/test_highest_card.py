"""The highest card of each variant, filled box by box."""

import pytest

from games.rules import VARIANTS
from games.rules.dice import Dice
from tests.oracles import rules as naive
from tests.rules.play import fill_all

Moves = list[tuple[int, str, Dice]]

SIXES = (6, 6, 6, 6, 6)
LITTLE = (1, 2, 3, 4, 5)
BIG = (2, 3, 4, 5, 6)
FULL = (6, 6, 6, 5, 5)
UPPER: list[tuple[str, Dice]] = [(category, (face,) * 5) for category, face in naive.FACES.items()]
YACHT: list[tuple[str, Dice]] = [
    *UPPER,
    ("full_house", FULL),
    ("four_of_a_kind", SIXES),
    ("little_straight", LITTLE),
    ("big_straight", BIG),
    ("choice", SIXES),
    ("yacht", SIXES),
]
# The Yahtzee box last: no bonus Yahtzee comes after it.
YAHTZEE: list[tuple[str, Dice]] = [
    *UPPER,
    ("three_of_a_kind", SIXES),
    ("four_of_a_kind", SIXES),
    ("full_house", FULL),
    ("small_straight", BIG),
    ("large_straight", BIG),
    ("chance", SIXES),
    ("yahtzee", SIXES),
]
# The Yahtzee box first: twelve bonus Yahtzees come after it.
BONUS: list[tuple[str, Dice]] = [
    *UPPER,
    ("three_of_a_kind", SIXES),
    ("four_of_a_kind", SIXES),
    ("full_house", SIXES),
    ("small_straight", SIXES),
    ("large_straight", SIXES),
    ("chance", SIXES),
]
YATZY: list[tuple[str, Dice]] = [
    *UPPER,
    ("one_pair", SIXES),
    ("two_pairs", FULL),
    ("three_of_a_kind", SIXES),
    ("four_of_a_kind", SIXES),
    ("small_straight", LITTLE),
    ("large_straight", BIG),
    ("full_house", FULL),
    ("chance", SIXES),
    ("yatzy", SIXES),
]


def in_columns(columns: int, boxes: list[tuple[str, Dice]]) -> Moves:
    """The same boxes in each column, row by row."""
    return [(column, category, dice) for category, dice in boxes for column in range(columns)]


YAHTZEE_FIRST: list[tuple[str, Dice]] = [("yahtzee", SIXES), *BONUS]


@pytest.mark.parametrize(
    ("variant", "moves", "total"),
    [
        ("yacht", in_columns(1, YACHT), 297),
        ("yahtzee", in_columns(1, YAHTZEE), 375),
        ("yahtzee", in_columns(1, YAHTZEE_FIRST), 1575),
        ("triple_yahtzee", in_columns(3, YAHTZEE), 2250),
        # 36 bonus Yahtzees, twelve in each column: 2250 + 1200 * (1 + 2 + 3).
        ("triple_yahtzee", in_columns(3, YAHTZEE_FIRST), 9450),
        ("yatzy", in_columns(1, YATZY), 374),
    ],
)
def test_it_reaches_the_highest_total(variant: str, moves: Moves, total: int) -> None:
    card = fill_all(VARIANTS[variant], moves)

    assert card.is_full
    assert card.open_boxes == ()
    assert card.total == total
    assert card.fills(SIXES) == []
