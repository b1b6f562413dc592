"""`manage.py train_triple`: fit the values of Triple Yahtzee and measure how well they play."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from games.solver.triple import EXACT
from games.solver.triple.cards import BOXES, JOKERS
from games.solver.triple.measure import Measured, measure
from games.solver.triple.train import PLAN, fresh_network, sweep
from games.solver.triple.weights import about, path_of, read, save


class Command(BaseCommand):
    """Writes the file of weights for one value of the switch `joker`, or only measures it."""

    help = "Fit the estimated values of Triple Yahtzee, and measure how well they play."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the switch, the seed, where to begin and to write, and what to measure."""
        parser.add_argument("--joker", choices=JOKERS, default="forced")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--plan", default=PLAN, help="Games of each sweep, comma-separated.")
        parser.add_argument(
            "--begin", choices=JOKERS, help="Begin with the weights of this switch."
        )
        parser.add_argument("--out", type=Path, help="The file to write, if not the one in use.")
        parser.add_argument("--measure", action="store_true", help="Only measure the file.")
        parser.add_argument("--games", type=int, default=100_000, help="Games to measure with.")
        parser.add_argument(
            "--exact-games", type=int, default=20_000, help="Games with exact last boxes."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Train, write, measure, and write again with what was measured."""
        joker, path = options["joker"], options["out"] or path_of(options["joker"])
        if not options["measure"]:
            self.train(joker, path, options)
        facts, network = about(path), read(path)
        found = measure(network, joker, options["games"], options["exact_games"], EXACT)
        save(path, network, {**facts, "measured": found._asdict()})
        self.stdout.write("\n".join(report(found)))

    def train(self, joker: str, path: Path, options: dict[str, Any]) -> None:
        """Write weights after each sweep, with what fitting left over for each turn."""
        start, begun = options["begin"], perf_counter()
        network = read(path_of(start)) if start else fresh_network(options["seed"])
        facts = {"command": " ".join(["manage.py", *sys.argv[1:]]), "seed": options["seed"]}
        plan = enumerate(map(int, options["plan"].split(",")), start=2 if start else 1)
        for number, games in plan:
            rms = [0.0] * BOXES
            for step in sweep(network, joker, number, games, options["seed"]):
                rms[step.turn] = round(step.rms, 4)
                self.stdout.write(
                    f"sweep {step.sweep} turn {step.turn:2}: {step.cards} cards, mean "
                    f"{step.mean:7.2f}, rms {step.rms:.3f}, {perf_counter() - begun:.0f} s"
                )
            path.parent.mkdir(exist_ok=True)
            save(path, network, {**facts, "rms": rms})


def report(found: Measured) -> list[str]:
    """Return lines that tell what was measured."""
    lines = [f"estimate at the start {found.start:.2f}"]
    for name, row in (("fitted values", found.fitted), ("exact last boxes", found.exact)):
        lines.append(
            f"{name}: {row['games']} games, mean {row['mean']:.2f} +- {row['error']:.2f}, "
            f"sd {row['sd']:.1f}, column bonuses "
            + " ".join(f"{share:.3f}" for share in row["upper_bonuses"])
        )
    lines.append("open boxes, rms residual, bias and sd of what is still to come:")
    for left, row in found.by_open.items():
        lines.append(f"{left:>3} {row['residual']:7.3f} {row['bias']:7.2f} {row['sd']:7.1f}")
    return lines
