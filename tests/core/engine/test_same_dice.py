"""Dice that do not depend on the seat, and games that share them with other games."""

import pytest

from games.core.engine import (
    Abort,
    BeginSooner,
    Hint,
    IllegalAction,
    Resign,
    Roll,
    Score,
    TimeOut,
    decide_and_evolve,
    event_from_data,
    initial_state,
    start,
    view,
)
from games.core.engine.events import DiceRolled, GameStarted
from games.core.engine.fairness import FairDice
from games.core.engine.state import GRACE_MS, SHOW_MS
from games.core.rules import find_variant
from tests.core.engine.rounds_table import CLOCK_S, RoundsTable
from tests.core.engine.table import ALICE, BOB, COMMITMENT, NOON

SECRET = bytes(range(32))
YACHT = find_variant("yacht")
SHARED = FairDice(SECRET, "thegroup", (), None, YACHT.faces, same=True)


def shared_start() -> GameStarted:
    return start("thegame", YACHT, [ALICE], COMMITMENT, NOON, dice="same", share="thegroup")


def test_it_says_in_its_log_and_view_which_dice_it_has() -> None:
    event = shared_start()
    assert (event.data()["dice"], event.data()["share"]) == ("same", "thegroup")
    assert event_from_data("game.started", None, NOON, event.data()) == event
    shown = view(initial_state(event))
    assert (shown.dice, shown.share) == ("same", "thegroup")


@pytest.mark.parametrize("end", [Resign(), Abort("the day is over")])
def test_it_ends_without_the_secret_if_others_have_the_same_dice(end: Resign | Abort) -> None:
    state = initial_state(shared_start())
    seat = 0 if isinstance(end, Resign) else None
    events, after = decide_and_evolve(state, seat, end, SHARED, NOON)
    assert events[-1].data()["secret"] == ""
    assert after.status != "playing"
    assert (after.secret, view(after).fairness.secret) == (None, None)


def test_it_gives_no_hints_for_shared_dice() -> None:
    _, state = decide_and_evolve(initial_state(shared_start()), 0, Roll(1, 0), SHARED, NOON)
    with pytest.raises(IllegalAction) as refusal:
        decide_and_evolve(state, 0, Hint(1, 1), SHARED, NOON)
    assert refusal.value.code == "forbidden"
    box = state.seats[0].card.open_boxes[0]
    decide_and_evolve(state, 0, Score(1, 1, box.category, box.column), SHARED, NOON)


def test_it_shares_no_dice_that_depend_on_a_seat_or_on_seeds() -> None:
    with pytest.raises(ValueError, match="shared dice"):
        start("thegame", YACHT, [ALICE], COMMITMENT, NOON, share="thegroup")
    with pytest.raises(ValueError, match="shared dice"):
        start("g", YACHT, [ALICE], COMMITMENT, NOON, dice="same", share="thegroup", sealed=True)


def test_it_plays_no_turns_with_the_same_dice() -> None:
    # Whoever comes later would know their dice from the others.
    with pytest.raises(ValueError, match="in turns"):
        start("thegame", YACHT, [ALICE, BOB], COMMITMENT, NOON, dice="same")


def test_it_begins_no_turns_and_no_sealed_seeds_at_a_given_time() -> None:
    for wrong in ({"mode": "turns"}, {"mode": "rounds", "clock": 30, "sealed": True}):
        with pytest.raises(ValueError, match="at a given time"):
            start("g", YACHT, [ALICE], COMMITMENT, NOON, dice="same", begins=NOON + 1, **wrong)


def rolls(table: RoundsTable) -> list[tuple[int, int]]:
    """Return the turn and the time of each roll."""
    thrown = [event for event in table.log if isinstance(event, DiceRolled)]
    return [(event.turn, event.at) for event in thrown]


def time_out_late_seats(table: RoundsTable) -> None:
    """Act for all whose time is up, as the server does."""
    for seat in table.state.acting:
        due = table.state.due(seat)
        if table.on and due is not None and table.now >= due:
            table.act(seat, TimeOut())


@pytest.mark.parametrize("seed", range(3))
def test_tables_that_share_dice_never_roll_while_another_can_still_play_the_round_before(
    seed: int,
) -> None:
    # Three tables of any size and speed, whose server is less than two seconds late.
    begins = NOON + 5000
    tables = [RoundsTable(YACHT, seats, (seed, seats), "same", begins) for seats in (1, 2, 5)]
    whole = CLOCK_S * 1000 + GRACE_MS + SHOW_MS
    for table in tables:
        table.pause_ms = 2000
        while table.on:
            table.step()
            time_out_late_seats(table)
        for turn, at in rolls(table):
            assert begins + (turn - 1) * whole <= at < begins + turn * whole


def test_a_round_does_not_begin_sooner_twice_or_once_somebody_has_rolled() -> None:
    table = RoundsTable(YACHT, 2, 0, "same", NOON + 5000)
    own = RoundsTable(YACHT, 2)
    for each in (table, own):
        each.wait_for_round()
        for seat in (0, 1):
            each.turn(seat)
    sooner = table.now + 3500
    refused = [
        (own, BeginSooner(1, own.now + 1000), "forbidden"),
        (table, BeginSooner(2, sooner), "stale"),
        (table, BeginSooner(0, sooner), "stale"),
        (table, BeginSooner(1, table.now + 999_000), "stale"),
    ]
    for game, action, code in refused:
        with pytest.raises(IllegalAction) as refusal:
            game.act(None, action)
        assert refusal.value.code == code
    table.act(None, BeginSooner(1, sooner))
    table.now = sooner
    table.roll(1)
    for begins in (sooner, sooner - 1000):
        with pytest.raises(IllegalAction, match="has begun"):
            table.act(None, BeginSooner(1, begins))
