"""A worker of its own that counts results until it is killed, or there are none left.

Run as `python -m tests.results.counting` with the environment of a server; `prepare GAMES` plays
that many games first, without counting them.
"""

import itertools
import os
import random
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")


def prepare(count: int) -> None:
    """Play so many games of two or three people out of six; all but a few are rated."""
    from tests.results.games import account, finished_game  # noqa: PLC0415 - after django.setup

    rng = random.Random(5)
    people = [account(f"Sailor {number}") for number in range(6)]
    for seed in range(count):
        seated = rng.sample(people, rng.choice((2, 2, 3)))
        finished_game(*seated, seed=seed, rated=rng.random() < 0.8)


def count() -> None:
    """Count, one after the other; print each game that this process has counted."""
    from games.results import count_result, uncounted_games  # noqa: PLC0415 - after django.setup

    print("ready", flush=True)
    for game_id in itertools.chain.from_iterable(iter(uncounted_games, [])):
        if count_result(game_id):
            print(game_id, flush=True)


if __name__ == "__main__":
    django.setup()
    if sys.argv[1:2] == ["prepare"]:
        prepare(int(sys.argv[2]))
    else:
        count()
