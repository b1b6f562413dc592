"""`manage.py simulate_ratings`: compare constants of the rating model in simulated games."""

from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.simulations.strengths import CHECKPOINTS, SPREADS, Outcome, run
from games.ratings.model import ELO, OURS, System

CANDIDATES = (
    System(sigma=246.0),
    System(sigma=150.0),
    OURS,
    System(sigma=60.0),
    System(sigma=40.0),
    System(tau=0.01),
    System(tau=3.0),
    System(damped=True),
    System(sigma=246.0, damped=True),
)
# With two players of sigma 0, c = sqrt(2) * beta = ELO.
BETA = ELO / 2**0.5


class Command(BaseCommand):
    """Prints how accurate the ratings of each candidate are, and how soon."""

    help = "Simulate rated games of players of known strength, with candidates for the constants."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--runs", type=int, default=5, help="repetitions to average")
        parser.add_argument("--variant", choices=tuple(SPREADS), help="default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print two tables for each variant. The same seed gives the same output."""
        seeds = range(options["seed"] * 1000, options["seed"] * 1000 + options["runs"])
        for variant in [options["variant"]] if options["variant"] else SPREADS:
            outcomes = {
                system: [run(variant, system, seed) for seed in seeds] for system in CANDIDATES
            }
            self.stdout.write(f"\n{variant}\n\n" + "\n".join(candidates_table(outcomes)))
            self.stdout.write("\n" + "\n".join(progress_table(outcomes[OURS])))


def candidates_table(outcomes: dict[System, list[Outcome]]) -> list[str]:
    """Return the lines of a table with a row for each candidate."""
    lines = [
        "| sigma | beta/sigma | tau | damped | log-loss | best possible "
        "| games: quarters 95 % | games: tau 0.8 | sigma/error at 50 | at 500 |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for system, runs in outcomes.items():
        at_50, at_500 = (
            f"{mean(runs, games, 'sigma'):.0f}/{mean(runs, games, 'error'):.0f}"
            for games in (50, 500)
        )
        mark = " (ours)" if system == OURS else ""
        lines.append(
            f"| {system.sigma:.0f}{mark} | {BETA / system.sigma:.1f} | {system.tau:g} "
            f"| {'yes' if system.damped else 'no'} | {fmean(run.log_loss for run in runs):.4f} "
            f"| {fmean(run.floor for run in runs):.4f} | {first(runs, 'quarters', 0.95)} "
            f"| {first(runs, 'tau', 0.8)} | {at_50} | {at_500} |"
        )
    return lines


def progress_table(runs: Sequence[Outcome]) -> list[str]:
    """Return the lines of a table with a row for each checkpoint, with our constants."""
    lines = [
        "| games | sigma | error | best and last quarter in order | Kendall's tau |",
        "|---|---|---|---|---|",
    ]
    for games in CHECKPOINTS:
        lines.append(
            f"| {games} | {mean(runs, games, 'sigma'):.0f} | {mean(runs, games, 'error'):.0f} "
            f"| {mean(runs, games, 'quarters'):.0%} | {mean(runs, games, 'tau'):.2f} |"
        )
    return lines


def mean(runs: Sequence[Outcome], games: int, field: str) -> float:
    """Return the mean of a field of `Checkpoint` over the runs."""
    index = CHECKPOINTS.index(games)
    return fmean(getattr(run.checkpoints[index], field) for run in runs)


def first(runs: Sequence[Outcome], field: str, goal: float) -> str:
    """Return the first checkpoint at which the mean of a field reaches a goal, as text."""
    reached = (games for games in CHECKPOINTS if mean(runs, games, field) >= goal)
    return str(next(reached, f"> {CHECKPOINTS[-1]}"))
