"""Make the puzzles of a new site from mistakes of bots.

Plays games of weaker bots, and writes some of their mistakes to
games/site/events/puzzles/seed.json.
"""

import json
from argparse import ArgumentParser, Namespace

from games.core.rules import VARIANTS
from games.site.events.puzzles.collecting import EXACT
from games.site.events.puzzles.storing import FILE
from workshop.make.bot_mistakes import find_mistakes

TAKES = "Half a minute."
CHEAP = ("--games", "600", "--each", "20")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=400, help="of each variant and bot")
    parser.add_argument("--each", type=int, default=14, help="puzzles of a variant and theme")
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    games, each, seed = options.games, options.each, options.seed
    rows = []
    for id_ in EXACT:
        found = find_mistakes(VARIANTS[id_], games, each, seed)
        for theme, puzzles in found.items():
            print(f"{id_} {theme}: {len(puzzles)}")
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
    command = f"script/make puzzles --games {games} --each {each} --seed {seed}"
    lines = ",\n".join(rows)
    FILE.write_text(f'{{"command": "{command}", "puzzles": [\n{lines}\n]}}\n')
