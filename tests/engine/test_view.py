"""Views: complete, the same for all, and without the secret."""

import pytest

from games.engine import sheet, view
from games.rules import VARIANTS
from tests.engine.table import COMMITMENT, NOON, Table, as_json

SIXES = {
    "seat": 0,
    "turn": 1,
    "dice": [6, 2, 4, 6, 1],
    "column": 0,
    "category": "sixes",
    "points": 12,
    "bonus": 0,
    "joker": False,
    "timed_out": False,
}


def test_it_shows_a_whole_game_in_the_form_of_the_protocol(clocked: Table) -> None:
    clocked.roll(0, 6, 2, 4, 6, 1)
    clocked.score(0, "sixes")
    clocked.roll(1, 3, 3, 5, 5, 5)
    clocked.roll(1, 1, 2, hold=(2, 3, 4))
    shown = as_json(view(clocked.state))
    seats = shown.pop("seats")
    assert shown == {
        "game": "k7m2p9x4w3ab",
        "seq": 5,
        "variant": {"id": "yacht", "name": "Yacht"},
        "status": "playing",
        "mode": "turns",
        "round": 1,
        "rounds": 12,
        "clock": 60,
        "deadline": NOON + 60_000,
        "stand_in": None,
        "replay": None,
        "acting": [1],
        "revealing": [],
        "last": SIXES,
        "fairness": {
            "commitment": COMMITMENT,
            "seeds": ["a11ce5eed", "b0b5eed"],
            "secret": None,
            "scheme": "",
            "seals": [],
            "known": [],
        },
    }
    column = {
        "boxes": {"sixes": 12},
        "upper": 12,
        "par": -6,
        "upper_bonus": 0,
        "lower": 0,
        "bonus": 0,
        "total": 12,
    }
    assert seats[0] == {
        "seat": 0,
        "player": 101,
        "name": "Alice",
        "out": False,
        "auto": False,
        "bot": False,
        "persona": None,
        "place": None,
        "turn": {"number": 2, "roll": 0, "dice": None, "hold": []},
        "may_roll": False,
        "options": [],
        "card": {"columns": [column], "total": 12},
    }
    assert seats[1]["turn"] == {"number": 1, "roll": 2, "dice": [1, 2, 5, 5, 5], "hold": [2, 3, 4]}
    assert seats[1]["may_roll"] is True


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
