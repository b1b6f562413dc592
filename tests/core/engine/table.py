"""A game for tests: scripted dice, a clock that tests move, and short methods for actions."""

from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from games.core.engine import (
    Abort,
    Action,
    AutoPlay,
    Back,
    Event,
    IllegalAction,
    Player,
    Resign,
    Roll,
    Score,
    SeatState,
    TimeOut,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.core.rules import Variant

ALICE = Player(101, "Alice", "a11ce5eed")
BOB = Player(102, "Bob", "b0b5eed")
CHARLIE = Player(103, "Charlie", "cha211e5eed")
NOON = 1_760_000_000_000
SECOND = 1000
SECRET = "5ec2e7" * 10
COMMITMENT = "c0" * 32


class ScriptedDice:
    """Dice with given faces; throwing more dice than that is an error."""

    def __init__(self) -> None:
        self.faces: deque[int] = deque()

    def fall(self, faces: Iterable[int]) -> None:
        """Set the next faces, in the order of the positions thrown."""
        self.faces = deque(faces)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        return self.faces.popleft()

    def reveal(self) -> str:
        return SECRET


class Table:
    """A running game: its state, its log, its dice, and `now` in milliseconds since 1970."""

    def __init__(
        self,
        variant: Variant,
        *players: Player,
        clock: int | None = None,
        first: int = 0,
    ) -> None:
        self.dice = ScriptedDice()
        self.now = NOON
        started = start(
            "k7m2p9x4w3ab", variant, players, COMMITMENT, NOON, clock=clock, first=first
        )
        self.log: list[Event] = [started]
        self.state = initial_state(started)

    def act(self, seat: int | None, action: Action) -> tuple[Event, ...]:
        """Do `action` now and return the events of it."""
        events = decide(self.state, seat, action, self.dice, self.now)
        self.state = evolve_all(self.state, events)
        self.log += events
        return events

    def refusal(self, seat: int | None, action: Action) -> str:
        """Return the code with which `action` is refused."""
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            self.act(seat, action)
        assert self.state is before
        assert str(refused.value), "a refusal says why"
        return refused.value.code

    def seat(self, seat: int) -> SeatState:
        return self.state.seats[seat]

    def dice_of(self, seat: int) -> tuple[int, ...] | None:
        return self.seat(seat).turn.dice

    # The moment a player acts on is the present one, as in an honest browser.

    def roll_action(self, seat: int, hold: tuple[int, ...] = ()) -> Roll:
        turn = self.seat(seat).turn
        return Roll(turn.number, turn.rolls, hold)

    def score_action(self, seat: int, category: str, column: int = 0) -> Score:
        turn = self.seat(seat).turn
        return Score(turn.number, turn.rolls, category, column)

    def roll(self, seat: int, *faces: int, hold: tuple[int, ...] = ()) -> tuple[Event, ...]:
        self.dice.fall(faces)
        return self.act(seat, self.roll_action(seat, hold))

    def score(self, seat: int, category: str, column: int = 0) -> tuple[Event, ...]:
        return self.act(seat, self.score_action(seat, category, column))

    def turn(self, seat: int, category: str, *faces: int) -> tuple[Event, ...]:
        """Play a whole turn of one roll."""
        return self.roll(seat, *faces) + self.score(seat, category)

    def resign(self, seat: int) -> tuple[Event, ...]:
        return self.act(seat, Resign())

    def play_on(self, seat: int, absent: int) -> tuple[Event, ...]:
        return self.act(seat, AutoPlay(absent))

    def back(self, seat: int) -> tuple[Event, ...]:
        return self.act(seat, Back())

    def time_out(self, *faces: int) -> tuple[Event, ...]:
        """Let the acting seat's time pass, to the millisecond, and the server act for it."""
        due = self.state.next_due
        assert due is not None, "there is no clock"
        self.now = due
        self.dice.fall(faces)
        return self.act(self.state.acting[0], TimeOut())

    def abort(self, reason: str = "closed") -> tuple[Event, ...]:
        return self.act(None, Abort(reason))

    def fill_up(self, seat: int, leave: int = 0) -> None:
        """Play a seat alone at the table until only `leave` boxes are open, scoring little."""
        boxes = self.seat(seat).card.open_boxes
        for box in boxes[: len(boxes) - leave]:
            self.roll(seat, 1, 2, 2, 3, 6)
            self.score(seat, box.category, box.column)


def types(events: Iterable[Event]) -> list[str]:
    """Return what kinds of events these are, in order."""
    return [event.type for event in events]


def as_json(value: object) -> Any:
    """Return a part of a view as a browser gets it."""
    return msgspec.json.decode(msgspec.json.encode(value))
