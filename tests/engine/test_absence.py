"""A seat whose player is gone is played automatically until they are back."""

import pytest

from games.engine import AUTO_MS, AutoPlay, Back, TimeOut
from games.engine.events import BoxScored, DiceRolled, SeatAway, SeatBack, TurnTimedOut
from tests.engine.table import NOON, SECOND, Table, types


@pytest.fixture
def away(clocked: Table) -> Table:
    """Alice timed out twice in a row; it is her turn again, without dice."""
    for category in ("ones", "twos"):
        clocked.time_out(1, 2, 2, 3, 6)
        clocked.turn(1, category, 1, 2, 3, 4, 5)
    return clocked


@pytest.fixture
def asked(table: Table) -> Table:
    """Without a clock: Bob asked that absent Alice be played automatically."""
    table.play_on(1, absent=0)
    return table


# Going away


def test_it_plays_on_automatically_after_the_second_time_out_in_a_row(clocked: Table) -> None:
    clocked.time_out(1, 2, 2, 3, 6)
    clocked.turn(1, "ones", 1, 2, 3, 4, 5)
    events = clocked.time_out(1, 1, 1, 1, 6)
    assert events == (
        TurnTimedOut(0, clocked.now, 2),
        SeatAway(0, clocked.now, "timeouts"),
        DiceRolled(0, clocked.now, 2, 1, (), (1, 1, 1, 1, 6)),
        BoxScored(0, clocked.now, 2, 0, "sixes", 6, 0, False),
    )
    assert clocked.seat(0).auto


def test_it_plays_on_automatically_when_the_others_ask(asked: Table) -> None:
    assert asked.log[-1] == SeatAway(0, NOON, "asked")
    assert asked.seat(0).auto


def test_it_plays_on_only_for_the_seat_that_may_act(table: Table) -> None:
    table.turn(0, "ones", 1, 2, 3, 4, 5)
    assert table.refusal(1, AutoPlay(0)) == "stale"
    assert table.refusal(1, AutoPlay(9)) == "stale"
    assert table.play_on(0, absent=1)


def test_it_plays_on_only_once(asked: Table) -> None:
    assert asked.refusal(1, AutoPlay(0)) == "stale"


def test_it_refuses_players_who_report_themselves_absent(table: Table) -> None:
    """Each return restarts the turn's clock, so players must not report themselves absent."""
    assert table.refusal(0, AutoPlay(0)) == "forbidden"


# Automatic play


def test_it_waits_a_moment_before_each_automatic_turn(asked: Table) -> None:
    assert asked.state.next_deadline == asked.state.next_due == NOON + AUTO_MS
    asked.now = NOON + AUTO_MS - 1
    assert asked.refusal(0, TimeOut()) == "stale"


def test_it_rolls_once_and_fills_the_best_box(asked: Table) -> None:
    events = asked.time_out(2, 3, 4, 5, 6)
    assert events == (
        DiceRolled(0, asked.now, 1, 1, (), (2, 3, 4, 5, 6)),
        BoxScored(0, asked.now, 1, 0, "big_straight", 30, 0, False),
    )


def test_it_fills_with_the_dice_that_lie_there(table: Table) -> None:
    table.roll(0, 4, 4, 4, 4, 1)
    table.play_on(1, absent=0)
    assert types(table.time_out()) == ["box.scored"]
    assert table.seat(0).card.points("choice") == 17


def test_it_says_that_the_server_filled_the_box(asked: Table) -> None:
    asked.time_out(2, 3, 4, 5, 6)
    assert asked.state.last is not None
    assert asked.state.last.timed_out


def test_it_stays_automatic_turn_after_turn(away: Table) -> None:
    assert types(away.time_out(1, 1, 1, 1, 1)) == ["dice.rolled", "box.scored"]
    away.turn(1, "threes", 1, 2, 3, 4, 5)
    assert types(away.time_out(1, 1, 1, 1, 2)) == ["dice.rolled", "box.scored"]


def test_it_finishes_a_game_that_everybody_has_left(clocked: Table) -> None:
    while clocked.state.status == "playing":
        clocked.time_out(1, 2, 2, 3, 6)
    assert [seat.auto for seat in clocked.state.seats] == [True, True]
    assert types(clocked.log).count("turn.timed_out") == 2 * 2
    assert types(clocked.log).count("seat.away") == 2


def test_it_never_blocks_a_game_without_a_clock(asked: Table) -> None:
    for box in asked.state.variant.boxes:
        asked.time_out(1, 2, 2, 3, 6)
        asked.turn(1, box.category, 1, 2, 3, 4, 5)
    assert asked.state.status == "finished"


# Coming back


def test_it_gives_the_seat_back(away: Table) -> None:
    assert away.back(0) == (SeatBack(0, away.now),)
    assert (away.seat(0).auto, away.seat(0).timeouts) == (False, 0)


def test_it_gives_a_returning_player_the_whole_time(away: Table) -> None:
    away.now += SECOND
    away.back(0)
    assert away.state.next_deadline == away.now + 60 * SECOND


def test_it_gives_the_seat_back_out_of_turn_without_touching_the_clock(away: Table) -> None:
    away.time_out(1, 2, 2, 3, 6)
    before = away.state.next_deadline
    away.now += SECOND
    away.back(0)
    assert (away.state.acting, away.state.next_deadline) == ((1,), before)
    assert not away.seat(0).auto


def test_it_refuses_to_return_twice(away: Table) -> None:
    away.back(0)
    assert away.refusal(0, Back()) == "stale"


def test_it_ends_automatic_play_with_a_roll(away: Table) -> None:
    assert types(away.roll(0, 1, 1, 1, 1, 1)) == ["seat.back", "dice.rolled"]
    assert not away.seat(0).auto


def test_it_ends_automatic_play_with_a_filled_box(table: Table) -> None:
    table.roll(0, 1, 2, 3, 4, 5)
    table.play_on(1, absent=0)
    assert types(table.score(0, "ones")) == ["seat.back", "box.scored"]
    assert not table.seat(0).auto
    assert table.state.last is not None
    assert not table.state.last.timed_out


def test_it_lets_a_returning_player_act_until_the_server_acts(away: Table) -> None:
    """Until the server acts for them, it is still the player's turn."""
    away.now += 3600 * SECOND
    assert away.roll(0, 1, 1, 1, 1, 1)


def test_it_has_no_deadline_after_a_return_without_a_clock(asked: Table) -> None:
    asked.back(0)
    assert asked.state.next_deadline is None


def test_it_counts_two_new_time_outs_after_a_return(away: Table) -> None:
    away.back(0)
    assert "seat.away" not in types(away.time_out(1, 2, 2, 3, 6))
    away.turn(1, "threes", 1, 2, 3, 4, 5)
    assert "seat.away" in types(away.time_out(1, 2, 2, 3, 6))


def test_it_is_no_longer_automatic_after_resigning(three: Table) -> None:
    three.play_on(1, absent=0)
    three.resign(0)
    assert not three.seat(0).auto
    assert three.state.next_deadline is None
