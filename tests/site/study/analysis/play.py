"""Games played at random or well by imagined players, as logs."""

import random
from collections.abc import Callable, Sequence

from games.core import solver
from games.core.engine import (
    Action,
    Event,
    GameState,
    Player,
    Roll,
    Score,
    decide,
    evolve_all,
    initial_state,
)
from games.core.engine import start as started
from games.core.engine.fairness import FairDice, commitment
from games.core.rules import Position, Variant
from games.core.rules.scoring import held_positions
from games.core.solver import Option

SECRET = bytes(range(32))
CODE = "k7m2p9x4w3ab"
NOON = 1_760_000_000_000
PLAYERS = (Player(1, "Alice", "a11ce"), Player(2, "Bob", "b0b"), Player(3, "Charlie", "cha211e"))
Choose = Callable[[Sequence[Option]], Option]


def best(options: Sequence[Option]) -> Option:
    return options[0]


class Game:
    """A game in memory that is played by choices among the solver's options."""

    def __init__(
        self, variant: Variant, players: Sequence[Player] = PLAYERS[:2], clock: int | None = None
    ) -> None:
        dice = [player.seed for player in players]
        self.dice = FairDice(SECRET, CODE, tuple(dice))
        start = started(CODE, variant, players, commitment(SECRET), NOON, clock=clock)
        self.log: list[Event] = [start]
        self.state: GameState = initial_state(start)
        self.now = NOON

    def act(self, seat: int, action: Action) -> None:
        events = decide(self.state, seat, action, self.dice, self.now)
        self.state = evolve_all(self.state, events)
        self.log += events

    def choose(self, choose: Choose) -> None:
        """Have the seat that acts roll, or take the option that `choose` picks."""
        seat = self.state.acting[0]
        mine = self.state.seats[seat]
        turn = mine.turn
        if turn.dice is None:
            self.act(seat, Roll(turn.number, 0))
            return
        options = solver.options(Position(mine.card.variant, mine.card, turn.dice, turn.rolls))
        option = choose(options)
        if option.fill is not None:
            box = option.fill.box
            self.act(seat, Score(turn.number, turn.rolls, box.category, box.column))
        else:
            hold = held_positions(turn.dice, option.keep or ())
            self.act(seat, Roll(turn.number, turn.rolls, hold))

    def play(self, *choosers: Choose) -> "Game":
        """Play to the end; each seat chooses in its own way."""
        while self.state.status == "playing":
            self.choose(choosers[self.state.acting[0] % len(choosers)])
        return self


def careless(seed: int, share: float = 0.5) -> Choose:
    """Takes the best option or, as often as `share` says, any."""
    rng = random.Random(seed)

    def choose(options: Sequence[Option]) -> Option:
        return rng.choice(options) if rng.random() < share else options[0]

    return choose
