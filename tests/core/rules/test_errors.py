"""Each mistake has its own error, code and message."""

from collections import deque
from typing import Any

import pytest

from games.core.rules import (
    VARIANTS,
    InvalidDice,
    Scorecard,
    UnknownCategory,
    UnknownSwitch,
    UnknownVariant,
    check_dice,
    find_variant,
)

DICE = [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ([], "expected 5 dice, got 0"),
        ([1, 2, 3, 4], "expected 5 dice, got 4"),
        ((1, 2, 3, 4, 5, 6), "expected 5 dice, got 6"),
        ([0, 2, 3, 4, 5], "a face from 1 to 6"),
        ([1, 2, 3, 4, 7], "a face from 1 to 6"),
        ([1, 2, 3, 4, -1], "a face from 1 to 6"),
        ([1, 2, 3, 4, True], "an integer, not bool"),
        ([1, 2, 3, 4, 5.0], "an integer, not float"),
        ([1, 2, 3, 4, "5"], "an integer, not str"),
        ([1, 2, 3, 4, None], "an integer, not NoneType"),
        ("12345", "a list or tuple, not str"),
        (b"\x01\x02\x03\x04\x05", "a list or tuple, not bytes"),
        ({1, 2, 3, 4, 5}, "a list or tuple, not set"),
        (deque(DICE), "a list or tuple, not deque"),
        (12345, "a list or tuple, not int"),
        (None, "a list or tuple, not NoneType"),
    ],
)
def test_it_refuses_invalid_dice(dice: Any, message: str) -> None:
    for ask in (check_dice, VARIANTS["yacht"].best, Scorecard(VARIANTS["yacht"]).options):
        with pytest.raises(InvalidDice, match=message) as error:
            ask(dice)
        assert error.value.code == "invalid_dice"


@pytest.mark.parametrize(
    "box",
    [
        "yahtzee",
        "",
        "Ones",
        "ones ",
        (0, "yahtzee"),
        (1, "ones"),
        (-1, "ones"),
        (False, "ones"),
        (0.0, "ones"),
        ("0", "ones"),
        (0, 1),
        (0, ["ones"]),
        (0,),
        (0, "ones", 1),
        (),
        [0, "ones"],
        0,
        None,
    ],
)
def test_it_refuses_an_unknown_box(box: Any) -> None:
    card = Scorecard(VARIANTS["yacht"])
    for ask in (card.filled, card.points, lambda box: card.fill(box, DICE)):
        with pytest.raises(UnknownCategory, match="Yacht has no box") as error:
            ask(box)
        assert error.value.code == "unknown_category"


def test_it_needs_the_column_if_there_are_several() -> None:
    with pytest.raises(UnknownCategory, match="name the column too"):
        Scorecard(VARIANTS["triple_yahtzee"]).fill("ones", DICE)


def test_it_refuses_points_of_an_unknown_category() -> None:
    with pytest.raises(UnknownCategory, match="pair_of_socks"):
        VARIANTS["yacht"].points("pair_of_socks", DICE)


@pytest.mark.parametrize("variant", ["", "Yacht", "chess", None, 3, ["yacht"]])
def test_it_refuses_an_unknown_variant(variant: Any) -> None:
    with pytest.raises(UnknownVariant, match="there are yacht, yahtzee") as error:
        find_variant(variant)
    assert error.value.code == "unknown_variant"


@pytest.mark.parametrize(
    ("variant", "switches", "message"),
    [
        ("yacht", {"joker": "free"}, "Yacht has no switch 'joker'"),
        ("yatzy", {"joker": "none"}, "Yatzy has no switch 'joker'"),
        ("yahtzee", {"jester": "free"}, "Yahtzee has no switch 'jester'"),
        ("yahtzee", {"joker": "wild"}, "joker must be one of forced, free, none, not 'wild'"),
        ("yahtzee", {"joker": ["free"]}, "joker must be one of"),
        ("yahtzee", {"joker": None}, "joker must be one of"),
    ],
)
def test_it_refuses_an_unknown_switch(variant: str, switches: Any, message: str) -> None:
    with pytest.raises(UnknownSwitch, match=message) as error:
        find_variant(variant, **switches)
    assert error.value.code == "unknown_switch"


@pytest.mark.parametrize("column", [-1, 1])
def test_it_refuses_a_column_that_is_not_there(column: int) -> None:
    card = Scorecard(VARIANTS["yacht"])
    for ask in (card.upper, card.lower, card.bonus, card.column_total, card.column):
        with pytest.raises(IndexError):
            ask(column)
