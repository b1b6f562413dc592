"""The turn clock: deadline, grace, and what the server does when time is up."""

import itertools

import pytest

from games.engine import GRACE_MS, TimeOut
from games.engine.events import BoxScored, DiceRolled, TurnTimedOut
from games.rules import VARIANTS, find_variant
from tests.engine.table import ALICE, BOB, CHARLIE, NOON, SECOND, Table, types
from tests.oracles.cards import COLUMNS, NaiveCard

MINUTE = 60 * SECOND


def test_it_has_no_deadline_without_a_clock(table: Table) -> None:
    assert (table.state.next_deadline, table.state.next_due) == (None, None)
    assert table.refusal(0, TimeOut()) == "stale"


def test_it_gives_each_turn_its_time_and_the_network_some_grace(clocked: Table) -> None:
    assert clocked.state.next_deadline == NOON + MINUTE
    assert clocked.state.next_due == NOON + MINUTE + GRACE_MS


def test_it_counts_from_the_moment_the_turn_began(clocked: Table) -> None:
    clocked.now += 20 * SECOND
    clocked.roll(0, 1, 2, 3, 4, 5)
    assert clocked.state.next_deadline == NOON + MINUTE, "a roll buys no time"
    clocked.now += 20 * SECOND
    clocked.score(0, "ones")
    assert clocked.state.next_deadline == NOON + 40 * SECOND + MINUTE


def test_it_takes_an_action_within_the_grace(clocked: Table) -> None:
    clocked.now = NOON + MINUTE + GRACE_MS - 1
    assert clocked.refusal(0, TimeOut()) == "stale"
    assert clocked.roll(0, 1, 2, 3, 4, 5)


def test_it_refuses_an_action_after_the_grace(clocked: Table) -> None:
    clocked.now = NOON + MINUTE + GRACE_MS
    assert clocked.refusal(0, clocked.roll_action(0)) == "stale"
    clocked.dice.fall((1, 2, 3, 4, 5))
    assert clocked.act(0, TimeOut())


def test_it_refuses_to_fill_a_box_after_the_grace(clocked: Table) -> None:
    clocked.roll(0, 1, 2, 3, 4, 5)
    clocked.now = NOON + MINUTE + GRACE_MS
    assert clocked.refusal(0, clocked.score_action(0, "ones")) == "stale"


def test_it_times_out_only_the_seat_that_may_act(clocked: Table) -> None:
    clocked.now = NOON + 2 * MINUTE
    assert clocked.refusal(1, TimeOut()) == "stale"


def test_it_fills_the_best_box_for_the_dice_on_the_table(clocked: Table) -> None:
    clocked.roll(0, 6, 6, 6, 2, 2)
    events = clocked.time_out()
    # 22 in full house and in choice: the first on the card.
    assert events == (
        TurnTimedOut(0, clocked.now, 1),
        BoxScored(0, clocked.now, 1, 0, "full_house", 22, 0, False),
    )
    assert clocked.state.acting == (1,)


def test_it_rolls_once_if_there_are_no_dice(clocked: Table) -> None:
    events = clocked.time_out(1, 2, 3, 4, 5)
    assert events == (
        TurnTimedOut(0, clocked.now, 1),
        DiceRolled(0, clocked.now, 1, 1, (), (1, 2, 3, 4, 5)),
        BoxScored(0, clocked.now, 1, 0, "little_straight", 30, 0, False),
    )


@pytest.mark.parametrize("variant", list(VARIANTS))
@pytest.mark.parametrize("joker", ["forced", "free", "none"])
def test_it_never_does_better_than_the_player_could(variant: str, joker: str) -> None:
    switches = {"joker": joker} if VARIANTS[variant].switch_choices else {}
    table = Table(find_variant(variant, **switches), ALICE, clock=30)
    naive = NaiveCard(variant, joker if switches else "none")
    multipliers = COLUMNS[variant]
    rolls = itertools.cycle([(6, 6, 6, 6, 6), (1, 2, 3, 4, 6), (5, 5, 2, 2, 2), (4, 4, 4, 4, 4)])
    while table.state.status == "playing":
        dice = next(rolls)
        events = table.time_out(*dice)
        (scored,) = [event for event in events if isinstance(event, BoxScored)]
        worth = {}
        for box in naive.options(dice):
            points, bonus, _ = naive.judge(box, dice)
            worth[box] = (points + bonus) * multipliers[box[0]]
        gained = (scored.points + scored.bonus) * multipliers[scored.column]
        assert gained == max(worth.values())
        assert naive.fill((scored.column, scored.category), dice) == (
            scored.points,
            scored.bonus,
            scored.joker,
        )
    assert table.seat(0).card.total == naive.total


def test_it_marks_the_box_as_timed_out_and_no_other(clocked: Table) -> None:
    clocked.time_out(1, 2, 3, 4, 5)
    assert clocked.state.last is not None
    assert clocked.state.last.timed_out
    clocked.turn(1, "ones", 1, 2, 3, 4, 5)
    assert not clocked.state.last.timed_out


def test_it_leaves_a_seat_to_its_player_after_one_time_out(clocked: Table) -> None:
    clocked.time_out(1, 2, 3, 4, 5)
    assert (clocked.seat(0).timeouts, clocked.seat(0).auto) == (1, False)


def test_it_forgets_a_time_out_when_the_player_fills_a_box(clocked: Table) -> None:
    clocked.time_out(1, 2, 3, 4, 5)
    clocked.turn(1, "ones", 1, 2, 3, 4, 5)
    clocked.turn(0, "ones", 1, 2, 3, 4, 5)
    assert clocked.seat(0).timeouts == 0
    clocked.turn(1, "twos", 1, 2, 3, 4, 5)
    assert "seat.away" not in types(clocked.time_out(1, 2, 3, 4, 5))


def test_it_does_not_count_a_roll_as_playing_the_turn(clocked: Table) -> None:
    for category in ("ones", "twos"):
        clocked.roll(0, 1, 2, 2, 3, 6)
        clocked.time_out()
        clocked.turn(1, category, 1, 2, 3, 4, 5)
    assert clocked.seat(0).auto


def test_it_finds_the_game_as_overdue_after_any_pause(clocked: Table) -> None:
    clocked.now = NOON + 100 * MINUTE
    clocked.dice.fall((1, 2, 3, 4, 5))
    clocked.act(0, TimeOut())
    assert clocked.state.next_deadline == NOON + 101 * MINUTE, "Bob has the whole minute"


def test_it_starts_the_next_turn_when_the_acting_seat_resigns() -> None:
    table = Table(VARIANTS["yacht"], ALICE, BOB, CHARLIE, clock=60)
    table.now = NOON + 30 * SECOND
    table.resign(0)
    assert table.state.next_deadline == NOON + 90 * SECOND
