"""Simulate what a typical player scores, for the verdict on games with real dice.

Writes percentiles of the totals of every official game and joker rule to
games/site/study/real_dice/typical.json.
"""

import json
from argparse import ArgumentParser, Namespace

from games.core.bots.figures import temperature
from games.core.bots.personalities import PERSONALITIES
from games.core.rules import VARIANTS
from games.core.solver import is_exact
from games.core.solver.score_figures import key_of
from games.site.study.real_dice.verdict import FILE, PERCENTILES, TYPICAL
from workshop.make.programs.statistics import with_switches

TAKES = "Minutes of a core; with Triple Yahtzee an hour."
CHEAP = ("--variant", "yacht", "--variant", "yahtzee", "--variant", "yatzy")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--variant", choices=list(VARIANTS), action="append")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    # Importing them compiles code, which takes seconds.
    import numpy as np  # noqa: PLC0415

    from workshop.make.bots.ladder import play_games  # noqa: PLC0415

    stored = json.loads(FILE.read_text()) if FILE.exists() else {}
    for id_ in options.variant or VARIANTS:
        for variant in with_switches(id_):
            games = options.games if is_exact(variant) else options.games // 20
            heat = temperature(TYPICAL, id_)
            totals = play_games(variant, PERSONALITIES[TYPICAL], heat, games, options.seed).totals
            shares = np.linspace(0, 1, PERCENTILES)
            stored[key_of(variant)] = {
                "command": f"script/make typical --variant {id_} --games {options.games}",
                "games": games,
                "mean": round(float(totals.mean()), 2),
                "percentiles": [int(each) for each in np.quantile(totals, shares, method="lower")],
            }
            FILE.write_text(json.dumps(stored, separators=(",", ":")) + "\n")
            print(f"{key_of(variant)}: {totals.mean():.2f}")
