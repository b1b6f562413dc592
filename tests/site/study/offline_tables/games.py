"""Random games, turn by turn, as the rules of the site allow them."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.core.rules import Box, Fill, Position, Scorecard, Variant
from tests.site.study.real_dice.cards import random_rolls

NAMES = ("Alice", "Bob")


class Turn(NamedTuple):
    """A turn of a seat. `fills`: all that its last dice allow."""

    seat: int
    before: Scorecard
    saved: int
    rolls: list[Any]
    fills: list[Fill]
    fill: Fill

    def position(self, rolls: int) -> Position:
        """Return the position after so many rolls."""
        dice = tuple(self.rolls[rolls - 1]["dice"])
        return Position(self.before.variant, self.before, dice, rolls, self.saved)

    @property
    def wins(self) -> bool:
        served = self.before.variant.served_win
        return len(self.rolls) == 1 and self.fill.points > 0 and self.fill.box.category == served


def box_of(box: Box) -> dict[str, Any]:
    return {"column": box.column, "category": box.category}


def random_game(variant: Variant, rng: random.Random, players: int = 2) -> Iterator[Turn]:
    """Yield the turns of a game. Five alike are frequent, so that jokers and bonuses happen."""
    cards = [Scorecard(variant)] * players
    saved = [0] * players
    for _ in range(variant.rounds):
        for seat in range(players):
            rolls = random_rolls(variant, rng, everything=rng.random() < 0.3)
            more = rng.randint(0, saved[seat])
            if len(rolls) == variant.rolls_per_turn:
                again = random_rolls(variant, rng, everything=True)
                rolls += [{**each, "hold": []} for each in again][:more]
            fills = cards[seat].fills(rolls[-1]["dice"], len(rolls))
            best = max(fills, key=lambda fill: fill.points)
            turn = Turn(
                seat,
                cards[seat],
                saved[seat],
                rolls,
                fills,
                best if rng.random() < 0.6 else rng.choice(fills),
            )
            yield turn
            if turn.wins:
                return
            cards[seat] = cards[seat].apply(turn.fill)
            if variant.saves_rolls:
                saved[seat] += variant.rolls_per_turn - len(rolls)
