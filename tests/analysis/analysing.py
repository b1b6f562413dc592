"""A worker of its own that analyses, and stops where a test wants it: to be killed or to go on.

Run as `python -m tests.analysis.analysing` with the environment of a server: `prepare GAMES` plays
that many games, each of two people who play no other; `analyse GAME MOMENT` analyses one.
"""

import os
import sys
from typing import Any
from unittest.mock import patch

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")

# After which statement of the transaction to stop.
STATEMENTS = {
    "claimed": 'UPDATE "games_game"',
    "rows written": 'INSERT INTO "games_seatanalysis"',
    "index written": 'INSERT INTO "games_skill"',
}
COMPUTED = "computed"
"""Before the transaction: all is known and nothing stored."""
MOMENTS = (COMPUTED, *STATEMENTS)


def prepare(count: int) -> None:
    """Play so many games; print their numbers."""
    from tests.ratings.games import finished_game  # noqa: PLC0415 - after django.setup
    from tests.support.people import account  # noqa: PLC0415 - after django.setup

    for seed in range(count):
        people = (account(f"Sailor {seed}"), account(f"Pilot {seed}"))
        print(finished_game(*people, seed=seed).pk)


def analyse(game_id: int, moment: str) -> None:
    """Analyse a game; tell whether this process did it."""
    from django.db import connection  # noqa: PLC0415 - after django.setup

    from games.analysis import game_analysis  # noqa: PLC0415

    def stop_after(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith(STATEMENTS[moment]):
            stop(moment)
        return result

    def stop_before(*arguments: Any) -> bool:
        stop(moment)
        return store(*arguments)

    store = game_analysis._store
    if moment == COMPUTED:
        patch.object(game_analysis, "_store", stop_before).start()
    else:
        connection.execute_wrappers.append(stop_after)
    print("analysed" if game_analysis.analyse_game(game_id) else "found it done", flush=True)


def stop(moment: str) -> None:
    """Tell where this process is, and wait until it may go on."""
    print(moment, flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "prepare":
        prepare(int(sys.argv[2]))
    else:
        analyse(int(sys.argv[2]), sys.argv[3])
