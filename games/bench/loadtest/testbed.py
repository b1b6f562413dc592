"""Where a test takes place: a directory, a database, perhaps a Redis, and the servers.

Everything is on loopback, new, and gone afterwards; what is stopped is what was started, by pid.
"""

import contextlib
import importlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.bench.loadtest import processes
from games.bench.loadtest.processes import Server


@dataclass
class Stage:
    """What a test has. `postgres` and `redis` are the servers that were started for it, if any."""

    directory: Path
    env: dict[str, str]
    database: str
    cores: tuple[int, int] | None
    postgres: Any = None
    redis: Any = None
    servers: list[Server] = field(default_factory=list)

    @property
    def server_core(self) -> int | None:
        """The core that all servers share."""
        return None if self.cores is None else self.cores[0]

    @property
    def other_core(self) -> int | None:
        """The core for players and PostgreSQL."""
        return None if self.cores is None else self.cores[1]

    def add_server(self, kind: str) -> Server:
        """Start one more server of this kind and return it when it is ready."""
        log = self.directory / f"server-{len(self.servers)}.log"
        server = Server(kind, self.env, log, self.server_core)
        self.servers.append(server)
        server.start()
        return server

    def add_worker(self) -> None:
        """Start a worker, on the players' core and after everybody else there."""
        log = self.directory / "worker.log"
        worker = Server("worker", self.env, log, self.other_core)
        self.servers.append(worker)
        worker.start(wait=False)
        os.setpriority(os.PRIO_PROCESS, worker.pid, 19)

    def journal(self) -> str:
        """Return a path for the players' journal."""
        return str(self.directory / "journal.json")


def services() -> Any:
    """Return the package that starts real services, or None outside of the project's directory."""
    try:
        return importlib.import_module("tests.services")
    except ImportError:
        return None


@contextlib.contextmanager
def set_stage(
    database: str | None = None, redis: str | None = None, pinned: bool = True
) -> Iterator[Stage]:
    """Prepare everything but the servers.

    database: the address of a PostgreSQL in which a new database is made and dropped again,
    "sqlite", or None for a PostgreSQL of our own if this machine has one, else SQLite.
    redis: an address, "own" for a Redis of our own, or None for none.
    """
    with contextlib.ExitStack() as stack:
        made = stack.enter_context(tempfile.TemporaryDirectory(prefix="yacht-load-"))
        directory = Path(made)
        url, description, postgres = _database(database, stack)
        own_redis = None
        if redis == "own":
            own_redis = stack.enter_context(services().running_redis())
            redis = own_redis.url
        env = processes.environment(directory, url, redis)
        cores = processes.two_cores() if pinned else None
        stage = Stage(directory, env, description, cores, postgres, own_redis)
        if postgres is not None and stage.other_core is not None:
            processes.pin(postgres.pid, stage.other_core)
        processes.run(["manage.py", "migrate", "--verbosity", "0"], env)
        try:
            yield stage
        finally:
            for server in stage.servers:
                server.stop()


def _database(given: str | None, stack: contextlib.ExitStack) -> tuple[str | None, str, Any]:
    """Return the address (None is SQLite), its description, and the server if it is ours."""
    found = services()
    if given == "sqlite" or (given is None and found is None):
        return None, "SQLite in a temporary directory (WAL, synchronous=FULL)", None
    if given is not None:
        databases = importlib.import_module("tests.services.postgres_server").GivenPostgres(given)
        stack.callback(databases.drop_databases)
        return databases.new_database(), "a new database in the PostgreSQL given", None
    try:
        server = stack.enter_context(found.running_postgres())
    except found.Missing as missing:
        return None, f"SQLite in a temporary directory, for {missing}", None
    return server.new_database(), "PostgreSQL of our own (fsync and synchronous_commit on)", server
