"""`manage.py make_puzzles`: write the puzzles that a new site has."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.data.bot_mistakes import find_mistakes
from games.puzzles.collecting import EXACT
from games.puzzles.seeding import FILE
from games.rules import VARIANTS


class Command(BaseCommand):
    """Plays games of weaker bots, and writes some of their mistakes as puzzles to
    games/puzzles/seed.json.
    """

    help = "Make the puzzles of a new site from mistakes of bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--games", type=int, default=400, help="of each variant and bot")
        parser.add_argument("--each", type=int, default=14, help="puzzles of a variant and theme")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, choose and write."""
        games, each, seed = options["games"], options["each"], options["seed"]
        rows = []
        for id_ in EXACT:
            found = find_mistakes(VARIANTS[id_], games, each, seed)
            for theme, puzzles in found.items():
                self.stdout.write(f"{id_} {theme}: {len(puzzles)}")
                rows += [
                    json.dumps(
                        [
                            str(puzzle.position),
                            round(given_up, 2),
                            round(puzzle.value, 2),
                            puzzle.losses,
                        ],
                        separators=(",", ":"),
                    )
                    for puzzle, given_up in puzzles
                ]
        command = f"make_puzzles --games {games} --each {each} --seed {seed}"
        lines = ",\n".join(rows)
        FILE.write_text(f'{{"command": "{command}", "puzzles": [\n{lines}\n]}}\n')
