"""`manage.py make_statistics`: compute what the statistics pages show."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import VARIANTS, Variant, find_variant
from games.solver import is_exact
from games.statistics.figures import FILE, Figures, key_of, to_data


class Command(BaseCommand):
    """Computes the figures of every variant and joker rule into games/statistics/statistics.json.

    Those of variants that were not asked for stay.
    """

    help = "Compute what perfect play scores, box by box, for the statistics pages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the variants, and the games to simulate where nothing is exact."""
        parser.add_argument("--variant", choices=list(VARIANTS), action="append")
        parser.add_argument("--games", type=int, default=100_000, help="of Triple Yahtzee")
        parser.add_argument("--exact-boxes", type=int, default=0, help="of Triple Yahtzee")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--telling",
            type=int,
            metavar="GAMES",
            help="measure after how many games play is told from perfect play, and nothing else",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute, print, write."""
        stored = json.loads(FILE.read_text()) if FILE.exists() else {}
        if options["telling"]:
            stored["telling"] = measure_telling(options["telling"], options["seed"])
            FILE.write_text(json.dumps(stored, separators=(",", ":")) + "\n")
            return
        for id_ in options["variant"] or VARIANTS:
            for variant in with_switches(id_):
                found, how = compute(
                    variant, options["games"], options["seed"], options["exact_boxes"]
                )
                stored[key_of(variant)] = {
                    "command": f"manage.py make_statistics --variant {id_}{how}",
                    "figures": to_data(found),
                }
                FILE.write_text(json.dumps(stored, separators=(",", ":")) + "\n")
                self.stdout.write(f"{key_of(variant)}: {found.mean:.4f}, sd {found.sd:.4f}")


def measure_telling(games: int, seed: int) -> dict[str, Any]:
    """Return the rows that the page about skill shows, and the command line they come from."""
    from games.bench.statistics.sample_size import telling  # noqa: PLC0415 - as below

    rows = telling(VARIANTS["yahtzee"], games, seed)
    return {
        "command": f"manage.py make_statistics --telling {games} --seed {seed}",
        "rows": [row._asdict() for row in rows],
    }


def with_switches(variant_id: str) -> list[Variant]:
    """Return a variant under each of its joker rules, the default first."""
    joker = VARIANTS[variant_id].switch_choices.get("joker")
    if joker is None:
        return [VARIANTS[variant_id]]
    return [find_variant(variant_id, joker=value) for value in joker.values]


def compute(variant: Variant, games: int, seed: int, exact_boxes: int) -> tuple[Figures, str]:
    """Return a variant's figures, and the options of the command line that they depend on."""
    # The compiled code is needed here only, and takes a second to load.
    from games.bench.statistics import build, sampling  # noqa: PLC0415

    if is_exact(variant):
        return build.exact(variant), ""
    found = sampling.estimated(variant, games, seed, exact_boxes)
    return found, f" --games {games} --exact-boxes {exact_boxes} --seed {seed}"
