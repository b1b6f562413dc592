"""The answer and the log line when a command fails through no fault of the client."""

import logging

import pytest
from django.db import InterfaceError, OperationalError

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from games.tables.rooms import seating
from tests.support.client import visit
from tests.support.people import seated


def fail_with(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail instead of freeing a seat."""

    def fail(*args: object) -> None:
        raise error

    monkeypatch.setattr(seating, "stand", fail)


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed")], ids=repr)
async def test_it_asks_to_try_again_while_the_database_is_away(
    hubs: Hubs,
    alice: User,
    bob: User,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    client = await visit(await in_database(lambda: seated(alice, bob)), bob)
    with monkeypatch.context() as patch:
        fail_with(error, patch)
        assert (await client.ask("stand"))["code"] == "busy"
    (record,) = [each for each in caplog.records if each.name.startswith("games.tables.sockets")]
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert (await client.ask("stand"))["type"] == "ack"


@pytest.mark.logs_errors("games.tables.sockets.connection")
async def test_it_names_the_incident_that_the_log_explains(
    hubs: Hubs,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = await visit(await in_database(lambda: seated(alice, bob)), bob)
    with monkeypatch.context() as patch:
        fail_with(ZeroDivisionError(), patch)
        answer = await client.ask("stand")
    assert answer["code"] == "server_error"
    (record,) = [each for each in caplog.records if each.exc_info]
    incident = record.args[0] if isinstance(record.args, tuple) else ""
    assert incident
    assert f"incident {incident}" in answer["message"]
    assert (await client.ask("stand"))["type"] == "ack"
