"""A push service."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from games.site.account.notifications import jobs, sending
from games.site.account.notifications.thread_shares import Lanes
from games.site.account.notifications.web_push import new_key
from tests.site.account.notifications.push_service import PushService, running_push_service


@pytest.fixture(autouse=True)
def _fresh_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No push service has failed to answer. Ids of browsers begin anew with each test."""
    monkeypatch.setattr(sending, "_lanes", Lanes())


@pytest.fixture(autouse=True)
def _push_is_on(settings: Settings) -> None:
    settings.VAPID_KEY = new_key()


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process says who is there."""
    monkeypatch.setattr(jobs, "PRESENCE_S", 0.0)


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    """A push service that the site may use."""
    with running_push_service() as running:
        settings.PUSH_HOSTS = [running.host]
        yield running
