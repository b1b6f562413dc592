"""A golden game as it is made: with the dice of a fixed secret, played by scripts."""

import hashlib
import random

from games.core.engine import (
    Action,
    Event,
    Mode,
    Player,
    Roll,
    Score,
    TimeOut,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.core.engine.fairness import FairDice, commitment
from games.core.rules import Fill, Variant
from tests.core.engine.table import NOON


class GoldenGame:
    """A game with fair dice, played by scripts."""

    def __init__(
        self,
        variant: Variant,
        *players: Player,
        clock: int | None = None,
        mode: Mode = "turns",
    ):
        self.secret = hashlib.sha256(f"golden {variant.id} 1".encode()).digest()
        self.chance = random.Random(1)
        code = "".join(self.chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=12))
        self.dice = FairDice(self.secret, code, tuple(player.seed for player in players))
        self.now = NOON
        started = start(
            code,
            variant,
            players,
            commitment(self.secret),
            NOON,
            clock=clock,
            first=1 % len(players),
            mode=mode,
        )
        self.log: list[Event] = [started]
        self.state = initial_state(started)

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.state.acting[0]

    @property
    def on(self) -> bool:
        return self.state.status == "playing"

    def act(self, seat: int | None, action: Action, after: int | None = None) -> None:
        """Do `action` after `after` milliseconds."""
        self.now += self.chance.randrange(900, 6000) if after is None else after
        events = decide(self.state, seat, action, self.dice, self.now)
        self.state = evolve_all(self.state, events)
        self.log += events

    def roll(self, hold: tuple[int, ...] = ()) -> None:
        turn = self.state.seats[self.seat].turn
        self.act(self.seat, Roll(turn.number, turn.rolls, hold))

    def score(self, fill: Fill) -> None:
        turn = self.state.seats[self.seat].turn
        self.act(self.seat, Score(turn.number, turn.rolls, fill.box.category, fill.box.column))

    def time_out(self) -> None:
        """Wait for the server to act for the seat whose turn it is."""
        due = self.state.next_due
        assert due is not None
        self.act(self.seat, TimeOut(), after=due - self.now)
