"""`manage.py train_triple`: fit the values of Triple Yahtzee and measure how well they play."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.triple_training.evaluation import Measured, calibrate, measure
from games.bench.triple_training.training import PLAN, fresh_network, sweep
from games.solver.triple import EXACT
from games.solver.triple.cards import BOXES
from games.solver.triple.network import Network
from games.solver.triple.weights import about, path_of, read, save


class Command(BaseCommand):
    """Writes the file of weights for one value of the switch `joker`, or only measures it."""

    help = "Fit the estimated values of Triple Yahtzee, and measure how well they play."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the switch, the seed, where to begin and to write, and what to measure."""
        parser.add_argument("--joker", choices=("forced", "none"), default="forced")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--plan", default=PLAN, help="Games of each sweep, comma-separated.")
        parser.add_argument(
            "--begin", choices=("forced", "none"), help="Begin with the weights of this switch."
        )
        parser.add_argument("--out", type=Path, help="The file to write, if not the one in use.")
        parser.add_argument("--measure", action="store_true", help="Only measure the file.")
        parser.add_argument("--games", type=int, default=100_000, help="Games to measure with.")
        parser.add_argument(
            "--exact-games", type=int, default=10_000, help="Games with exact last boxes."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Train, measure, write."""
        joker, path = options["joker"], options["out"] or path_of(options["joker"])
        if options["measure"]:
            facts, network = about(path), read(path)
        else:
            facts, network = self.train(joker, options)
            with TemporaryDirectory() as folder:
                # What is written is less precise, and it is what plays.
                save(Path(folder, path.name), network, facts)
                network = read(Path(folder, path.name))
        # One file serves two kinds of joker: each has its own figures.
        measured = {}
        for rule in ("none",) if joker == "none" else ("forced", "free"):
            found = measure(network, rule, options["games"], options["exact_games"], EXACT)
            measured[rule] = found._asdict()
            self.stdout.write(f"joker {rule}\n" + "\n".join(report(found)))
        path.parent.mkdir(exist_ok=True)
        save(path, network, {**facts, "measured": measured})

    def train(self, joker: str, options: dict[str, Any]) -> tuple[dict[str, Any], Network]:
        """Return weights, and how they came about: what fitting left over for each turn."""
        start, begun = options["begin"], perf_counter()
        network = read(path_of(start)) if start else fresh_network(options["seed"])
        rms = [0.0] * BOXES
        plan = enumerate(map(int, options["plan"].split(",")), start=2 if start else 1)
        for number, games in plan:
            for step in sweep(network, joker, number, games, options["seed"]):
                rms[step.turn] = round(step.rms, 4)
                self.stdout.write(
                    f"sweep {step.sweep} turn {step.turn:2}: {step.cards} cards, mean "
                    f"{step.mean:7.2f}, rms {step.rms:.3f}, {perf_counter() - begun:.0f} s"
                )
        calibrate(network, joker, options["exact_games"], EXACT)
        seconds = round(perf_counter() - begun)
        self.stdout.write(f"trained in {seconds} s")
        command = " ".join(["manage.py", *sys.argv[1:]])
        return {"command": command, "seed": options["seed"], "rms": rms}, network


def report(found: Measured) -> list[str]:
    """Return lines that tell what was measured."""
    lines = [f"estimate at the start {found.start:.2f}"]
    for name, row in (("fitted values", found.fitted), ("exact last boxes", found.exact)):
        lines.append(
            f"{name}: {row['games']} games, mean {row['mean']:.2f} +- {row['error']:.2f}, "
            f"luck-adjusted {row['adjusted']:.2f} +- {row['adjusted_error']:.2f}, "
            f"sd {row['sd']:.1f}, column bonuses "
            + " ".join(f"{share:.3f}" for share in row["upper_bonuses"])
        )
    lines.append("filled boxes, rms residual, bias and sd of what is still to come:")
    lines += [
        f"{turn:>3} {row['residual']:7.3f} {row['bias']:7.2f} {row['sd']:7.1f}"
        for turn, row in enumerate(found.turns)
    ]
    return lines
