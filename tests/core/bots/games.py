"""Games between bots, with dice from a seed."""

import random

from games.core import bots
from games.core.engine import (
    GameState,
    Player,
    Roll,
    Score,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.core.engine.actions import Action
from games.core.engine.decide import DiceSource
from games.core.rules import find_variant


class SeededDice:
    """Random dice from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        return self._random.randint(1, 6)

    def reveal(self) -> str:
        return "00"

    def bot_draw(self, seat: int, turn: int, roll: int) -> float:
        """Return a number (0 to 1) that is always the same at the same place."""
        return random.Random(f"{seat}/{turn}/{roll}").random()


def table_of(*personas: str, variant: str = "yahtzee", **switches: str) -> GameState:
    """Return a new game of these bots."""
    players = [
        Player(number + 1, persona.title(), "bot", True, persona)
        for number, persona in enumerate(personas)
    ]
    return initial_state(start("game", find_variant(variant, **switches), players, "00" * 32, 0))


def move_of(state: GameState, seat: int, dice: SeededDice) -> Roll | Score:
    turn = state.seats[seat].turn
    return bots.choose(state, seat, dice.bot_draw(seat, turn.number, turn.rolls))


def after(state: GameState, action: Action, dice: DiceSource) -> GameState:
    """Return the state after the acting seat's action. `decide` raises for illegal ones."""
    seat = state.acting[0]
    return evolve_all(state, decide(state, seat, action, dice, state.due(seat) or 0))
