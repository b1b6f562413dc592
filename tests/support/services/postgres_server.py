"""A real PostgreSQL on a free loopback port, or databases on one that is given.

fsync stays on: what a test finds after kill -9 is what a player would find.
"""

import contextlib
import os
import secrets
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.support.services.postgres_binaries import Account, find_postgres, unprivileged_account
from tests.support.services.processes import free_port, start_child, stop_child, tail, wait_until

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "fsync": "on",
    "synchronous_commit": "on",
    "timezone": "UTC",
}
# For tests of behaviour, not of what survives a crash: twice as fast.
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Postgres(Protocol):
    """A server that gives databases to tests."""

    def new_database(self, template: str | None = None) -> str:
        """Create a database and return its address, fit for DATABASE_URL.

        It is empty, or a copy of the one at the address `template`, which nobody may be using.
        """


class GivenPostgres:
    """A PostgreSQL that already runs: databases are created on it, and dropped at the end.

    The account in `url` must be allowed to create databases. The database in `url` is not touched.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._made: list[str] = []

    def new_database(self, template: str | None = None) -> str:
        """Create a database, empty or a copy, and return its address, fit for DATABASE_URL."""
        name = f"yacht_test_{secrets.token_hex(6)}"
        source = urlsplit(template).path.removeprefix("/") if template else "template1"
        command = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self._run(command.format(sql.Identifier(name), sql.Identifier(source)))
        self._made.append(name)
        return urlunsplit(urlsplit(self._url)._replace(path=f"/{name}"))

    def drop_databases(self) -> None:
        """Drop every database created here, and close all connections to it."""
        while self._made:
            name = sql.Identifier(self._made.pop())
            self._run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))

    def _run(self, statement: sql.Composed) -> None:
        with psycopg.connect(libpq_url(self._url), autocommit=True) as connection:
            connection.execute(statement)


def libpq_url(url: str) -> str:
    """Return the address with the scheme that libpq knows; Django accepts more spellings."""
    return urlunsplit(urlsplit(url)._replace(scheme="postgresql"))


class PostgresServer:
    """One PostgreSQL process with its own data directory.

    `url` is the address of an empty database that always exists; `new_database()` creates more.
    """

    def __init__(
        self, binaries: Path, directory: Path, account: Account | None, durable: bool
    ) -> None:
        self._binaries = binaries
        self._settings = SETTINGS if durable else {**SETTINGS, **FORGETFUL}
        self._directory = directory
        self._account = account
        self._log = directory / "postgres.log"
        self.port = free_port()
        self._initialise()
        self._child = self._start()
        self._databases = GivenPostgres(self.url)

    @property
    def url(self) -> str:
        """The address of the database `postgres`, for a superuser without a password."""
        return f"postgres://yacht@127.0.0.1:{self.port}/postgres"

    @property
    def pid(self) -> int:
        """The process id of the current server, or of the last one."""
        return self._child.pid

    def new_database(self, template: str | None = None) -> str:
        """Create a database, empty or a copy, and return its address, fit for DATABASE_URL."""
        return self._databases.new_database(template)

    def kill(self) -> None:
        """Kill -9 the server; its children notice and exit."""
        self._child.kill()
        self._child.wait()

    def restart(self) -> None:
        """Kill it if it runs, and start it again on the same port and data."""
        self.kill()
        self._child = self._start()

    def stop(self) -> None:
        """Stop it in order, although clients are still connected (a "fast" shutdown)."""
        stop_child(self._child, signal.SIGINT)

    def _initialise(self) -> None:
        data = self._directory / "data"
        data.mkdir(mode=0o700)
        if self._account is not None:
            os.chown(data, self._account.uid, self._account.gid)
        options = "--username=yacht --auth=trust --encoding=UTF8 --locale=C --no-sync"
        self._run([self._binaries / "initdb", f"--pgdata={data}", *options.split(" ")])

    def _run(self, command: list[str | Path]) -> None:
        child = self._start_child(command)
        if child.wait(120):
            raise RuntimeError(f"{command[0]} failed:\n{tail(self._log)}")

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the server; try again while children of a killed one still hold its memory."""
        data = self._directory / "data"
        own = {"port": str(self.port), "unix_socket_directories": str(data)}
        settings = {**self._settings, **own}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        for _ in range(50):
            child = self._start_child([self._binaries / "postgres", "-D", data, *options])
            if wait_until(self._answers, child, self._log):
                return child
            if "still in use" not in tail(self._log, 5):
                break
        raise RuntimeError(f"PostgreSQL ended at once:\n{tail(self._log)}")

    def _start_child(self, command: list[str | Path]) -> subprocess.Popen[bytes]:
        account = self._account
        return start_child(
            command,
            log=self._log,
            cwd=self._directory / "data",
            env={name: value for name, value in os.environ.items() if not name.startswith("PG")},
            user=account.uid if account else None,
            group=account.gid if account else None,
            on_parent_death=signal.SIGINT,
        )

    def _answers(self) -> bool:
        """Return whether *our* server accepts connections: its data directory is ours."""
        try:
            with psycopg.connect(libpq_url(self.url), connect_timeout=5) as connection:
                row = connection.execute("SHOW data_directory").fetchone()
        except psycopg.OperationalError:
            return False
        return row == (str(self._directory / "data"),)


@contextlib.contextmanager
def running_postgres(durable: bool = True) -> Iterator[PostgresServer]:
    """Start a PostgreSQL, whatever DATABASE_URL says, and stop it afterwards.

    Unless `durable`, it may lose commits when the machine crashes. As root it runs as another
    user, because PostgreSQL refuses to run as root. Raises Missing if this machine has none.
    """
    account = unprivileged_account() if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="yacht-postgres-", dir=parent_directory()) as made:
        directory = Path(made)
        directory.chmod(0o755)
        server = PostgresServer(find_postgres(account, directory), directory, account, durable)
        try:
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def given_or_running_postgres(durable: bool = True) -> Iterator[Postgres]:
    """Use the PostgreSQL of TEST_DATABASE_URL, or else start one as `running_postgres` does."""
    given = os.environ.get("TEST_DATABASE_URL")
    if not given:
        with running_postgres(durable) as server:
            yield server
        return
    databases = GivenPostgres(given)
    try:
        yield databases
    finally:
        databases.drop_databases()


def parent_directory() -> str | None:
    """Return where the data goes. For root not TMPDIR, which others may not be able to read."""
    return "/tmp" if os.geteuid() == 0 else None
