"""The health checks: alive and ready."""

import logging
import shutil
import threading
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from django.db import OperationalError
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.core.engine import Roll, decide_and_evolve
from games.models import User
from games.platform.clock import now_ms
from games.platform.database import bulk
from games.platform.database.outages import WRITES
from games.platform.server import health
from games.platform.server.lifespan import lifespan
from games.record.log.batches import StoreUnavailable, entry_of, write
from games.record.log.loading import load_game
from tests.support.clock import FakeClock
from tests.support.people import begun, open_room

pytestmark = [
    pytest.mark.registered,
    pytest.mark.logs_errors(
        "games.platform.server.health", "django.request: Service Unavailable: /readyz"
    ),
]


@pytest.fixture(autouse=True)
def no_refusals() -> Iterator[None]:
    """Forget what became of moves of other tests, and of these."""
    WRITES.refused_at = None
    yield
    WRITES.refused_at = None


def test_it_is_alive_without_a_database(
    outsider: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = outsider.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_it_is_not_ready_without_its_database(
    outsider: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise OperationalError("connection to db.internal failed")

    monkeypatch.setitem(health.PROBES, "database", health.Probe(broken))
    with caplog.at_level(logging.ERROR):
        answer = outsider.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "down"
    assert "db.internal" not in answer.content.decode()
    assert "db.internal" in caplog.text


def test_it_is_not_ready_while_its_database_does_not_answer(
    outsider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()
    asked = []

    def hang() -> str:
        asked.append(1)
        answered.wait(30)
        return "ok"

    monkeypatch.setitem(health.PROBES, "database", health.Probe(hang))
    monkeypatch.setattr(health, "TIMEOUT_S", 0.1)
    for _ in range(3):
        answer = outsider.get("/readyz")
        assert (answer.status_code, answer.json()["database"]) == (503, "down")
    # One thread hangs, however often somebody asks.
    assert len(asked) == 1
    monkeypatch.setattr(health, "TIMEOUT_S", 30.0)
    answered.set()
    assert outsider.get("/readyz").status_code == 200


def test_it_is_not_ready_before_the_migrations(
    outsider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [("games.0002", False)]
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *args: waiting)
    answer = outsider.get("/readyz")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "waiting")


def test_it_is_not_ready_when_its_disk_is_full(
    outsider: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = shutil.disk_usage(settings.DATA_DIR).free
    monkeypatch.setattr(health, "MIN_FREE_BYTES", 2 * free)
    answer = outsider.get("/readyz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "full")


@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_while_its_database_refuses_moves(
    outsider: Client, clock: FakeClock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load_game(begun(open_room(alice), alice).pk)
    events, after = decide_and_evolve(loaded.state, 0, Roll(1, 0), loaded.dice, now_ms())
    with monkeypatch.context() as patch:
        full = OperationalError("database or disk is full")
        patch.setattr(bulk, "run_guarded", Mock(side_effect=full))
        assert isinstance(write([entry_of(loaded, events, after)])[0], StoreUnavailable)
        answer = outsider.get("/readyz")
        assert (answer.status_code, answer.json()["database"]) == (503, "refuses writes")
    assert write([entry_of(loaded, events, after)]) == [None]
    assert outsider.get("/readyz").status_code == 200


def test_it_asks_redis_where_there_is_one(
    outsider: Client, settings: Settings, redis_url: str
) -> None:
    settings.REDIS_URL = redis_url
    answer = outsider.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (200, "ok")


def test_it_is_not_ready_without_its_redis(outsider: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = outsider.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (503, "down")


def test_it_is_not_ready_while_it_drains(outsider: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifespan, "draining", True)
    answer = outsider.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["server"] == "draining"
