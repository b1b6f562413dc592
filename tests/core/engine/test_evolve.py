"""A log gives the same state every time, even if the rules have changed since."""

from dataclasses import replace

import pytest

from games.core.engine import replay
from games.core.engine.events import BoxScored, DiceRolled
from tests.core.engine.table import NOON, Table


@pytest.fixture
def begun(table: Table) -> Table:
    """A game with a few events of several kinds."""
    table.turn(0, "ones", 1, 2, 3, 4, 5)
    table.roll(1, 6, 2, 4, 6, 1)
    table.play_on(0, absent=1)
    table.back(1)
    return table


@pytest.mark.parametrize("log", [[], [DiceRolled(0, NOON, 1, 1, (), (1, 2, 3, 4, 5))]])
def test_it_refuses_a_log_that_does_not_begin_a_game(log: list[DiceRolled]) -> None:
    with pytest.raises(ValueError, match="begins with"):
        replay(log)


def test_it_trusts_the_points_in_the_log(begun: Table) -> None:
    # Fixing a rule does not change old games: the points in the log count.
    log = [
        replace(event, points=5, bonus=100, joker=True) if isinstance(event, BoxScored) else event
        for event in begun.log
    ]
    state = replay(log)
    assert state.seats[0].card.points("ones") == 5
    assert state.seats[0].card.total == 105
    assert state.last is not None
    assert state.last.fill.joker
