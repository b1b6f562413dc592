"""Compare predicted win probabilities with the results of simulated duels.

Takes one random moment of each duel; both seats play for points. For the tables of
docs/solver.md; writes no file.
"""

import itertools
from argparse import ArgumentParser, Namespace
from math import sqrt

from games.core.rules import VARIANTS, Variant, find_variant
from games.core.solver import is_exact
from workshop.make.winning.duel_moments import Prediction, predictions

BINS = 10


TAKES = "A minute of a core for each variant."
CHEAP = None


def add_arguments(parser: ArgumentParser) -> None:
    exact = [variant.id for variant in VARIANTS.values() if is_exact(variant)]
    parser.add_argument("--states", type=int, default=50_000)
    parser.add_argument("--variant", choices=exact, action="append")
    parser.add_argument("--joker", choices=("forced", "free", "none"), help="for Yahtzee")
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    for name in options.variant or [v.id for v in VARIANTS.values() if is_exact(v)]:
        joker = options.joker if name == "yahtzee" else None
        variant = find_variant(name, **({"joker": joker} if joker else {}))
        _print(variant, list(predictions(variant, options.states, options.seed)))


def _print(variant: Variant, found: list[Prediction]) -> None:
    rules = "".join(f", {id_} {value}" for id_, value in variant.switches.items())
    print(f"{variant.name}{rules}: {len(found):,} moments")
    print("| predicted | moments | mean prediction | won | standard error |")
    print("|---|---|---|---|---|")
    ordered = sorted(found, key=_bin)
    for place, group in itertools.groupby(ordered, key=_bin):
        rows = list(group)
        count = len(rows)
        predicted = sum(row.predicted for row in rows) / count
        won = sum(row.won for row in rows) / count
        error = sqrt(won * (1 - won) / count)
        low, high = max(place * 10 - 5, 0), min(place * 10 + 5, 100)
        print(f"| {low} to {high} % | {count:,} | {predicted:.2%} | {won:.2%} | {error:.2%} |")
    off = sum((row.predicted - row.won) ** 2 for row in found) / len(found)
    print(f"mean squared error (Brier) {off:.5f}\n")


def _bin(prediction: Prediction) -> int:
    """Return the number of the bin. The bins are around 0 %, 10 %, ... 100 %."""
    return int(prediction.predicted * BINS + 0.5)
