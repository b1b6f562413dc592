"""Rolling, holding, filling a box, and whose turn it is."""

from games.engine import view
from games.engine.events import BoxScored, DiceRolled, GameFinished
from games.rules import VARIANTS
from tests.engine.table import ALICE, BOB, CHARLIE, NOON, SECRET, Table, types


def test_it_throws_all_five_dice_first(table: Table) -> None:
    assert table.roll(0, 6, 2, 4, 6, 1) == (DiceRolled(0, NOON, 1, 1, (), (6, 2, 4, 6, 1)),)


def test_it_throws_only_what_is_not_held(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    events = table.roll(0, 5, 3, 3, hold=(0, 3))
    assert events == (DiceRolled(0, NOON, 1, 2, (0, 3), (6, 5, 3, 6, 3)),)


def test_it_keeps_held_dice_where_they_lie_in_whatever_order_they_are_named(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    table.roll(0, 1, 1, hold=(4, 0, 2))
    assert table.dice_of(0) == (6, 1, 4, 1, 1)
    assert table.seat(0).turn.hold == (0, 2, 4)


def test_it_lets_a_die_that_was_thrown_again_be_held(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    table.roll(0, 5, 5, 5, hold=(0, 3))
    table.roll(0, 2, 2, hold=(1, 2, 4))
    assert table.dice_of(0) == (2, 5, 5, 2, 5)


def test_it_lets_a_die_that_was_held_be_thrown_again(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    table.roll(0, 3, 3, 3, 3, hold=(0,))
    table.roll(0, 1, hold=(1, 2, 3, 4))
    assert table.dice_of(0) == (1, 3, 3, 3, 3)


def test_it_lets_all_dice_be_held_at_the_cost_of_a_roll(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    table.roll(0, hold=(0, 1, 2, 3, 4))
    assert (table.dice_of(0), table.seat(0).turn.rolls) == ((6, 2, 4, 6, 1), 2)


def test_it_lets_a_player_stop_after_any_roll(alone: Table) -> None:
    for category, rolls in (("ones", 1), ("twos", 2), ("threes", 3)):
        for _ in range(rolls):
            alone.roll(0, 1, 2, 2, 3, 6)
        alone.score(0, category)
    assert alone.seat(0).card.total == 1 + 4 + 3


def test_it_records_the_points_of_a_box(table: Table) -> None:
    table.roll(0, 3, 3, 5, 5, 5)
    assert table.score(0, "full_house") == (BoxScored(0, NOON, 1, 0, "full_house", 21, 0, False),)


def test_it_accepts_a_zero(table: Table) -> None:
    table.turn(0, "yacht", 1, 2, 3, 4, 5)
    assert table.seat(0).card.points("yacht") == 0


def test_it_passes_the_turn_from_seat_to_seat(three: Table) -> None:
    order = []
    for category in ("ones", "ones", "ones", "twos"):
        (seat,) = three.state.acting
        order.append(seat)
        three.turn(seat, category, 1, 2, 3, 4, 5)
    assert order == [0, 1, 2, 0]


def test_it_begins_with_the_first_seat_it_was_given() -> None:
    table = Table(VARIANTS["yacht"], ALICE, BOB, CHARLIE, first=1)
    order = []
    for _ in range(3):
        (seat,) = table.state.acting
        order.append(seat)
        table.turn(seat, "choice", 1, 2, 3, 4, 5)
    assert order == [1, 2, 0]


def test_it_starts_every_turn_without_dice(alone: Table) -> None:
    alone.roll(0, 1, 2, 3, 4, 5)
    alone.roll(0, 1, hold=(0, 1, 2, 3))
    alone.score(0, "ones")
    turn = alone.seat(0).turn
    assert (turn.number, turn.rolls, turn.dice, turn.hold) == (2, 0, None, ())


def test_it_ends_when_the_last_card_is_full(table: Table) -> None:
    for box in VARIANTS["yacht"].boxes:
        assert table.state.status == "playing"
        table.turn(0, box.category, 1, 2, 2, 3, 6)
        events = table.turn(1, box.category, 2, 2, 3, 6, 6)
    # Yacht: 1 for the one, 4 for the twos, 3, 6, and 14 by choice; then 4, 3, 12 and 19.
    assert events[-1] == GameFinished(None, NOON, (2, 1), (28, 38), SECRET)
    assert types(events) == ["dice.rolled", "box.scored", "game.finished"]
    assert (table.state.status, table.state.acting) == ("finished", ())


def test_it_plays_as_many_turns_as_the_card_has_boxes() -> None:
    # From the rules: 12, 13, 39 (three columns of 13) and 15 boxes.
    for name, boxes in (("yacht", 12), ("yahtzee", 13), ("triple_yahtzee", 39), ("yatzy", 15)):
        table = Table(VARIANTS[name], ALICE)
        table.fill_up(0)
        assert types(table.log).count("box.scored") == boxes
        assert table.state.status == "finished"


def test_it_multiplies_the_columns_of_triple_yahtzee() -> None:
    table = Table(VARIANTS["triple_yahtzee"], ALICE)
    for column in (2, 0, 1):
        table.roll(0, 6, 6, 6, 1, 2)
        table.score(0, "sixes", column)
    assert table.seat(0).card.total == 18 * 3 + 18 + 18 * 2
    assert view(table.state).seats[0].card.columns[2].total == 18
