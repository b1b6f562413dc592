"""Time the solver: one decision on one core, and simulated games on all cores.

Prints one decision in microseconds (best of 20) and simulated games a second.
"""

import time
from argparse import ArgumentParser, Namespace

from games.core.rules import VARIANTS, Position, Scorecard, Variant, find_variant
from games.core.solver import is_exact, options, table

DICE = ((1, 2, 3, 4, 6), (5, 5, 2, 1, 3), (6, 6, 6, 2, 2), (1, 3, 4, 6, 6))
REPEAT = 20
GAMES = 5000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the variants; the default is all with exact tables."""
    exact = [variant.id for variant in VARIANTS.values() if is_exact(variant)]
    parser.add_argument("--variant", choices=exact, action="append")
    parser.add_argument("--games", type=int, default=GAMES, help="games to simulate")


def run(options: Namespace) -> None:
    """Print the figures of each variant."""
    for id_ in options.variant or [v.id for v in VARIANTS.values() if is_exact(v)]:
        variant = find_variant(id_)
        table(variant)
        print(variant.name)
        print(f"  one decision     {decision_us(variant):.0f} µs on one core")
        rate = games_per_second(variant, options.games)
        print(f"  simulated games  {rate:,.0f} a second on all cores")


def decision_us(variant: Variant) -> float:
    """Return the microseconds that one decision on an empty card takes: the best of 20 rounds."""
    positions = [
        Position(variant, Scorecard(variant), dice, rolls) for dice in DICE for rolls in (1, 2, 3)
    ]
    return 1e6 * min(_seconds_for(positions) for _ in range(REPEAT)) / len(positions)


def games_per_second(variant: Variant, games: int) -> float:
    """Return how many games a softmax player plays in a second."""
    # Importing the simulation compiles code.
    from workshop.make.solver.simulation import Policy, play  # noqa: PLC0415

    play(variant, Policy(1.0), 10, seed=1)
    start = time.perf_counter()
    play(variant, Policy(1.0), games, seed=1)
    return games / (time.perf_counter() - start)


def _seconds_for(positions: list[Position]) -> float:
    start = time.perf_counter()
    for position in positions:
        options(position)
    return time.perf_counter() - start
