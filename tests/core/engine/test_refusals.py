"""Each code of a refusal; that every refusal has a true reason is shown by random play."""

import pytest

from games.core.engine import Abort, Action, AutoPlay, Back, Hint, Resign, Roll, Score, TimeOut
from games.core.rules import find_variant
from tests.core.engine.table import ALICE, BOB, Table

EVERY_ACTION = [Roll(1, 0), Score(1, 1, "ones"), Resign(), AutoPlay(1), Back(), TimeOut()]


@pytest.fixture
def rolled(three: Table) -> Table:
    """Alice has rolled once, and Charlie has resigned."""
    three.resign(2)
    three.roll(0, 1, 2, 2, 3, 6)
    return three


@pytest.mark.parametrize("action", [*EVERY_ACTION, Abort("closed")])
def test_it_refuses_every_action_after_the_end(table: Table, action: Action) -> None:
    table.resign(0)
    for seat in (0, 1, None):
        assert table.refusal(seat, action) == "game_over"


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        *((seat, action, "not_seated") for seat in (None, -1, 3) for action in EVERY_ACTION),
        *((2, action, "not_your_turn") for action in EVERY_ACTION),
        (1, Roll(1, 0), "not_your_turn"),
        (1, Score(1, 0, "ones"), "not_your_turn"),
        *((0, Roll(turn, roll), "stale") for turn, roll in ((1, 0), (1, 2), (2, 1), (-1, -1))),
        *((0, Score(turn, roll, "ones"), "stale") for turn, roll in ((1, 0), (1, 2), (0, 1))),
        *(
            (0, Roll(1, 1, hold), "bad_hold")
            for hold in ((5,), (-1,), (0, 0), (0, 1, 2, 3, 4, 4), (0, 99))
        ),
        *(
            (0, Score(1, 1, category, column), "no_such_box")
            for category, column in (("sevens", 0), ("", 0), ("Ones", 0), ("ones", 1), ("ones", -1))
        ),
    ],
)
def test_it_refuses_and_throws_no_die(
    rolled: Table, seat: int | None, action: Action, code: str
) -> None:
    rolled.dice.fall((6, 6, 6, 6, 6))
    assert rolled.refusal(seat, action) == code
    assert len(rolled.dice.faces) == 5
    assert rolled.roll(0, 4, 4, 4, 4, hold=(0,))


def test_it_refuses_a_fourth_roll(rolled: Table) -> None:
    rolled.roll(0, 1, 2, 3, 4, 5)
    assert rolled.roll(0, 5, 4, 3, 2, 1)
    assert rolled.refusal(0, rolled.roll_action(0)) == "no_rolls_left"
    assert rolled.score(0, "ones")


def test_it_refuses_to_fill_a_box_to_hold_and_to_hint_before_the_first_roll(alone: Table) -> None:
    assert alone.refusal(0, alone.score_action(0, "ones")) == "must_roll_first"
    alone.turn(0, "ones", 1, 2, 3, 4, 5)
    assert alone.refusal(0, alone.score_action(0, "twos")) == "must_roll_first"
    assert alone.refusal(0, alone.roll_action(0, (0,))) == "bad_hold"
    assert alone.refusal(0, Hint(2, 0)) == "must_roll_first"


def test_it_gives_one_hint_for_each_roll(rolled: Table) -> None:
    rolled.act(0, Hint(1, 1))
    assert rolled.refusal(0, Hint(1, 1)) == "stale"
    rolled.roll(0, 5, 3, 3, hold=(0, 3))
    rolled.act(0, Hint(1, 2))
    assert rolled.refusal(1, Hint(1, 0)) == "not_your_turn"


def test_it_refuses_a_box_that_is_filled(alone: Table) -> None:
    alone.turn(0, "ones", 1, 2, 2, 3, 6)
    alone.roll(0, 1, 1, 2, 3, 6)
    assert alone.refusal(0, alone.score_action(0, "ones")) == "box_filled"
    assert alone.score(0, "twos")


def test_it_refuses_a_box_that_the_joker_rule_forbids() -> None:
    table = Table(find_variant("yahtzee"), ALICE)
    table.turn(0, "yahtzee", 6, 6, 6, 6, 6)
    table.roll(0, 4, 4, 4, 4, 4)
    for category in ("full_house", "chance", "ones"):
        assert table.refusal(0, table.score_action(0, category)) == "box_not_allowed"
    assert table.score(0, "fours")


def test_it_takes_an_action_although_another_seat_acted_in_between(three: Table) -> None:
    roll = three.roll_action(0)
    three.resign(2)
    three.dice.fall((1, 2, 3, 4, 5))
    assert three.act(0, roll)


def test_it_needs_a_player_and_a_first_seat_to_start() -> None:
    with pytest.raises(ValueError, match="first seat"):
        Table(find_variant("yacht"))
    with pytest.raises(ValueError, match="first seat"):
        Table(find_variant("yacht"), ALICE, first=1)
    assert Table(find_variant("yacht"), ALICE, BOB, first=1).state.acting == (1,)
