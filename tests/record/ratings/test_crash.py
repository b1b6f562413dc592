"""Workers are killed in the middle of counting, and count side by side: every result counts once.

On a real PostgreSQL, in processes of their own, killed by kill -9 at random moments.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Mapping

import psycopg
import pytest

from tests.environment import ROOT
from tests.examples import times
from tests.support.services import Postgres, run_python
from tests.support.services.postgres_server import libpq_url

pytestmark = pytest.mark.chaos

GAMES = 60
KILLS = times(6)
WORKERS = 3


@pytest.fixture
def server(migrated_postgres: Postgres) -> dict[str, str]:
    """The environment of a site with games that are over and not counted."""
    env = {**os.environ, "DATABASE_URL": migrated_postgres.new_database()}
    run_python(["-m", "tests.record.ratings.counting", "prepare", str(GAMES)], env)
    return env


def start_workers(env: Mapping[str, str], count: int) -> list[subprocess.Popen[str]]:
    """Start workers; return when they begin to count, all at once."""
    command = [sys.executable, "-m", "tests.record.ratings.counting"]
    pipe = subprocess.PIPE
    workers = [
        subprocess.Popen(command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, text=True)
        for _ in range(count)
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    return workers


def query(env: Mapping[str, str], sql: str) -> list[tuple[int, ...]]:
    with psycopg.connect(libpq_url(env["DATABASE_URL"])) as connection:
        return connection.execute(sql).fetchall()


def check_that_each_counted_once(env: Mapping[str, str]) -> None:
    """Numbers without gap or twin, as many games in the records as cards, the very ratings, and no
    damage.
    """
    numbers = query(env, "SELECT result_number FROM games_game ORDER BY result_number")
    assert numbers == [(number,) for number in range(1, GAMES + 1)]
    (cards,) = query(env, "SELECT count(*) FROM games_scorecard")
    assert query(env, "SELECT sum(games) FROM games_rating") == [cards]
    (wins,) = query(env, "SELECT sum(wins) FROM games_rating")
    assert query(env, "SELECT sum(wins) FROM games_tally") == [wins]
    assert f"{GAMES} results, all as stored" in run_python(
        ["manage.py", "recompute_ratings", "--check"], env
    )
    assert f"{GAMES} games agree" in run_python(["manage.py", "verifylog"], env)


def test_it_counts_each_once_though_workers_are_killed_in_the_middle(
    server: dict[str, str],
) -> None:
    rng = random.Random(11)
    told: list[str] = []
    for _ in range(KILLS):
        (worker,) = start_workers(server, 1)
        time.sleep(rng.uniform(0, 0.15))
        worker.kill()
        told += worker.communicate()[0].split()
    (left,) = query(server, "SELECT count(*) FROM games_game WHERE result_at IS NULL")
    print(f"{KILLS} workers were killed; {len(told)} results told, {left[0]} left")
    (worker,) = start_workers(server, 1)
    told += worker.communicate()[0].split()
    # A worker killed after a commit, but before it reported it, has counted the result.
    assert len(told) == len(set(told)) <= GAMES
    check_that_each_counted_once(server)


def test_it_counts_each_once_though_workers_count_side_by_side(server: dict[str, str]) -> None:
    workers = start_workers(server, WORKERS)
    told = [worker.communicate()[0].split() for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * WORKERS
    counted = sorted((int(game),) for games in told for game in games)
    assert counted == query(server, "SELECT id FROM games_game ORDER BY id")
    assert sum(map(bool, told)) > 1, "only one of them came to anything"
    check_that_each_counted_once(server)
