"""`python -m games.core.winning.preparation FOLDER`: make all tables of official games in a folder,
and compile ahead what games need, so that nobody waits for either: when an image is built.

The code stays in `NUMBA_CACHE_DIR`, for processors like this one, or for those that
`NUMBA_CPU_NAME` names.
"""

import sys
from collections.abc import Iterator

import numpy as np

from games.core.rules import VARIANTS, Position, Scorecard, Variant, find_variant
from games.core.rules.scoring import DICE_COUNT
from games.core.solver import configure, is_exact, options, portable, tables, triple
from games.core.solver.lattice import KEEP_COUNT
from games.core.winning.endgame import most_points
from games.core.winning.outlook import shapes_of, to_come
from games.core.winning.response import respond
from games.core.winning.support import EXACT_BOXES

DICE = tuple(range(1, DICE_COUNT + 1))


def with_tables() -> Iterator[Variant]:
    """Yield the official games that have a table, with each of their joker rules."""
    for variant in VARIANTS.values():
        if is_exact(variant):
            switch = variant.switch_choices.get("joker")
            for joker in switch.values if switch else ():
                yield find_variant(variant.id, joker=joker)
            if switch is None:
                yield variant


def compile_ahead() -> None:
    """Call everything once, in seconds, or in minutes when it compiles."""
    yahtzee, large = find_variant("yahtzee"), find_variant("triple_yahtzee")
    for card in (Scorecard(yahtzee), _late(yahtzee, EXACT_BOXES)):
        to_come(card)
        to_come(card, DICE, 1)
    found = tables.table(yahtzee)
    state = found.state(_late(yahtzee, EXACT_BOXES))
    utility = np.zeros(most_points(found.rules, state[0]) + 1)
    boxes, keeps = np.empty(len(yahtzee.boxes)), np.empty(KEEP_COUNT)
    respond(found.rules, *state, utility, 0, 1, boxes, keeps)
    for card in (Scorecard(large), _late(large, triple.EXACT)):
        options(Position(large, card, DICE, 1))


def _late(variant: Variant, unfilled: int) -> Scorecard:
    """Return a card with so many open boxes."""
    card = Scorecard(variant)
    while len(card.open_boxes) > unfilled:
        card = card.apply(card.fills(DICE)[0])
    return card


def main(folder: str) -> None:
    """Make everything."""
    configure(folder)
    for variant in with_tables():
        shapes_of(variant)
        portable.make(variant)
    compile_ahead()


if __name__ == "__main__":
    main(*sys.argv[1:])
