"""`manage.py simulate_foresight`: measure the foresight index of honest players and of cheats."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.foresight.power import (
    MAX_GAMES,
    Sample,
    cheats,
    games_until,
    honest_players,
    quantile,
    sample,
    share_reaching,
)
from games.foresight.evidence import LOOK_AT, STRONG_AT
from games.rules import VARIANTS, find_variant
from games.solver import is_exact

PLAYERS = 1000
"""Cheats drawn for each number of games."""
HEADER = "| player | score | choices | given up | surplus a game | index after a game |"


class Command(BaseCommand):
    """Prints the tables of docs/foresight.md."""

    help = "Simulate honest players and cheats, and print how their foresight index finds them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        exact = [name for name in VARIANTS if is_exact(find_variant(name))]
        parser.add_argument("--variant", choices=exact, default="yahtzee")
        parser.add_argument("--games", type=int, default=1000, help="games of each bot, or 0")
        parser.add_argument(
            "--cheat-games", type=int, default=200, help="games of each cheat, or 0"
        )
        parser.add_argument("--length", type=int, default=25, help="games of a player in a row")
        parser.add_argument("--player", default="", help="only players with this in their name")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the tables."""
        if options["games"]:
            self._honest(options)
        if options["cheat_games"]:
            self._cheats(options)

    def _honest(self, options: dict[str, Any]) -> None:
        variant, length = find_variant(options["variant"]), options["length"]
        self._write(f"{HEADER} ever 10 | ever 100 |", 8)
        for name, player in honest_players(options["seed"]).items():
            if options["player"] not in name:
                continue
            found = sample(variant, player, options["games"], options["seed"])
            shares = [share_reaching(found.games, length, limit) for limit in (1.0, 2.0)]
            self._write(row(name, found) + "".join(f" {share:.2%} |" for share in shares))

    def _cheats(self, options: dict[str, Any]) -> None:
        variant, seed = find_variant(options["variant"]), options["seed"]
        self._write(f"\n{HEADER} 1 in 10,000 | 1 in a million |", 8)
        for name, player in cheats(variant, seed).items():
            if options["player"] not in name:
                continue
            found = sample(variant, player, options["cheat_games"], seed)
            until = [games_until(found.games, at, PLAYERS, seed) for at in (LOOK_AT, STRONG_AT)]
            cells = (f" {games(each, 0.5)} ({games(each, 0.9)}) |" for each in until)
            self._write(row(name, found) + "".join(cells))

    def _write(self, line: str, columns: int = 0) -> None:
        self.stdout.write(line)
        if columns:
            self.stdout.write("|---" * columns + "|")
        self.stdout.flush()


def row(name: str, found: Sample) -> str:
    """Return the figures of a player as cells of a table."""
    mean = sum(found.scores) / len(found.scores)
    return (
        f"| {name} | {mean:.1f} | {found.choices:.1f} | {found.loss:.1f} "
        f"| {found.surplus:+.2f} ± {found.error:.2f} | {found.foresight_index:+.2f} |"
    )


def games(found: list[int | None], share: float) -> str:
    """Return after how many games this share of cheats is found."""
    number = quantile(found, share)
    return f"more than {MAX_GAMES}" if number is None else str(number)
