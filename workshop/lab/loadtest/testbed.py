"""The environment of a test: a temporary directory, a database, perhaps Redis, and the servers.

Everything is new, listens on loopback, and is removed afterwards. Only processes that were started
here are stopped.
"""

import contextlib
import importlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workshop.lab.loadtest import processes
from workshop.lab.loadtest.processes import Server


@dataclass
class Testbed:
    """What a test runs on.

    cores: the core of the servers and the core of everything else; None leaves it to the system.
    postgres, redis: the servers that were started for the test, None if there are none.
    """

    directory: Path
    env: dict[str, str]
    database: str
    cores: tuple[int, int] | None
    postgres: Any = None
    redis: Any = None
    servers: list[Server] = field(default_factory=list)

    @property
    def server_core(self) -> int | None:
        """The core of all servers."""
        return None if self.cores is None else self.cores[0]

    @property
    def other_core(self) -> int | None:
        """The core of the generator and PostgreSQL."""
        return None if self.cores is None else self.cores[1]

    def add_server(self, kind: str, wait: bool = True, **variables: str) -> Server:
        """Start another server of this kind, with these variables of the environment too, and wait
        until it accepts connections.
        """
        log = self.directory / f"server-{len(self.servers)}.log"
        server = Server(kind, {**self.env, **variables}, log, self.server_core)
        self.servers.append(server)
        server.start(wait)
        return server

    def add_worker(self, priority: int = 19) -> Server:
        """Start a worker on the other core, by default with the lowest priority."""
        log = self.directory / "worker.log"
        worker = Server("worker", self.env, log, self.other_core)
        self.servers.append(worker)
        worker.start(wait=False)
        os.setpriority(os.PRIO_PROCESS, worker.pid, priority)
        return worker

    def journal(self) -> str:
        return str(self.directory / "journal.json")


def services() -> Any:
    """Return the package of the tests that starts real services. Raises RuntimeError without it."""
    try:
        return importlib.import_module("tests.support.services")
    except ImportError as error:
        raise RuntimeError(
            "This needs the tests of the project and their packages: run script/setup --dev."
        ) from error


@contextlib.contextmanager
def open_testbed(
    database: str | None = None, redis: str | None = None, pinned: bool = True
) -> Iterator[Testbed]:
    """Prepare everything except the servers. Raises RuntimeError.

    database: the URL of a PostgreSQL in which a database is created and dropped; "sqlite"; or None
    to start a PostgreSQL, or use SQLite where there is none to start.
    redis: a URL, "own" to start one, or None to do without.
    """
    with contextlib.ExitStack() as stack:
        path = stack.enter_context(tempfile.TemporaryDirectory(prefix="yacht-load-"))
        directory = Path(path)
        url, description, postgres = _database(database, stack)
        own_redis = None
        if redis == "own":
            own_redis = stack.enter_context(services().running_redis())
            redis = own_redis.url
        env = processes.environment(directory, url, redis)
        cores = processes.two_cores() if pinned else None
        testbed = Testbed(directory, env, description, cores, postgres, own_redis)
        if postgres is not None and testbed.other_core is not None:
            processes.pin(postgres.pid, testbed.other_core)
        processes.run(["manage.py", "migrate", "--verbosity", "0"], env)
        try:
            yield testbed
        finally:
            for server in testbed.servers:
                server.stop()


def _database(given: str | None, stack: contextlib.ExitStack) -> tuple[str | None, str, Any]:
    """Return the URL (None is SQLite), a description, and the server if it was started here."""
    if given == "sqlite":
        return None, "SQLite in a temporary directory (WAL, synchronous=FULL)", None
    if given is not None:
        services()
        databases = importlib.import_module("tests.support.services.postgres_server").GivenPostgres(
            given
        )
        stack.callback(databases.drop_databases)
        return databases.new_database(), "a new database in the given PostgreSQL", None
    found = services()
    try:
        server = stack.enter_context(found.running_postgres())
    except found.Missing as missing:
        return None, f"SQLite in a temporary directory, for {missing}", None
    return (
        server.new_database(),
        "a PostgreSQL started for the test (fsync and synchronous_commit on)",
        server,
    )
