"""`manage.py win_calibration`: are moments called 70 % won in 70 % of the games?"""

import itertools
from argparse import ArgumentParser
from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.winning.duels import Call, calls
from games.rules import VARIANTS, Variant, find_variant
from games.solver import is_exact

BINS = 10


class Command(BaseCommand):
    """One random moment a duel, both seats playing for points; the bins are printed."""

    help = "Compare called chances to win with how many simulated duels are won."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many moments, of which variants, and the seed."""
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
            self._print(variant, list(calls(variant, options["states"], options["seed"])))

    def _print(self, variant: Variant, found: list[Call]) -> None:
        rules = "".join(f", {id_} {value}" for id_, value in variant.switches.items())
        self.stdout.write(f"{variant.name}{rules}: {len(found):,} moments")
        self.stdout.write("| called | moments | mean call | won | standard error |")
        self.stdout.write("|---|---|---|---|---|")
        ordered = sorted(found, key=_bin)
        for place, group in itertools.groupby(ordered, key=_bin):
            rows = list(group)
            count = len(rows)
            called = sum(row.called for row in rows) / count
            won = sum(row.won for row in rows) / count
            error = sqrt(won * (1 - won) / count)
            low, high = max(place * 10 - 5, 0), min(place * 10 + 5, 100)
            self.stdout.write(
                f"| {low} to {high} % | {count:,} | {called:.2%} | {won:.2%} | {error:.2%} |"
            )
        off = sum((row.called - row.won) ** 2 for row in found) / len(found)
        self.stdout.write(f"mean squared error (Brier) {off:.5f}\n")


def _bin(call: Call) -> int:
    """Bins are around 0 %, 10 %, ... 100 %."""
    return int(call.called * BINS + 0.5)
