"""`manage.py solve [VARIANT ...]`: compute the tables of perfect play and print their figures."""

import sys
import time
from argparse import ArgumentParser
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.core.rules import (
    VARIANTS,
    RulesError,
    Variant,
    find_variant,
    is_house_rules,
)
from games.core.rules.house_rules import words_of
from games.core.solver import ValueTable, is_exact, make_table
from games.core.solver.boxes import box_chances
from games.core.solver.distribution import remaining
from games.core.solver.induction import Progress
from games.core.solver.scoring import reachable
from games.core.solver.tables import compute_table
from games.core.winning.outlook import shapes_of
from games.core.winning.preparation import compile_ahead

QUANTILES = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999)
BAR = 40


class Command(BaseCommand):
    """The default is all variants with exact tables, and all their joker rules."""

    help = "Compute perfect play for every state of a game, and print its figures."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to solve and to print."""
        exact = [variant.id for variant in VARIANTS.values() if is_exact(variant)]
        parser.add_argument(
            "variant",
            nargs="*",
            help=f"any of {', '.join(exact)}, or the text of house rules; default all",
        )
        parser.add_argument("--joker", choices=("forced", "free", "none"), help="for Yahtzee")
        parser.add_argument(
            "--again", action="store_true", help="compute even if there is a table on disk"
        )
        parser.add_argument(
            "--details",
            action="store_true",
            help="print quantiles of the score and a line for each box",
        )
        parser.add_argument(
            "--compile", action="store_true", help="compile ahead what games need: for an image"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Solve and print. Raises CommandError for a variant that has no table."""
        chosen = self._variants(options["variant"], options["joker"])
        if options["details"] and any(map(is_house_rules, chosen)):
            raise CommandError("There are details of official games only.")
        for variant in chosen:
            before = time.perf_counter()
            found = (compute_table if options["again"] else make_table)(
                variant, self._bar("perfect play")
            )
            solved = time.perf_counter()
            if not is_house_rules(variant):
                # Win probabilities need these too. They are not part of the solution.
                shapes_of(variant, self._bar("shapes"))
            self._print_summary(found, solved - before, time.perf_counter() - solved)
            if options["details"]:
                self._print_details(found)
        if options["compile"]:
            compile_ahead()

    def _variants(self, ids: list[str], joker: str | None) -> list[Variant]:
        try:
            named = [find_variant(each) for each in ids]
        except RulesError as error:
            raise CommandError(str(error)) from error
        if any(not is_exact(variant) for variant in named):
            raise CommandError("Triple Yahtzee has too many states for a table.")
        chosen = named or [variant for variant in VARIANTS.values() if is_exact(variant)]
        found: list[Variant] = []
        for variant in chosen:
            switch = variant.switch_choices.get("joker")
            if switch is None:
                found.append(variant)
            else:
                values = (joker,) if joker else switch.values
                found += [find_variant(variant.id, joker=each) for each in values]
        return found

    def _bar(self, label: str) -> Progress:
        """Return a function that draws a progress bar if standard error is a terminal."""
        finished = False

        def draw(done: float) -> None:
            nonlocal finished
            if finished or not sys.stderr.isatty():
                return
            finished = done >= 1
            bar = "#" * int(done * BAR)
            # `self.stderr` would print it in red.
            sys.stderr.write(f"\r{label:<12} [{bar:<{BAR}}] {int(100 * done):3}%" + "\n" * finished)
            sys.stderr.flush()

        return draw

    def _print_summary(self, found: ValueTable, seconds: float, shapes: float) -> None:
        variant = found.variant
        rules = "".join(f", {name} {value}" for name, value in variant.switches.items())
        words = "".join(f", {word}" for word in words_of(variant.id))
        self.stdout.write(f"{variant.name}{rules}{words}")
        self.stdout.write(f"  expected score      {found.start:.10f}")
        self.stdout.write(f"  standard deviation  {found.sd:.10f}")
        self.stdout.write(f"  reachable states    {int(reachable(found.rules).sum()):,}")
        self.stdout.write(f"  seconds             {seconds:.2f}, and {shapes:.2f} for the shapes")

    def _print_details(self, found: ValueTable) -> None:
        chances = remaining(found, (0, 0, 0))
        cumulated = np.cumsum(chances)
        quantiles = [f"{q:.2%} {int(np.searchsorted(cumulated, q))}" for q in QUANTILES]
        self.stdout.write(f"  quantiles           {', '.join(quantiles)}")
        lowest = int(np.flatnonzero(chances)[0])
        self.stdout.write(
            f"  most frequent       {int(chances.argmax())} ({chances.max():.5f})"
            f"; from {lowest} to {len(chances) - 1}"
        )
        boxes = box_chances(found)
        self.stdout.write(f"  chance of upper bonus {boxes.upper_bonus:.6f}")
        self.stdout.write(f"  bonus Yahtzees a game {boxes.yahtzee_bonuses:.6f}")
        rows = zip(found.variant.categories, boxes.means(), boxes.sds(), boxes.points, strict=True)
        for category, mean, sd, points in rows:
            self.stdout.write(f"  {category.id:<16} {mean:8.4f} {sd:8.4f} {points[0]:.4f}")
