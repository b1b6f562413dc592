"""`manage.py win_calibration`: does a predicted 70 % win in 70 % of the games?"""

import itertools
from argparse import ArgumentParser
from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.winning.duels import Prediction, predictions
from games.rules import VARIANTS, Variant, find_variant
from games.solver import is_exact

BINS = 10


class Command(BaseCommand):
    """Takes one random moment of each duel; both seats play for points."""

    help = "Compare predicted win probabilities with the results of simulated duels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        exact = [variant.id for variant in VARIANTS.values() if is_exact(variant)]
        parser.add_argument("--states", type=int, default=50_000)
        parser.add_argument("--variant", choices=exact, action="append")
        parser.add_argument("--joker", choices=("forced", "free", "none"), help="for Yahtzee")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table for each variant."""
        for name in options["variant"] or [v.id for v in VARIANTS.values() if is_exact(v)]:
            joker = options["joker"] if name == "yahtzee" else None
            variant = find_variant(name, **({"joker": joker} if joker else {}))
            self._print(variant, list(predictions(variant, options["states"], options["seed"])))

    def _print(self, variant: Variant, found: list[Prediction]) -> None:
        rules = "".join(f", {id_} {value}" for id_, value in variant.switches.items())
        self.stdout.write(f"{variant.name}{rules}: {len(found):,} moments")
        self.stdout.write("| predicted | moments | mean prediction | won | standard error |")
        self.stdout.write("|---|---|---|---|---|")
        ordered = sorted(found, key=_bin)
        for place, group in itertools.groupby(ordered, key=_bin):
            rows = list(group)
            count = len(rows)
            predicted = sum(row.predicted for row in rows) / count
            won = sum(row.won for row in rows) / count
            error = sqrt(won * (1 - won) / count)
            low, high = max(place * 10 - 5, 0), min(place * 10 + 5, 100)
            self.stdout.write(
                f"| {low} to {high} % | {count:,} | {predicted:.2%} | {won:.2%} | {error:.2%} |"
            )
        off = sum((row.predicted - row.won) ** 2 for row in found) / len(found)
        self.stdout.write(f"mean squared error (Brier) {off:.5f}\n")


def _bin(prediction: Prediction) -> int:
    """Return the number of the bin. The bins are around 0 %, 10 %, ... 100 %."""
    return int(prediction.predicted * BINS + 0.5)
