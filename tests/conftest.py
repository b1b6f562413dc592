"""The services that tests may ask for, and what happens where one is missing."""

import os
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from django.db import connections
from django.test import TransactionTestCase

from tests.flushing import empty_databases
from tests.services import (
    Missing,
    Postgres,
    find_chromium,
    given_or_running_postgres,
    running_redis,
)

MISSING = pytest.StashKey[dict[str, str]]()


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """Tests that commit are followed by our own way to empty the database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_databases)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The database of the tests, which can go only when the rooms' threads have let go of it."""
    from games.store.database import THREADS  # noqa: PLC0415 - not before Django is set up

    yield
    all_here = threading.Barrier(THREADS._max_workers)

    def let_go() -> None:
        all_here.wait(10)
        connections.close_all()

    for each in [THREADS.submit(let_go) for _ in range(THREADS._max_workers)]:
        each.result()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a real Redis, shared by all tests: never flush it.

    A test that kills its Redis starts one of its own with `running_redis()`.
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
def chromium() -> Path:
    """The program to start as the browser."""
    return find_chromium()


def pytest_configure(config: pytest.Config) -> None:
    """Begin with nothing missing."""
    config.stash[MISSING] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Skip, or fail in CI, where a fixture found a service missing."""
    yield from missing_is_no_error(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Skip, or fail in CI, where the test itself found a service missing."""
    yield from missing_is_no_error(item)


def missing_is_no_error(item: pytest.Item) -> Generator[None, None, None]:
    """Run the step; note what it found missing."""
    try:
        yield
    except Missing as missing:
        item.config.stash[MISSING][missing.service] = missing.remedy
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """List at the end what was missing, and what to install."""
    missing = config.stash[MISSING]
    if missing:
        terminalreporter.section("missing on this machine: tests were not run", red=True)
        for service, remedy in missing.items():
            terminalreporter.line(f"{service}: {remedy}")
