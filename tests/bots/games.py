"""Games that bots play among themselves, with dice of one's own."""

import random

from games.engine import GameState, Player, decide, evolve_all, initial_state, start
from games.engine.actions import Action
from games.rules import find_variant


class ScriptedDice:
    """Dice of a seed of one's own."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        """Return any face."""
        return self._random.randint(1, 6)

    def reveal(self) -> str:
        """Return something that proves nothing."""
        return "00"


def table_of(*personas: str, variant: str = "yahtzee", **switches: str) -> GameState:
    """A game of these bots that has just begun."""
    players = [
        Player(number + 1, persona.title(), "bot", True, persona)
        for number, persona in enumerate(personas)
    ]
    return initial_state(start("game", find_variant(variant, **switches), players, "00" * 32, 0))


def after(state: GameState, action: Action, dice: ScriptedDice) -> GameState:
    """The state after the acting seat's action; decide raises for whatever is not allowed."""
    seat = state.acting[0]
    return evolve_all(state, decide(state, seat, action, dice, state.due(seat) or 0))
