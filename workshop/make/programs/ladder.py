"""Measure the bots: mean scores, losses, win rates and ratings.

Calibrates temperatures, simulates games, and writes games/core/bots/ladder.json.
"""

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from games.core.bots.figures import FILE, Figures
from games.core.bots.personalities import PERSONALITIES
from games.core.rules import VARIANTS, Position, Scorecard, Variant, find_variant
from games.core.solver import value

TAKES = "Two minutes of a core for Yacht, longer for the others, hours for Triple Yahtzee."
CHEAP = None


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--variant", choices=list(VARIANTS), action="append", help="default: all of them"
    )
    parser.add_argument("--games", type=int, default=20_000, help="games of each bot")
    parser.add_argument(
        "--calibrate", type=int, default=4_000, help="games for each step of a calibration"
    )
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    """Measure, print and write."""
    # Importing it compiles code, which takes seconds.
    from workshop.make.bots import ladder  # noqa: PLC0415

    games, calibrate, seed = options.games, options.calibrate, options.seed
    stored: dict[str, Any] = json.loads(FILE.read_text())
    how = f"--games {games} --calibrate {calibrate} --seed {seed}"
    for variant in map(find_variant, options.variant or VARIANTS):
        temperatures = ladder.temperatures(variant, calibrate, seed, print)
        stored["temperatures"][variant.id] = temperatures
        stored["variants"][variant.id] = found = ladder.measure(
            variant, temperatures, games, seed, print
        )
        found["command"] = f"script/make ladder --variant {variant.id} {how}"
        print(table(variant, found))
    FILE.write_text(json.dumps(stored, indent=1) + "\n")


def table(variant: Variant, found: dict[str, Any]) -> str:
    """Return the figures of a variant as a Markdown table.

    The luck-adjusted average is the value of perfect play minus the losses.
    """
    start, turns = value(Position(variant, Scorecard(variant))), len(variant.boxes)
    lines = [
        f"\n| {variant.name} | average | luck-adjusted | sd | loss a turn | rating |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for id_, row in found["figures"].items():
        each = Figures(**row)
        lines.append(
            f"| {PERSONALITIES[id_].name} | {each.average:.1f} ± {each.error:.1f} "
            f"| {start - turns * each.loss:.1f} | {each.sd:.1f} | {each.loss:.2f} | {each.rating} |"
        )
    return "\n".join(lines)
