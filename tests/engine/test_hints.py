"""Hints: when a player may get one, and that everybody sees it."""

import msgspec

from games.engine import Hint, view
from games.engine.events import HintGiven
from tests.engine.table import NOON, Table, types


def test_it_notes_at_which_moment_a_hint_was_given(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    assert table.act(0, Hint(1, 1)) == (HintGiven(0, NOON, 1, 1),)
    assert table.seat(0).turn.hint == 1


def test_it_changes_nothing_else(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    before = view(table.state)
    table.act(0, Hint(1, 1))
    assert view(table.state) == msgspec.structs.replace(before, seq=before.seq + 1)


def test_it_gives_one_for_each_roll(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    table.act(0, Hint(1, 1))
    assert table.refusal(0, Hint(1, 1)) == "stale"
    table.roll(0, 5, 3, 3, hold=(0, 3))
    table.act(0, Hint(1, 2))
    table.score(0, "choice")
    assert table.seat(0).turn.hint == 0


def test_it_gives_none_out_of_turn_or_without_dice(table: Table) -> None:
    assert table.refusal(0, Hint(1, 0)) == "must_roll_first"
    table.roll(0, 6, 2, 4, 6, 1)
    assert table.refusal(1, Hint(1, 0)) == "not_your_turn"
    assert table.refusal(0, Hint(1, 2)) == "stale"
    assert table.refusal(0, Hint(2, 1)) == "stale"


def test_it_shows_that_the_player_is_back(table: Table) -> None:
    table.roll(0, 6, 2, 4, 6, 1)
    table.play_on(1, 0)
    assert types(table.act(0, Hint(1, 1))) == ["seat.back", "hint.given"]
