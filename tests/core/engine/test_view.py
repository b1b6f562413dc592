"""Rounds that a view counts, and the layout of the card."""

import pytest

from games.core.engine import sheet, view
from games.core.rules import VARIANTS
from tests.core.engine.table import Table, as_json

# Rounds


def test_it_does_not_wait_for_resigned_seats_to_count_a_round(three: Table) -> None:
    three.resign(0)
    three.turn(1, "ones", 1, 2, 3, 4, 5)
    three.turn(2, "ones", 1, 2, 3, 4, 5)
    assert view(three.state).round == 2


def test_it_stays_in_the_round_in_which_the_last_player_resigned(alone: Table) -> None:
    alone.fill_up(0, leave=8)
    alone.resign(0)
    assert view(alone.state).round == 5


# The sheet


@pytest.mark.parametrize(
    ("variant", "columns", "bonus", "rounds"),
    [
        ("yahtzee", [1], {"at": 63, "points": 35}, 13),
        ("triple_yahtzee", [1, 2, 3], {"at": 63, "points": 35}, 39),
        ("yatzy", [1], {"at": 63, "points": 50}, 15),
    ],
)
def test_it_lays_out_columns_and_bonus(
    variant: str, columns: list[int], bonus: dict[str, int], rounds: int
) -> None:
    laid_out = as_json(sheet(VARIANTS[variant]))
    assert laid_out["columns"] == columns
    assert laid_out["upper_bonus"] == bonus
    assert laid_out["rounds"] == rounds
