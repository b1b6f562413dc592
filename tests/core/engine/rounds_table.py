"""Random play in rounds, for tests: every seat acts at once, with dice from a random source."""

import random
from collections.abc import Sequence

from games.core.engine import (
    AutoPlay,
    Back,
    DiceMode,
    Event,
    GameState,
    IllegalAction,
    Player,
    Resign,
    Roll,
    Score,
    TimeOut,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.core.engine.actions import Action
from games.core.rules import Variant
from tests.core.engine.table import COMMITMENT, NOON, SECRET

CLOCK_S = 60


class RandomDice:
    """Dice that depend on the seat, the turn, the roll and the position, as on the site. `same`:
    they do not depend on the seat.
    """

    def __init__(self, seed: object, same: bool = False) -> None:
        self.seed = seed
        self.same = same

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        seat = 0 if self.same else seat
        return random.Random(f"{self.seed}|{seat}|{turn}|{roll}|{position}").randint(1, 6)

    def reveal(self) -> str:
        return SECRET


class RoundsTable:
    """A game in rounds, its log, and a clock in milliseconds since 1970. `begins`: it shares its
    dice with other tables, whose rounds begin then, too.
    """

    def __init__(
        self,
        variant: Variant,
        seats: int,
        seed: object = 0,
        dice: DiceMode = "own",
        begins: int = 0,
    ) -> None:
        self.chance = random.Random(f"play {seed}")
        self.dice = RandomDice(seed, dice == "same")
        self.now = NOON
        self.pause_ms = 4000
        players = [Player(101 + seat, f"Player {seat}", f"seed{seat}") for seat in range(seats)]
        started = start(
            "k7m2p9x4w3ab",
            variant,
            players,
            COMMITMENT,
            NOON,
            clock=CLOCK_S,
            mode="rounds",
            dice=dice,
            share="thegroup" if begins else "",
            begins=begins,
        )
        self.log: list[Event] = [started]
        self.state: GameState = initial_state(started)

    @property
    def on(self) -> bool:
        return self.state.status == "playing"

    def act(self, seat: int | None, action: Action) -> tuple[Event, ...]:
        events = decide(self.state, seat, action, self.dice, self.now)
        self.state = evolve_all(self.state, events)
        self.log += events
        return events

    def wait_for_round(self) -> None:
        """Let the show of the round before pass."""
        begins = [self.state.seats[seat].turn.started_at or 0 for seat in self.state.acting]
        self.now = max([self.now, *begins])

    def roll(self, seat: int, hold: tuple[int, ...] = ()) -> tuple[Event, ...]:
        turn = self.state.seats[seat].turn
        return self.act(seat, Roll(turn.number, turn.rolls, hold))

    def score(self, seat: int, category: str | None = None) -> tuple[Event, ...]:
        """Fill a box: this one, or one of those that are possible at random."""
        mine = self.state.seats[seat]
        fills = mine.card.fills(mine.turn.dice or (), mine.turn.rolls)
        boxes = [fill.box for fill in fills if category in (None, fill.box.category)]
        box = self.chance.choice(boxes)
        return self.act(seat, Score(mine.turn.number, mine.turn.rolls, box.category, box.column))

    def turn(self, seat: int) -> None:
        """Play a whole turn of one roll."""
        self.roll(seat)
        self.score(seat)

    def turn_in(self, seat: int, category: str) -> None:
        """Roll once, and fill this box."""
        self.roll(seat)
        self.score(seat, category)

    def step(self) -> Sequence[Event]:
        """Do something legal at random; mostly a roll or a box, sometimes a time-out, an absence
        or a resignation.
        """
        self.now += self.chance.randrange(self.pause_ms)
        self.wait_for_round()
        seat = self.chance.choice(self.state.acting)
        what = self.chance.random()
        due = self.state.due(seat)
        try:
            if due is not None and (self.now >= due or what < 0.03):
                self.now = max(self.now, due)
                return self.act(seat, TimeOut())
            if what < 0.05:
                other = self.chance.randrange(len(self.state.seats))
                return self.act(other, AutoPlay(seat))
            if what < 0.06:
                return self.act(self.chance.randrange(len(self.state.seats)), Resign())
            if what < 0.08 and self.state.seats[seat].auto:
                return self.act(seat, Back())
            turn = self.state.seats[seat].turn
            if turn.dice is None or (turn.rolls < 3 and what < 0.6):
                count = self.chance.randrange(5) if turn.dice else 0
                return self.roll(seat, tuple(sorted(self.chance.sample(range(5), count))))
            return self.score(seat)
        except IllegalAction:
            return ()  # for example, a seat that has resigned asked
