"""Win probabilities of the seats, and their curve over a game."""

import pytest

from games.core.engine import GameState, Player, evolve, start
from games.core.engine.events import (
    BoxScored,
    DiceRolled,
    GameAborted,
    GameFinished,
    SeatBack,
    SeatResigned,
)
from games.core.rules import Scorecard, find_variant
from games.core.winning import win_curve, win_probabilities
from tests.core.winning.test_options import ALICE, BOB, table_of
from tests.support.oracles.winning import Naive, card_with_open

YAHTZEE = find_variant("yahtzee")


def test_win_probabilities_agree_with_plain_recursion() -> None:
    naive = Naive()
    mine, theirs = naive.at_start(ALICE), naive.at_start(BOB)
    expected = 0.0
    for a, chance_a in mine.items():
        for b, chance_b in theirs.items():
            ahead = ALICE.total + a - BOB.total - b
            expected += chance_a * chance_b * ((ahead > 0) + (ahead == 0) / 2)
    found = win_probabilities(table_of(ALICE, BOB))
    assert found == pytest.approx((expected, 1 - expected), abs=1e-12)


def test_win_probabilities_equal_seats_have_equal_chances_at_the_start() -> None:
    empty = Scorecard(YAHTZEE)
    assert win_probabilities(table_of(*[empty] * 5)) == pytest.approx([0.2] * 5)


def test_win_probabilities_are_zero_for_resigned_seats() -> None:
    state = evolve(table_of(ALICE, BOB, BOB), SeatResigned(1, 5))
    alice, bob = win_probabilities(table_of(ALICE, BOB))
    assert win_probabilities(state) == pytest.approx((alice, 0, bob))


def finished(*places: int) -> GameState:
    cards = [card_with_open(YAHTZEE, {}, ())] * len(places)
    return evolve(table_of(*cards), GameFinished(None, 9, places, (0,) * len(places), "00"))


def test_win_probabilities_after_the_end_the_winners_share() -> None:
    assert win_probabilities(finished(1, 2, 3)) == (1.0, 0.0, 0.0)
    assert win_probabilities(finished(1, 3, 1)) == (0.5, 0.0, 0.5)


def test_win_probabilities_need_a_game_that_is_not_aborted() -> None:
    state = evolve(table_of(ALICE, BOB), GameAborted(None, 9, "host", "00"))
    with pytest.raises(ValueError, match="ended early"):
        win_probabilities(state)


def begun() -> list[object]:
    players = [Player(1, "alice", "a"), Player(2, "bob", "b")]
    return [start("abcdef", YAHTZEE, players, "0" * 64, 0)]


def test_win_curve_has_an_entry_for_every_event() -> None:
    events = [
        *begun(),
        DiceRolled(0, 1, 1, 1, (), (6, 6, 6, 6, 6)),
        SeatBack(1, 2),
        BoxScored(0, 3, 1, 0, "yahtzee", 50, 0, False),
        GameAborted(None, 4, "host", "00"),
    ]
    curve = win_curve(events)  # type: ignore[arg-type]
    assert len(curve) == 5
    assert curve[0] == pytest.approx((0.5, 0.5))
    assert curve[1][0] > 0.6
    assert curve[2] == curve[1]
    assert curve[4] == curve[3]


def test_win_curve_needs_a_whole_log() -> None:
    with pytest.raises(ValueError, match=r"game\.started"):
        win_curve([SeatBack(1, 2)])
