"""A worker process that counts results until it is killed, or none are left.

Run as `python -m tests.record.ratings.counting` with the environment of a server; it begins when a
line comes. `prepare GAMES` plays that many games instead, without counting them.
"""

import os
import random
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")


def prepare(count: int) -> None:
    """Play `count` games of two or three of six people, most of them casual."""
    from tests.record.ratings.games import finished_game  # noqa: PLC0415 - after django.setup
    from tests.support.people import account  # noqa: PLC0415 - after django.setup

    rng = random.Random(5)
    people = [account(f"Sailor {number}") for number in range(6)]
    for seed in range(count):
        seated = rng.sample(people, rng.choice((2, 2, 3)))
        finished_game(*seated, seed=seed, rated=rng.random() < 0.3)


def count() -> None:
    """Count as the worker does, once told to; print the games that this process has counted."""
    from games.tables.live.results import count_finished_games, games_to_count  # noqa: PLC0415

    print("ready", flush=True)
    sys.stdin.readline()
    while games_to_count():
        for game_id in count_finished_games():
            print(game_id, flush=True)


if __name__ == "__main__":
    django.setup()
    if sys.argv[1:2] == ["prepare"]:
        prepare(int(sys.argv[2]))
    else:
        count()
