"""Workers are killed in the middle of analysing, and analyse the same game: it is stored once.

On a real PostgreSQL, in processes of their own, killed by kill -9.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from games.analysis.game_analysis import VERSION
from tests.analysis.analysing import COMPUTED, MOMENTS
from tests.services import Postgres, run_python
from tests.services.postgres_server import libpq_url

pytestmark = pytest.mark.chaos

ROOT = Path(__file__).resolve().parent.parent.parent
MODULE = "tests.analysis.analysing"


class Site:
    """A database with games that are over and not analysed, and the workers on it."""

    def __init__(self, env: Mapping[str, str], games: list[str]) -> None:
        self.env = env
        self.games = games
        self.workers: list[subprocess.Popen[str]] = []

    def start(self, game: str, moment: str) -> subprocess.Popen[str]:
        """Start a worker that analyses a game, and stops at a moment on its way."""
        worker = subprocess.Popen(
            [sys.executable, "-m", MODULE, "analyse", game, moment],
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.workers.append(worker)
        return worker

    def query(self, sql: str) -> list[tuple[int, ...]]:
        with psycopg.connect(libpq_url(self.env["DATABASE_URL"])) as connection:
            return connection.execute(sql).fetchall()

    def stored(self, game: str) -> tuple[int, int, int]:
        """Return the version of a game's analysis, its rows, and the indexes of its players."""
        (version,) = self.query(f"SELECT analysed FROM games_game WHERE id = {game}")
        (rows,) = self.query(f"SELECT count(*) FROM games_seatanalysis WHERE game_id = {game}")
        (indexes,) = self.query(
            "SELECT count(*) FROM games_skill JOIN games_scorecard USING (player_id)"
            f" WHERE game_id = {game}"
        )
        return version[0], rows[0], indexes[0]


@pytest.fixture
def site(migrated_postgres: Postgres) -> Iterator[Site]:
    env = {**os.environ, "DATABASE_URL": migrated_postgres.new_database()}
    site = Site(env, run_python(["-m", MODULE, "prepare", str(len(MOMENTS))], env).split())
    yield site
    for worker in site.workers:
        worker.kill()
        worker.communicate()
    assert f"{len(MOMENTS)} games agree" in run_python(["manage.py", "verifylog"], env)


def line(worker: subprocess.Popen[str]) -> str:
    """Return what a worker tells next."""
    assert worker.stdout is not None
    return worker.stdout.readline().strip()


def go_on(worker: subprocess.Popen[str]) -> None:
    assert worker.stdin is not None
    print(file=worker.stdin, flush=True)


NOTHING, ALL = (0, 0, 0), (VERSION, 2, 2)


def test_it_stores_all_or_nothing_wherever_a_worker_is_killed(site: Site) -> None:
    stopped = zip(site.games, MOMENTS, strict=True)
    workers = [site.start(game, moment) for game, moment in stopped]
    assert [line(worker) for worker in workers] == list(MOMENTS)
    for worker in workers:
        worker.kill()
        assert worker.communicate()[0] == ""
    assert [site.stored(game) for game in site.games] == [NOTHING] * len(MOMENTS)
    assert f"{len(MOMENTS)} games analysed" in run_python(["manage.py", "analyse"], site.env)
    assert [site.stored(game) for game in site.games] == [ALL] * len(MOMENTS)


def test_it_stores_once_what_two_workers_have_computed(site: Site) -> None:
    game = site.games[0]
    workers = [site.start(game, COMPUTED) for _ in range(2)]
    assert [line(worker) for worker in workers] == [COMPUTED] * 2
    for worker in workers:
        go_on(worker)
    assert sorted(line(worker) for worker in workers) == ["analysed", "found it done"]
    assert site.stored(game) == ALL


def test_it_takes_over_from_one_that_is_killed_while_another_waits_for_it(site: Site) -> None:
    game = site.games[0]
    first, second = site.start(game, "index written"), site.start(game, COMPUTED)
    assert (line(first), line(second)) == ("index written", COMPUTED)
    go_on(second)
    while not site.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
        assert second.poll() is None
    first.kill()
    assert line(second) == "analysed"
    assert site.stored(game) == ALL
