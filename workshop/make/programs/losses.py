"""Print how much the choices of simulated players lose.

Players of several strengths play alone. For the tables of docs/analysis.md and the limits of
games/site/study/analysis/grades.py; writes no file.
"""

import itertools
import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from statistics import mean

from games.core.rules import VARIANTS, Variant, find_variant
from games.core.solver import options
from games.site.study.analysis.grades import Grade, grade
from workshop.make.losses import (
    Choose,
    PlainPlayer,
    SimulatedGame,
    SoftmaxPlayer,
    simulate,
)

TEMPERATURES = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
QUANTILES = (0.5, 0.75, 0.9, 0.95, 0.99)


TAKES = "A minute of a core for each variant."
CHEAP = None


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=200, help="games of each player")
    parser.add_argument("--variant", choices=list(VARIANTS), action="append")
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    """Print a row for each player and variant."""
    print(
        "| variant | player | score | lost a game | choices | lost a choice "
        "| best fine inaccuracy mistake blunder, % | not best: 50 75 90 95 99 % |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name in options.variant or VARIANTS:
        variant = find_variant(name)
        for player, choose, rng in players(options.seed):
            games = play(variant, choose, rng, options.games)
            print(f"| {name} | {player} | {line_of(games, name)} |", flush=True)


def players(seed: int) -> Iterator[tuple[str, Choose, random.Random]]:
    """Yield the name, policy and random generator of each player."""
    for temperature in TEMPERATURES:
        rng = random.Random(seed)
        yield f"softmax {temperature}", SoftmaxPlayer(temperature, rng), rng
    yield "plain", PlainPlayer(), random.Random(seed)


def play(variant: Variant, choose: Choose, rng: random.Random, games: int) -> list[SimulatedGame]:
    """Return `games` games of a player."""
    return list(itertools.islice(simulate(variant, choose, options, rng), games))


def line_of(games: Sequence[SimulatedGame], variant: str) -> str:
    """Return the figures of a player as cells of a table."""
    losses = sorted(loss for game in games for loss in game.losses)
    names = [grade(loss, variant) for loss in losses]
    shares = " ".join(f"{100 * names.count(name) / len(names):.1f}" for name in Grade)
    lost = [loss for loss in losses if loss >= 0.01]
    quantiles = " ".join(f"{lost[int(q * len(lost))]:.2f}" for q in QUANTILES) if lost else "-"
    return (
        f"{mean(game.score for game in games):.1f} "
        f"| {mean(sum(game.losses) for game in games):.2f} "
        f"| {len(losses) / len(games):.1f} | {mean(losses):.4f} | {shares} | {quantiles}"
    )
