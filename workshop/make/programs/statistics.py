"""Compute what perfect play scores, for the page "How good am I?".

Writes the figures of every variant and joker rule to games/core/solver/statistics.json. Figures of
variants that are not selected stay unchanged.
"""

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from games.core.rules import VARIANTS, Variant, find_variant
from games.core.solver import is_exact
from games.core.solver.score_figures import FILE, Figures, key_of, to_data

TAKES = "Three minutes of a core; with Triple Yahtzee longer."
CHEAP = ("--variant", "yacht", "--variant", "yahtzee", "--variant", "yatzy")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--variant", choices=list(VARIANTS), action="append")
    parser.add_argument("--games", type=int, default=100_000, help="to simulate Triple Yahtzee")
    parser.add_argument(
        "--exact-boxes",
        type=int,
        default=0,
        help="last boxes of Triple Yahtzee to play exactly",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--sample-sizes",
        type=int,
        metavar="GAMES",
        help="only measure how many games tell a player from perfect play",
    )


def run(options: Namespace) -> None:
    stored = json.loads(FILE.read_text()) if FILE.exists() else {}
    if options.sample_sizes:
        stored["sample_sizes"] = measure_sample_sizes(options.sample_sizes, options.seed)
        FILE.write_text(json.dumps(stored, separators=(",", ":")) + "\n")
        return
    for id_ in options.variant or VARIANTS:
        for variant in with_switches(id_):
            found, how = compute(variant, options.games, options.seed, options.exact_boxes)
            stored[key_of(variant)] = {
                "command": f"script/make statistics --variant {id_}{how}",
                "figures": to_data(found),
            }
            FILE.write_text(json.dumps(stored, separators=(",", ":")) + "\n")
            print(f"{key_of(variant)}: {found.mean:.4f}, sd {found.sd:.4f}")


def measure_sample_sizes(games: int, seed: int) -> dict[str, Any]:
    """Return how soon skill shows, and the command line that computed them."""
    from workshop.make.statistics.sample_size import sample_sizes  # noqa: PLC0415 - as below

    rows = sample_sizes(VARIANTS["yahtzee"], games, seed)
    return {
        "command": f"script/make statistics --sample-sizes {games} --seed {seed}",
        "rows": [row._asdict() for row in rows],
    }


def with_switches(variant_id: str) -> list[Variant]:
    """Return a variant with each of its joker rules, the default first."""
    joker = VARIANTS[variant_id].switch_choices.get("joker")
    if joker is None:
        return [VARIANTS[variant_id]]
    return [find_variant(variant_id, joker=value) for value in joker.values]


def compute(variant: Variant, games: int, seed: int, exact_boxes: int) -> tuple[Figures, str]:
    """Return the figures of a variant, and the command-line options that they depend on."""
    # Importing them compiles code, which takes seconds.
    from workshop.make.statistics import build, sampling  # noqa: PLC0415

    if is_exact(variant):
        return build.exact(variant), ""
    found = sampling.estimated(variant, games, seed, exact_boxes)
    return found, f" --games {games} --exact-boxes {exact_boxes} --seed {seed}"
