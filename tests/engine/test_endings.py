"""Resigning, places, aborting, and the reveal that every ending brings."""

import pytest

from games.engine import Resign, places
from games.engine.events import GameAborted, GameFinished, SeatResigned
from tests.engine.table import NOON, SECRET, Table, types
from tests.oracles.cards import naive_places

# Resigning


def test_it_passes_the_turn_when_the_acting_seat_resigns(three: Table) -> None:
    three.roll(0, 1, 2, 3, 4, 5)
    assert three.resign(0) == (SeatResigned(0, NOON),)
    assert three.state.acting == (1,)


def test_it_does_not_touch_the_turn_when_another_seat_resigns(three: Table) -> None:
    three.roll(0, 1, 2, 3, 4, 5)
    three.resign(1)
    assert (three.state.acting, three.dice_of(0)) == ((0,), (1, 2, 3, 4, 5))
    three.score(0, "ones")
    assert three.state.acting == (2,)


def test_it_skips_resigned_seats_in_every_round(three: Table) -> None:
    three.resign(1)
    order = []
    for category in ("ones", "ones", "twos", "twos"):
        (seat,) = three.state.acting
        order.append(seat)
        three.turn(seat, category, 1, 2, 3, 4, 5)
    assert order == [0, 2, 0, 2]


@pytest.mark.parametrize("resigning", [0, 1])
def test_it_ends_when_one_of_two_resigns(table: Table, resigning: int) -> None:
    events = table.resign(resigning)
    assert types(events) == ["seat.resigned", "game.finished"]
    assert table.seat(1 - resigning).place == 1
    assert table.seat(resigning).place == 2


def test_it_goes_on_until_only_one_is_left(three: Table) -> None:
    assert types(three.resign(0)) == ["seat.resigned"]
    assert types(three.resign(2)) == ["seat.resigned", "game.finished"]


def test_it_ends_a_game_alone_by_resigning(alone: Table) -> None:
    alone.turn(0, "ones", 1, 1, 1, 4, 5)
    events = alone.resign(0)
    assert events[-1] == GameFinished(None, NOON, (1,), (3,), SECRET)


def test_it_ends_when_the_only_seat_with_open_boxes_resigns(three: Table) -> None:
    while three.seat(1).card.open_boxes:
        (seat,) = three.state.acting
        three.turn(seat, three.seat(seat).card.open_boxes[0].category, 1, 2, 3, 4, 6)
    assert three.state.acting == (2,)
    assert types(three.resign(2)) == ["seat.resigned", "game.finished"]
    assert [seat.place for seat in three.state.seats] == [1, 1, 3]


# Places


def test_it_gives_the_highest_total_the_first_place(three: Table) -> None:
    three.turn(0, "choice", 1, 1, 1, 1, 1)
    three.turn(1, "choice", 6, 6, 6, 6, 6)
    three.turn(2, "choice", 2, 2, 2, 2, 2)
    assert places(three.state) == (3, 1, 2)


def test_it_lets_equal_totals_share_a_place_and_leaves_the_next_one_out(three: Table) -> None:
    three.turn(0, "choice", 6, 6, 6, 6, 6)
    three.turn(1, "choice", 1, 1, 1, 1, 1)
    three.turn(2, "choice", 6, 6, 6, 6, 6)
    assert places(three.state) == (1, 3, 1)


def test_it_ranks_resigned_players_last_despite_their_points(three: Table) -> None:
    three.turn(0, "choice", 6, 6, 6, 6, 6)
    three.resign(0)
    assert places(three.state) == (3, 1, 1)


def test_it_ranks_players_who_resigned_later_higher(three: Table) -> None:
    three.turn(0, "choice", 6, 6, 6, 6, 6)
    three.resign(0)
    events = three.resign(2)
    assert isinstance(events[-1], GameFinished)
    assert events[-1].places == (3, 1, 2)
    assert list(events[-1].places) == naive_places([30, 0, 0], resigned=[0, 2])


def test_it_includes_the_totals_of_players_who_resigned(table: Table) -> None:
    table.turn(0, "choice", 6, 6, 6, 6, 6)
    events = table.resign(0)
    assert isinstance(events[-1], GameFinished)
    assert events[-1].totals == (30, 0)


# Aborting


def test_it_aborts_without_a_result(table: Table) -> None:
    table.roll(0, 1, 2, 3, 4, 5)
    assert table.abort("closed") == (GameAborted(None, NOON, "closed", SECRET),)
    assert (table.state.status, table.state.acting) == ("aborted", ())
    assert [seat.place for seat in table.state.seats] == [None, None]


# The reveal


@pytest.mark.parametrize("ending", ["finish", "resign", "abort"])
def test_it_reveals_the_secret_with_the_last_event_and_never_before(
    alone: Table, ending: str
) -> None:
    if ending == "finish":
        alone.fill_up(0)
    elif ending == "resign":
        alone.act(0, Resign())
    else:
        alone.abort()
    assert alone.state.secret == SECRET
    assert SECRET in repr(alone.log[-1])
    assert SECRET not in repr(alone.log[:-1])


def test_it_reveals_when_the_clock_ends_the_game(clocked: Table) -> None:
    while clocked.state.status == "playing":
        clocked.time_out(1, 2, 2, 3, 6)
    assert types(clocked.log)[-2:] == ["box.scored", "game.finished"]
    assert clocked.state.secret == SECRET
    assert SECRET not in repr(clocked.log[:-1])
