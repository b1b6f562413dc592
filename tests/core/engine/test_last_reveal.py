"""However a game in rounds ends, its last boxes are shown like those of each round."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from games.core.engine import Resign, evolve_all, initial_state, view, view_changes
from games.core.engine.events import (
    BoxScored,
    Event,
    GameFinished,
    GameStarted,
    RoundRevealed,
    SeatResigned,
)
from games.core.rules import find_variant
from games.record.log.records import LoggedEvent, snapshot_of, state_of
from games.record.log.verifying import rule_problems
from tests.core.engine.rounds_table import RoundsTable

GENERALA = find_variant("generala+served-win")


class Loaded:
    """Dice of which each seat gets those of a script, the same for each roll of a round."""

    def __init__(self, script: dict[tuple[int, int], tuple[int, ...]]) -> None:
        self.script = script

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        return self.script.get((seat, turn), (1, 2, 4, 6, 6))[position]

    def reveal(self) -> str:
        return "00" * 32


FIVES = (5, 5, 5, 5, 5)


def begun(seats: int, *served: tuple[int, int]) -> RoundsTable:
    """Return a table where (seat, round) throw five fives in the first roll, after one round."""
    game = RoundsTable(GENERALA, seats)
    game.dice = Loaded(dict.fromkeys(served, FIVES))  # type: ignore[assignment]
    for seat in range(seats):
        game.turn_in(seat, "sixes")
    game.wait_for_round()
    return game


def a_seat_wins(winner: int) -> RoundsTable:
    game = begun(3, (winner, 2))
    for seat in (2, 0, 1):
        game.turn_in(seat, "generala" if seat == winner else "twos")
    return game


def all_seats_win() -> RoundsTable:
    game = begun(2, (0, 2), (1, 2))
    for seat in range(2):
        game.turn_in(seat, "generala")
    return game


def the_last_one_resigns_when_a_seat_has_won() -> RoundsTable:
    game = begun(3, (0, 2))
    game.turn_in(0, "generala")
    game.turn_in(1, "twos")
    game.act(2, Resign())
    return game


def the_other_resigns() -> RoundsTable:
    game = begun(2)
    game.turn_in(0, "twos")
    game.act(1, Resign())
    return game


def the_one_who_has_filled_a_box_resigns() -> RoundsTable:
    game = begun(2)
    game.turn_in(0, "twos")
    game.act(0, Resign())
    return game


def all_others_resign_one_after_the_other() -> RoundsTable:
    game = begun(3)
    game.turn_in(0, "twos")
    game.act(2, Resign())
    game.act(1, Resign())
    return game


def nobody_has_filled_a_box() -> RoundsTable:
    game = begun(2)
    game.roll(1)
    game.act(0, Resign())
    return game


def all_boxes_are_filled() -> RoundsTable:
    game = RoundsTable(GENERALA, 2)
    game.dice = Loaded({})  # type: ignore[assignment]
    while game.on:
        game.wait_for_round()
        for seat in game.state.acting:
            game.turn(seat)
    return game


class End(NamedTuple):
    """How a game ends: the types of its last events, the round that its view names, and the box
    that each seat has in the last round that was shown. hidden: see `not_shown`.
    """

    play: Callable[[], RoundsTable]
    types: list[str]
    round: int
    shown: dict[int, str]
    hidden: list[tuple[int, int]] = []


WON, LEFT = (
    ["box.scored", "round.revealed", "game.finished"],
    ["seat.resigned", "round.revealed", "game.finished"],
)
ENDS = [
    End(lambda: a_seat_wins(1), WON, 2, {0: "twos", 1: "generala", 2: "twos"}),
    End(lambda: a_seat_wins(2), WON, 2, {0: "twos", 1: "twos", 2: "generala"}),
    End(all_seats_win, WON, 2, {0: "generala", 1: "generala"}),
    End(the_last_one_resigns_when_a_seat_has_won, LEFT, 2, {0: "generala", 1: "twos"}),
    # The one who is left has done the round, and would play the next one.
    End(the_other_resigns, LEFT, 3, {0: "twos"}),
    # The one who is left still has to play: the round is not over.
    End(
        the_one_who_has_filled_a_box_resigns,
        ["box.scored", "seat.resigned", "game.finished"],
        2,
        {0: "sixes", 1: "sixes"},
        [(0, 2)],
    ),
    End(all_others_resign_one_after_the_other, LEFT, 3, {0: "twos"}),
    End(
        nobody_has_filled_a_box,
        ["dice.rolled", "seat.resigned", "game.finished"],
        2,
        {0: "sixes", 1: "sixes"},
    ),
]


@pytest.mark.parametrize("end", ENDS)
def test_it_shows_the_boxes_of_the_round_that_a_game_ends_in(end: End) -> None:
    game = end.play()
    assert [event.type for event in game.log[-3:]] == end.types
    for viewer in (None, *range(len(game.state.seats))):
        found = view(game.state, viewer)
        assert {each.seat: each.category for each in found.revealed or ()} == end.shown
        assert (found.round, found.acting, found.deadline) == (end.round, (), None)
    assert not_shown(game.log) == end.hidden


def test_it_shows_the_last_round_of_a_whole_game_as_before() -> None:
    game = all_boxes_are_filled()
    assert [event.type for event in game.log[-3:]] == WON
    assert view(game.state).round == 10
    assert [each.turn for each in view(game.state).revealed or ()] == [10, 10]
    assert not_shown(game.log) == []


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_no_box_of_a_random_game_is_left_unshown(seats: int) -> None:
    for seed in range(30):
        game = RoundsTable(GENERALA, seats, seed)
        while game.on:
            game.step()
        assert isinstance(game.log[-1], GameFinished)
        hidden = not_shown(game.log)
        assert hidden == [] or has_left_in_the_middle(game.log, seats)
        assert problems(game.log) == []


def has_left_in_the_middle(log: list[Event], seats: int) -> bool:
    """Whether all but one resigned before the last one filled the box of the last round."""
    (left,) = set(range(seats)) - {each.seat for each in log if isinstance(each, SeatResigned)}
    boxes = [each for each in log if isinstance(each, BoxScored)]
    newest = max(each.turn for each in boxes)
    return all((each.seat, each.turn) != (left, newest) for each in boxes)


def not_shown(log: list[Event]) -> list[tuple[int | None, int]]:
    """Return seat and round of each box that no reveal of its round follows, up to the end."""
    hidden: list[tuple[int | None, int]] = []
    for event in log:
        if isinstance(event, BoxScored):
            hidden.append((event.seat, event.turn))
        elif isinstance(event, RoundRevealed):
            hidden = [each for each in hidden if each[1] != event.round]
    return hidden


def problems(log: list[Event]) -> list[str]:
    return rule_problems([LoggedEvent(seq, event, "") for seq, event in enumerate(log, 1)])


@pytest.mark.parametrize("end", ENDS)
def test_the_log_is_valid_and_so_is_that_of_the_first_release(end: End) -> None:
    game = end.play()
    assert problems(game.log) == []
    # It ended such a game without showing the round.
    start, *older = [event for event in game.log if not is_last_reveal(game.log, event)]
    assert isinstance(start, GameStarted)
    state = evolve_all(initial_state(start), older)
    assert problems([start, *older]) == []
    assert [seat.place for seat in state.seats] == [seat.place for seat in game.state.seats]
    names = {number: seat.name for number, seat in enumerate(game.state.seats)}
    assert state_of(snapshot_of(game.state), names) == game.state


def is_last_reveal(log: list[Event], event: Event) -> bool:
    return event is log[-2] and isinstance(event, RoundRevealed)


@pytest.mark.parametrize("end", ENDS)
def test_what_changes_in_the_view_tells_the_end(end: End) -> None:
    game = end.play()
    start, *rest = game.log
    assert isinstance(start, GameStarted)
    count = 3 if isinstance(game.log[-2], RoundRevealed) else 2
    before = evolve_all(initial_state(start), rest[:-count])
    changed = view_changes(before, game.state)
    assert changed.status == "finished"
    if count == 3:
        assert {each.seat: each.category for each in changed.revealed or ()} == end.shown


def test_a_log_that_shows_a_round_too_early_is_not_valid() -> None:
    game = begun(3)
    game.turn_in(0, "twos")
    log = [*game.log, RoundRevealed(None, game.now, 2, game.now)]
    assert problems(log) == ["seat None, turn -: round 2 is revealed although it is not over"]
