"""Fit the estimated values of Triple Yahtzee, and measure how well they play.

Writes the file of weights for one value of the switch `joker` into
games/core/solver/triple/weights, or only measures it.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from games.core.solver.triple import EXACT
from games.core.solver.triple.cards import BOXES
from games.core.solver.triple.network import Network
from games.core.solver.triple.weights import about, path_of, read, save
from workshop.make.triple.evaluation import Evaluation, calibrate, evaluate_play
from workshop.make.triple.training import PLAN, new_network, sweep

TAKES = "Half an hour for each switch."
CHEAP = None


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--joker", choices=("forced", "none"), default="forced")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plan", default=PLAN, help="games of each sweep, separated by commas")
    parser.add_argument(
        "--begin", choices=("forced", "none"), help="start from the weights of this switch"
    )
    parser.add_argument("--out", type=Path, help="the file to write; default: the one in use")
    parser.add_argument("--measure", action="store_true", help="only evaluate the file")
    parser.add_argument("--games", type=int, default=100_000, help="games to evaluate with")
    parser.add_argument(
        "--exact-games", type=int, default=10_000, help="games with exact last boxes"
    )


def run(options: Namespace) -> None:
    joker, path = options.joker, options.out or path_of(options.joker)
    if options.measure:
        facts, network = about(path), read(path)
    else:
        facts, network = train(joker, options)
        with TemporaryDirectory() as folder:
            # The file has less precision, and it is what the site uses.
            save(Path(folder, path.name), network, facts)
            network = read(Path(folder, path.name))
    # One file serves two joker rules; each has its own figures.
    measured = {}
    for rule in ("none",) if joker == "none" else ("forced", "free"):
        found = evaluate_play(network, rule, options.games, options.exact_games, EXACT)
        measured[rule] = found._asdict()
        print(f"joker {rule}\n" + "\n".join(report(found)))
    path.parent.mkdir(exist_ok=True)
    save(path, network, {**facts, "measured": measured})


def train(joker: str, options: Namespace) -> tuple[dict[str, Any], Network]:
    """Return facts about the training, and the network."""
    start, begun = options.begin, perf_counter()
    network = read(path_of(start)) if start else new_network(options.seed)
    rms = [0.0] * BOXES
    plan = enumerate(map(int, options.plan.split(",")), start=2 if start else 1)
    for number, games in plan:
        for step in sweep(network, joker, number, games, options.seed):
            rms[step.turn] = round(step.rms, 4)
            print(
                f"sweep {step.sweep} turn {step.turn:2}: {step.cards} cards, mean "
                f"{step.mean:7.2f}, rms {step.rms:.3f}, {perf_counter() - begun:.0f} s"
            )
    calibrate(network, joker, options.exact_games, EXACT)
    seconds = round(perf_counter() - begun)
    print(f"trained in {seconds} s")
    command = " ".join(["script/make", *sys.argv[1:]])
    return {"command": command, "seed": options.seed, "rms": rms}, network


def report(found: Evaluation) -> list[str]:
    lines = [f"estimate at the start {found.start:.2f}"]
    for name, row in (("fitted values", found.fitted), ("exact last boxes", found.exact)):
        lines.append(
            f"{name}: {row['games']} games, mean {row['mean']:.2f} +- {row['error']:.2f}, "
            f"luck-adjusted {row['adjusted']:.2f} +- {row['adjusted_error']:.2f}, "
            f"sd {row['sd']:.1f}, column bonuses "
            + " ".join(f"{share:.3f}" for share in row["upper_bonuses"])
        )
    lines.append("filled boxes, rms residual, bias and sd of the points still to score:")
    lines += [
        f"{turn:>3} {row['residual']:7.3f} {row['bias']:7.2f} {row['sd']:7.1f}"
        for turn, row in enumerate(found.turns)
    ]
    return lines
