"""`manage.py bot_ladder`: measure the house's players, and write what the page of bots shows."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.bots.figures import FILE, Figures
from games.bots.personalities import PERSONALITIES
from games.rules import VARIANTS, find_variant


class Command(BaseCommand):
    """Play games of every bot, set the temperatures, and write games/bots/ladder.json."""

    help = "Measure the bots in every variant: averages, losses, who is ahead of whom."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say how many games, and with which dice."""
        parser.add_argument(
            "--variant", choices=list(VARIANTS), action="append", help="default: all of them"
        )
        parser.add_argument("--games", type=int, default=20_000, help="games of each bot")
        parser.add_argument(
            "--calibrate", type=int, default=4_000, help="games for a step towards a temperature"
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and write."""
        # The compiled code is needed here only, and takes a second to load.
        from games.bench.bots import ladder  # noqa: PLC0415

        games, calibrate, seed = options["games"], options["calibrate"], options["seed"]
        stored: dict[str, Any] = json.loads(FILE.read_text())
        how = f"--games {games} --calibrate {calibrate} --seed {seed}"
        for variant in map(find_variant, options["variant"] or VARIANTS):
            warmth = ladder.temperatures(variant, calibrate, seed, self.stderr.write)
            stored["temperatures"][variant.id] = warmth
            stored["variants"][variant.id] = found = ladder.measure(
                variant, warmth, games, seed, self.stderr.write
            )
            found["command"] = f"manage.py bot_ladder --variant {variant.id} {how}"
            self.stdout.write(table(variant.name, found))
        FILE.write_text(json.dumps(stored, indent=1) + "\n")


def table(name: str, found: dict[str, Any]) -> str:
    """Return the figures of a variant as a Markdown table."""
    lines = [
        f"\n| {name} | average | sd | loss a turn | rating |",
        "|---|---:|---:|---:|---:|",
    ]
    for id_, row in found["figures"].items():
        each = Figures(**row)
        lines.append(
            f"| {PERSONALITIES[id_].name} | {each.average:.1f} ± {each.error:.1f} | {each.sd:.1f} "
            f"| {each.loss:.2f} | {each.rating} |"
        )
    return "\n".join(lines)
