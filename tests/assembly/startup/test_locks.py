"""PostgreSQL is updated while servers of the release before this one use it."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from tests.environment import ROOT
from tests.support.services import Postgres
from tests.support.services.postgres_server import libpq_url
from tests.system.migrations.database import OldSite, old_site

pytestmark = pytest.mark.process

WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND datname = current_database()"
)
PATIENCE_S = 60.0
LONGER_THAN_A_LOOK_S = 1.5
"""After a second, PostgreSQL looks for a deadlock."""


@pytest.fixture
def site(postgres: Postgres, tmp_path: Path) -> Iterator[OldSite]:
    with old_site(tmp_path, postgres) as site:
        yield site


def test_players_who_have_one_table_get_the_others(site: OldSite) -> None:
    """A transaction has a table that migrations change late, and asks for one that they change
    early while the update waits.
    """
    url = libpq_url(site.environment["DATABASE_URL"])
    command = [sys.executable, "manage.py", "prepare"]
    with psycopg.connect(url) as player:
        player.execute("UPDATE games_realdicegame SET code = code WHERE false")
        update = subprocess.Popen(
            command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True
        )
        deadline = time.monotonic() + PATIENCE_S
        while site.query(WAITING) == [(0,)]:
            assert time.monotonic() < deadline
            assert update.poll() is None
        time.sleep(LONGER_THAN_A_LOOK_S)
        player.execute("UPDATE games_user SET name = name WHERE false")
        player.commit()
        said, _ = update.communicate(timeout=PATIENCE_S)
    assert update.returncode == 0
    assert "The tables are those of this release." in said


def test_a_server_of_the_old_release_goes_on_with_its_prepared_queries(site: OldSite) -> None:
    """PostgreSQL refuses them, as long as the connection lives, if the type of a column changes."""
    query = "SELECT id, variant FROM games_tournament WHERE id > %s"
    with ConnectionPool(
        libpq_url(site.environment["DATABASE_URL"]),
        min_size=1,
        max_size=1,
        kwargs={"autocommit": True, "prepare_threshold": 0},
        check=ConnectionPool.check_connection,
        open=True,
    ) as pool:
        for update in (False, True):
            if update:
                site.manage("prepare")
            with pool.connection() as connection:
                assert connection.execute(query, [0]).fetchall()
