"""`manage.py win_duels`: measure how much playing for the win gains over playing for points."""

from argparse import ArgumentParser
from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.winning.duels import Duel, duels
from games.rules import VARIANTS, find_variant
from games.solver import is_exact
from games.winning.endgame import EXACT_BOXES


class Command(BaseCommand):
    """Plays the same dice also for points, so that the gain has a small standard error."""

    help = "Simulate duels of the best response against play for points."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        exact = [variant.id for variant in VARIANTS.values() if is_exact(variant)]
        parser.add_argument("--games", type=int, default=200_000)
        parser.add_argument(
            "--boxes", type=int, choices=range(1, EXACT_BOXES + 1), default=3, help="played to win"
        )
        parser.add_argument("--variant", choices=exact, default="yahtzee")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the win rate over all duels, and over those with the first and second move."""
        variant = find_variant(options["variant"])
        found = list(duels(variant, options["games"], options["boxes"], options["seed"]))
        self.stdout.write(f"{variant.name}, the last {options['boxes']} boxes played to win")
        self.stdout.write("| moves | duels | won | standard error | gain | standard error |")
        self.stdout.write("|---|---|---|---|---|---|")
        self._print("either", found)
        self._print("first", [duel for duel in found if not duel.second])
        self._print("second", [duel for duel in found if duel.second])

    def _print(self, moves: str, found: list[Duel]) -> None:
        won, won_error = _mean([duel.won for duel in found])
        gain, gain_error = _mean([duel.won - duel.plain for duel in found])
        self.stdout.write(
            f"| {moves} | {len(found):,} | {won:.2%} | {won_error:.2%} "
            f"| {gain:+.3%} | {gain_error:.3%} |"
        )


def _mean(numbers: list[float]) -> tuple[float, float]:
    """Return mean and standard error."""
    count = max(len(numbers), 1)
    mean = sum(numbers) / count
    variance = sum((number - mean) ** 2 for number in numbers) / count
    return mean, sqrt(variance / count)
