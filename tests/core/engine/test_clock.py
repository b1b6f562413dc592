"""The turn clock: deadline, grace, and what the server does when time is up."""

import itertools

import pytest

from games.core.engine import GRACE_MS, TimeOut
from games.core.engine.events import BoxScored
from games.core.rules import VARIANTS, find_variant
from tests.core.engine.table import ALICE, NOON, SECOND, Table, types
from tests.support.oracles.cards import COLUMNS, NaiveCard

MINUTE = 60 * SECOND


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


def test_it_forgets_a_time_out_when_the_player_fills_a_box(clocked: Table) -> None:
    clocked.time_out(1, 2, 3, 4, 5)
    clocked.turn(1, "ones", 1, 2, 3, 4, 5)
    clocked.turn(0, "ones", 1, 2, 3, 4, 5)
    assert clocked.seat(0).timeouts == 0
    clocked.turn(1, "twos", 1, 2, 3, 4, 5)
    assert "seat.away" not in types(clocked.time_out(1, 2, 3, 4, 5))


def test_it_finds_the_game_as_overdue_after_any_pause(clocked: Table) -> None:
    clocked.now = NOON + 100 * MINUTE
    clocked.dice.fall((1, 2, 3, 4, 5))
    clocked.act(0, TimeOut())
    assert clocked.state.next_deadline == NOON + 101 * MINUTE, "Bob has the whole minute"
