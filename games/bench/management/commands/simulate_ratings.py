"""`manage.py simulate_ratings`: compare constants of the rating with players of known strength."""

from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.simulations.strengths import CHECKPOINTS, SPREADS, Outcome, run
from games.ratings import ELO, OURS, System

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
# Two players of equal uncertainty: c squared is ELO squared when both are certain.
BETA = ELO / 2**0.5


class Command(BaseCommand):
    """Prints, for each variant and candidate, how good and how soon right the ratings are."""

    help = "Let players of known strength play and be rated, with candidates for the constants."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the seed, how often each population plays, and the variant."""
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--runs", type=int, default=5, help="Repetitions, averaged.")
        parser.add_argument("--variant", choices=tuple(SPREADS), help="Only this one.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print two tables a variant; the same seed prints the same."""
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
    """Return the lines of a table with a row for each number of games played, for our constants."""
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


def mean(runs: Sequence[Outcome], games: int, what: str) -> float:
    """Return the mean over the runs of one figure after so many games."""
    index = CHECKPOINTS.index(games)
    return fmean(getattr(run.checkpoints[index], what) for run in runs)


def first(runs: Sequence[Outcome], what: str, goal: float) -> str:
    """Return after how many games a figure has reached a goal, as text."""
    reached = (games for games in CHECKPOINTS if mean(runs, games, what) >= goal)
    return str(next(reached, f"> {CHECKPOINTS[-1]}"))
