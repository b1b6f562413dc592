"""Who goes on after a resignation, and the places at the end."""

from games.core.engine import places
from games.core.engine.events import GameFinished
from tests.core.engine.table import Table, types
from tests.support.oracles.cards import naive_places

# Resigning


def test_it_ends_when_the_only_seat_with_open_boxes_resigns(three: Table) -> None:
    while three.seat(1).card.open_boxes:
        (seat,) = three.state.acting
        three.turn(seat, three.seat(seat).card.open_boxes[0].category, 1, 2, 3, 4, 6)
    assert three.state.acting == (2,)
    assert types(three.resign(2)) == ["seat.resigned", "game.finished"]
    assert [seat.place for seat in three.state.seats] == [1, 1, 3]


# Places


def test_it_lets_equal_totals_share_a_place_and_leaves_the_next_one_out(three: Table) -> None:
    three.turn(0, "choice", 6, 6, 6, 6, 6)
    three.turn(1, "choice", 1, 1, 1, 1, 1)
    three.turn(2, "choice", 6, 6, 6, 6, 6)
    assert places(three.state) == (1, 3, 1)


def test_it_ranks_players_who_resigned_later_higher(three: Table) -> None:
    three.turn(0, "choice", 6, 6, 6, 6, 6)
    three.resign(0)
    events = three.resign(2)
    assert isinstance(events[-1], GameFinished)
    assert events[-1].places == (3, 1, 2)
    assert list(events[-1].places) == naive_places([30, 0, 0], resigned=[0, 2])
