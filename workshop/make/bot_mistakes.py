"""Mistakes that the weaker bots make alone at a table, as puzzles."""

import random
from collections import defaultdict
from collections.abc import Iterator

from games.core import solver
from games.core.bots import figures
from games.core.bots.choice import sample
from games.core.rules import Position, Scorecard, Variant
from games.core.solver import Option
from games.site.events.puzzles.choices import Theme
from games.site.events.puzzles.quality import NewPuzzle, make_puzzle

WEAK = ("breeze", "pip")
Scored = tuple[NewPuzzle, float]
"""A puzzle, and the points that the bot gave up."""


def find_mistakes(variant: Variant, games: int, each: int, seed: int) -> dict[Theme, list[Scored]]:
    """Return up to `each` puzzles of every theme, from `games` games of each weak bot: evenly
    spread from the easiest to the hardest.
    """
    found: dict[Theme, dict[str, Scored]] = defaultdict(dict)
    for persona in WEAK:
        chance = random.Random(f"{seed} {variant.id} {persona}")
        for _ in range(games):
            for puzzle, given_up in _mistakes(variant, persona, chance):
                found[puzzle.theme].setdefault(puzzle.code, (puzzle, given_up))
    return {theme: _spread(list(found[theme].values()), each) for theme in Theme if theme in found}


def _spread(puzzles: list[Scored], count: int) -> list[Scored]:
    ordered = sorted(puzzles, key=lambda each: (each[0].mu, each[0].code))
    if len(ordered) <= count:
        return ordered
    step = (len(ordered) - 1) / (count - 1)
    return [ordered[round(number * step)] for number in range(count)]


def _mistakes(variant: Variant, persona: str, chance: random.Random) -> Iterator[Scored]:
    """Play a game alone; yield its mistakes that make puzzles."""
    temperature = figures.temperature(persona, variant.id)
    card = Scorecard(variant)
    while not card.is_full:
        dice: tuple[int, ...] = ()
        for roll in range(1, variant.rolls_per_turn + 1):
            fresh = [
                chance.randint(1, variant.faces) for _ in range(variant.dice_count - len(dice))
            ]
            position = Position(variant, card, tuple(sorted((*dice, *fresh))), roll)
            ranked = solver.options(position)
            choice: Option = sample(ranked, temperature, chance.random())
            given_up = ranked[0].value - choice.value
            puzzle = make_puzzle(position, given_up, solver.options)
            if puzzle is not None:
                yield puzzle, given_up
            if choice.fill is not None:
                card = card.apply(choice.fill)
                break
            dice = choice.keep or ()
