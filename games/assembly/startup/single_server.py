"""One server at a time uses a SQLite database."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from games.assembly.startup.looking import NotStartable, sqlite_file

FILE = "server.lock"
"""Beside the database. Its lock ends with the process that holds it, however that ends."""


@contextmanager
def only_server() -> Iterator[None]:
    """Keep a second server from the same SQLite database during the block; do nothing with
    PostgreSQL, where servers know of each other. Raises NotStartable.
    """
    database = sqlite_file()
    if database is None:
        yield
        return
    path = database.resolve().with_name(FILE)
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise NotStartable(
            f"Another server uses {database}. Stop it first; several servers need"
            " PostgreSQL (docs/deployment.md)."
        ) from error
    else:
        yield
    finally:
        os.close(descriptor)
