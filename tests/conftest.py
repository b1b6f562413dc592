"""Services that tests may use, and what happens if one is missing."""

import os
import random
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.backends.sqlite3.creation import DatabaseCreation
from django.test import TransactionTestCase
from django.utils import translation

from tests.flushing import empty_databases
from tests.notes import note
from tests.selection import starting_processes
from tests.support.pools import close_connections
from tests.support.services import (
    MigratedPostgres,
    Missing,
    Postgres,
    find_chromium,
    given_or_running_postgres,
    migrated_sqlite,
    running_redis,
)

pytest_plugins = ["tests.fixtures"]

# Threads race on PostgreSQL only: tests/test_other_backends.py runs these.
ONLY_ON_POSTGRES = ["*/test_races.py", "*/test_loop_writer.py"]
collect_ignore_glob = [] if os.environ.get("TEST_ENVIRONMENT") == "keep" else ONLY_ON_POSTGRES


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """Empty the database after a test that commits with our own, faster function."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_databases)
        yield


@pytest.fixture(scope="session", autouse=True)
def tokens_without_words() -> Iterator[None]:
    """Make the random texts of pages, CSRF tokens and nonces, of letters that spell nothing.

    Tests search pages for what must not be there: a name of three letters is in one of some
    thousand tokens by chance.
    """

    def spelled(token: bytes) -> bytes:
        return token.hex().translate(str.maketrans("0123456789abcdef", SPELL_NOTHING)).encode()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.middleware.csrf.CSRF_ALLOWED_CHARS", SPELL_NOTHING)
        patch.setattr("csp.middleware.base64", SimpleNamespace(b64encode=spelled))
        yield


SPELL_NOTHING = "fjkqvwxzFJKQVWXZ"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A page leaves its language in the thread of the test client."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def same_dice_in_every_run(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give the games of a test the same codes and secrets, and so the same dice, in every run.

    Otherwise a result that is rare, such as a draw, would fail a test now and then.
    """
    reserve = sys.modules.get("games.record.fairness.reserve")
    if reserve is None:
        yield
        return
    # Not the path: a test that moves keeps its dice.
    chance = random.Random(f"{request.path.name} {request.node.name}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reserve, "new_secret", lambda: chance.randbytes(32))
        patch.setattr(reserve, "new_code", lambda: "".join(chance.choices(LETTERS, k=12)))
        yield


LETTERS = "abcdefghjkmnpqrstuvwxyz"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[None]:
    """Begin with a copy of a migrated SQLite database: `migrate` finds nothing left to do."""
    if connection.vendor != "sqlite":
        yield
        return
    with starting_processes():
        migrated = migrated_sqlite()
    create = vars(DatabaseCreation)["_create_test_db"]

    def create_copy(self: DatabaseCreation, *arguments: Any, **options: Any) -> str:
        name: str = create(self, *arguments, **options)
        shutil.copyfile(migrated, name)
        return name

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseCreation, "_create_test_db", create_copy)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Close the connections of the threads that read and write rooms before the database is
    deleted.
    """
    yield
    close_connections()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a real Redis, shared by all tests of this process: never flush it.

    A test that kills its Redis starts another with `running_redis()`.
    """
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        yield given
        return
    with running_redis() as server:
        yield server.url


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; `postgres.new_database()` returns the address of an empty database."""
    with given_or_running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def migrated_postgres(postgres: Postgres) -> Postgres:
    """The same PostgreSQL; `migrated_postgres.new_database()` creates one that has all tables."""
    return MigratedPostgres(postgres)


@pytest.fixture(scope="session")
def chromium() -> Path:
    return find_chromium()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Skip the test, or fail it in CI, if a fixture found a service missing."""
    yield from skip_if_missing(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Skip the test, or fail it in CI, if the test itself found a service missing."""
    yield from skip_if_missing(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    """Remove hubs that a task made while its event loop was closing.

    The views would notify them in later tests, on a closed loop. Only once they are imported: most
    tests do not need them.
    """
    yield
    registry = sys.modules.get("games.tables.live.registry")
    if registry is not None:
        registry.use_hubs(None)


def skip_if_missing(item: pytest.Item) -> Generator[None, None, None]:
    """Run one step of a test; note which service it found missing."""
    try:
        yield
    except Missing as missing:
        note(item.config, "missing", missing.service, missing.remedy)
        if os.environ.get("CI") == "true" and not missing.optional:
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))
