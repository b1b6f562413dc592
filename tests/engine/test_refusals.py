"""Each refusal, and the action that is allowed in the same situation."""

import pytest

from games.engine import Abort, Action, AutoPlay, Back, Resign, Roll, Score, TimeOut
from games.rules import find_variant
from tests.engine.table import ALICE, BOB, NOON, Table


@pytest.fixture
def rolled(table: Table) -> Table:
    """Alice has rolled once."""
    table.roll(0, 1, 2, 2, 3, 6)
    return table


@pytest.fixture
def filled(alone: Table) -> Table:
    """Alice has filled her ones and rolled again."""
    alone.turn(0, "ones", 1, 2, 2, 3, 6)
    alone.roll(0, 1, 1, 2, 3, 6)
    return alone


@pytest.fixture
def further_yahtzee() -> Table:
    """Alice, with 50 in her Yahtzee box and her fours open, has rolled five fours."""
    table = Table(find_variant("yahtzee"), ALICE)
    table.turn(0, "yahtzee", 6, 6, 6, 6, 6)
    table.roll(0, 4, 4, 4, 4, 4)
    return table


# game_over


def test_it_takes_a_resignation_before_the_end(table: Table) -> None:
    table.resign(0)
    assert table.state.status == "finished"


@pytest.mark.parametrize(
    "action",
    [
        Roll(1, 0),
        Score(1, 1, "ones"),
        Resign(),
        AutoPlay(1),
        Back(),
        TimeOut(),
        Abort("closed"),
    ],
)
def test_it_refuses_every_action_after_the_end(table: Table, action: Action) -> None:
    table.resign(0)
    for seat in (0, 1, None):
        assert table.refusal(seat, action) == "game_over"


def test_it_refuses_a_roll_after_an_aborted_game(table: Table) -> None:
    table.abort()
    assert table.refusal(0, Roll(1, 0)) == "game_over"


# not_seated


def test_it_lets_the_seat_of_the_turn_roll(table: Table) -> None:
    table.roll(0, 1, 2, 3, 4, 5)
    assert table.dice_of(0) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("seat", [None, -1, 2])
def test_it_refuses_people_without_a_seat(table: Table, seat: int | None) -> None:
    assert table.refusal(seat, Roll(1, 0)) == "not_seated"
    assert table.refusal(seat, Resign()) == "not_seated"


# not_your_turn


def test_it_refuses_a_roll_out_of_turn(table: Table) -> None:
    assert table.refusal(1, table.roll_action(1)) == "not_your_turn"
    table.turn(0, "ones", 1, 2, 3, 4, 5)
    assert table.roll(1, 1, 2, 3, 4, 5)


def test_it_refuses_a_score_out_of_turn(rolled: Table) -> None:
    assert rolled.refusal(1, rolled.score_action(1, "ones")) == "not_your_turn"
    assert rolled.score(0, "ones")


def test_it_refuses_players_who_have_resigned(three: Table) -> None:
    three.resign(0)
    for action in (Resign(), Roll(1, 0), Back(), AutoPlay(1), TimeOut()):
        assert three.refusal(0, action) == "not_your_turn"
    assert three.resign(1)


# stale


def test_it_refuses_a_roll_that_is_sent_again(table: Table) -> None:
    first = table.roll_action(0)
    table.roll(0, 1, 2, 3, 4, 5)
    assert table.refusal(0, first) == "stale"
    assert table.roll(0, 6, 6, 6, 6, 6)


def test_it_refuses_a_score_that_is_sent_again(alone: Table) -> None:
    alone.roll(0, 1, 2, 3, 4, 5)
    score = alone.score_action(0, "ones")
    alone.act(0, score)
    assert alone.refusal(0, score) == "stale"


@pytest.mark.parametrize(("turn", "roll"), [(1, 0), (1, 2), (2, 1), (0, 1), (2, 0), (-1, -1)])
def test_it_refuses_any_moment_but_the_present_one(rolled: Table, turn: int, roll: int) -> None:
    assert rolled.refusal(0, Roll(turn, roll)) == "stale"
    assert rolled.refusal(0, Score(turn, roll, "ones")) == "stale"


def test_it_takes_an_action_although_another_seat_acted_in_between(three: Table) -> None:
    roll = three.roll_action(0)
    three.resign(2)
    three.dice.fall((1, 2, 3, 4, 5))
    assert three.act(0, roll)


# no_rolls_left


def test_it_refuses_a_fourth_roll(rolled: Table) -> None:
    rolled.roll(0, 1, 2, 3, 4, 5)
    assert rolled.roll(0, 5, 4, 3, 2, 1)
    assert rolled.refusal(0, rolled.roll_action(0)) == "no_rolls_left"
    assert rolled.score(0, "ones")


# must_roll_first


def test_it_refuses_to_fill_a_box_before_the_first_roll(table: Table) -> None:
    assert table.refusal(0, table.score_action(0, "ones")) == "must_roll_first"
    table.roll(0, 1, 2, 3, 4, 5)
    assert table.score(0, "ones")


def test_it_refuses_to_fill_a_box_with_the_dice_of_the_turn_before(alone: Table) -> None:
    alone.turn(0, "ones", 1, 2, 3, 4, 5)
    assert alone.refusal(0, alone.score_action(0, "twos")) == "must_roll_first"


# bad_hold


@pytest.mark.parametrize("hold", [(5,), (-1,), (0, 0), (0, 1, 2, 3, 4, 4), (0, 99)])
def test_it_refuses_to_hold_positions_without_a_die(rolled: Table, hold: tuple[int, ...]) -> None:
    assert rolled.refusal(0, rolled.roll_action(0, hold)) == "bad_hold"
    assert rolled.roll(0, 4, 4, 4, 4, hold=(0,))


def test_it_refuses_to_hold_before_the_first_roll(table: Table) -> None:
    assert table.refusal(0, table.roll_action(0, (0,))) == "bad_hold"
    assert table.roll(0, 1, 2, 3, 4, 5)


# no_such_box


@pytest.mark.parametrize(
    ("category", "column"), [("sevens", 0), ("", 0), ("Ones", 0), ("ones", 1), ("ones", -1)]
)
def test_it_refuses_a_box_that_the_card_does_not_have(
    rolled: Table, category: str, column: int
) -> None:
    assert rolled.refusal(0, rolled.score_action(0, category, column)) == "no_such_box"
    assert rolled.score(0, "ones", 0)


# box_filled


def test_it_refuses_a_box_that_is_filled(filled: Table) -> None:
    assert filled.refusal(0, filled.score_action(0, "ones")) == "box_filled"
    assert filled.score(0, "twos")


# box_not_allowed


def test_it_refuses_a_box_that_the_joker_rule_forbids(further_yahtzee: Table) -> None:
    for category in ("full_house", "chance", "ones"):
        forbidden = further_yahtzee.score_action(0, category)
        assert further_yahtzee.refusal(0, forbidden) == "box_not_allowed"
    assert further_yahtzee.score(0, "fours")
    assert further_yahtzee.seat(0).card.total == 50 + 20 + 100


def test_it_allows_the_same_box_where_the_joker_is_free() -> None:
    table = Table(find_variant("yahtzee", joker="free"), ALICE, BOB)
    table.turn(0, "yahtzee", 6, 6, 6, 6, 6)
    table.turn(1, "ones", 1, 2, 3, 4, 5)
    table.roll(0, 4, 4, 4, 4, 4)
    assert table.score(0, "chance")
    assert table.seat(0).card.total == 50 + 20 + 100


# What a refusal leaves behind


def test_it_throws_no_die_for_an_action_that_it_refuses(rolled: Table) -> None:
    rolled.dice.fall((6, 6, 6, 6, 6))
    rolled.refusal(1, rolled.roll_action(1))
    rolled.refusal(0, Roll(1, 0))
    rolled.refusal(0, rolled.roll_action(0, (7,)))
    assert len(rolled.dice.faces) == 5


def test_it_needs_a_player_and_a_first_seat_to_start() -> None:
    with pytest.raises(ValueError, match="first seat"):
        Table(find_variant("yacht"))
    with pytest.raises(ValueError, match="first seat"):
        Table(find_variant("yacht"), ALICE, first=1)
    assert Table(find_variant("yacht"), ALICE, BOB, first=1).log[0].at == NOON
