"""A log gives the same state every time, even if the rules have changed since."""

from dataclasses import replace

import pytest

from games.engine import evolve, evolve_all, replay
from games.engine.events import KINDS, BoxScored, DiceRolled, GameStarted
from games.rules import VARIANTS, find_variant
from tests.engine.table import ALICE, BOB, NOON, Table


@pytest.fixture
def begun(table: Table) -> Table:
    """A game with a few events of several kinds."""
    table.turn(0, "ones", 1, 2, 3, 4, 5)
    table.roll(1, 6, 2, 4, 6, 1)
    table.play_on(0, absent=1)
    table.back(1)
    return table


def test_it_rebuilds_the_state_from_the_log(begun: Table) -> None:
    assert replay(begun.log) == begun.state


def test_it_counts_events(begun: Table) -> None:
    assert begun.state.seq == len(begun.log)


def test_it_continues_from_any_state(begun: Table) -> None:
    for cut in range(1, len(begun.log)):
        earlier = replay(begun.log[:cut])
        assert evolve_all(earlier, begun.log[cut:]) == begun.state


def test_it_leaves_the_state_before_as_it_was(begun: Table) -> None:
    before = begun.state
    copy = before._replace()
    begun.roll(1, 5, 5, 5, hold=(0, 3))
    assert before == copy
    assert before.seats[1].turn.rolls == 1


def test_it_remembers_how_the_game_was_started() -> None:
    table = Table(find_variant("yahtzee", joker="free"), ALICE, BOB, clock=30, first=1)
    state = replay(table.log)
    assert state.variant is find_variant("yahtzee", joker="free")
    assert [(seat.player, seat.name) for seat in state.seats] == [(101, "Alice"), (102, "Bob")]
    assert (state.clock, state.acting, state.seeds) == (30, (1,), ("a11ce5eed", "b0b5eed"))
    assert state.seats[1].turn.started_at == NOON


@pytest.mark.parametrize("log", [[], [DiceRolled(0, NOON, 1, 1, (), (1, 2, 3, 4, 5))]])
def test_it_refuses_a_log_that_does_not_begin_a_game(log: list[DiceRolled]) -> None:
    with pytest.raises(ValueError, match="begins with"):
        replay(log)


def test_it_trusts_the_points_in_the_log(begun: Table) -> None:
    """Fixing a rule does not change old games: the points in the log count."""
    log = [
        replace(event, points=5, bonus=100, joker=True) if isinstance(event, BoxScored) else event
        for event in begun.log
    ]
    state = replay(log)
    assert state.seats[0].card.points("ones") == 5
    assert state.seats[0].card.total == 105
    assert state.last is not None
    assert state.last.fill.joker


def test_it_trusts_the_dice_in_the_log(begun: Table) -> None:
    moved = DiceRolled(1, NOON, 1, 2, (0,), (1, 1, 1, 1, 1))
    assert evolve(begun.state, moved).seats[1].turn.dice == (1, 1, 1, 1, 1)


def test_it_ignores_events_without_their_seat(begun: Table) -> None:
    """An event without its seat, possible only in a damaged log, changes only the count."""
    for kind in (DiceRolled(None, NOON, 1, 1, (), (1, 2, 3, 4, 5)), begun.log[0]):
        assert evolve(begun.state, kind) == begun.state._replace(seq=begun.state.seq + 1)


def test_it_gives_every_kind_of_event_its_own_name() -> None:
    assert len(KINDS) == 13
    assert KINDS["game.started"] is GameStarted


def test_it_keeps_games_with_equal_logs_equal_for_every_variant() -> None:
    for name in VARIANTS:
        tables = [Table(VARIANTS[name], ALICE, BOB) for _ in range(2)]
        for table in tables:
            table.roll(0, 1, 2, 3, 4, 5)
        assert tables[0].state == tables[1].state
        assert hash(tables[0].state) == hash(tables[1].state)
