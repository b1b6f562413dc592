"""A seat whose player is gone is played automatically until they are back."""

import pytest

from games.core.engine import AUTO_MS, AutoPlay, TimeOut
from tests.core.engine.table import NOON, SECOND, Table


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


def test_it_refuses_players_who_report_themselves_absent(table: Table) -> None:
    # Each return restarts the turn's clock, so players must not report themselves absent.
    assert table.refusal(0, AutoPlay(0)) == "forbidden"


# Automatic play


def test_it_waits_a_moment_before_each_automatic_turn(asked: Table) -> None:
    assert asked.state.next_deadline == asked.state.next_due == NOON + AUTO_MS
    asked.now = NOON + AUTO_MS - 1
    assert asked.refusal(0, TimeOut()) == "stale"


def test_it_never_blocks_a_game_without_a_clock(asked: Table) -> None:
    for box in asked.state.variant.boxes:
        asked.time_out(1, 2, 2, 3, 6)
        asked.turn(1, box.category, 1, 2, 3, 4, 5)
    assert asked.state.status == "finished"


# Coming back


def test_it_gives_a_returning_player_the_whole_time(away: Table) -> None:
    away.now += SECOND
    away.back(0)
    assert away.state.next_deadline == away.now + 60 * SECOND


def test_it_is_no_longer_automatic_after_resigning(three: Table) -> None:
    three.play_on(1, absent=0)
    three.resign(0)
    assert not three.seat(0).auto
    assert three.state.next_deadline is None
