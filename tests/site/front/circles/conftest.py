"""A receiver of a circle's news."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from games.site.front.circles import hook_sending
from games.site.front.circles.hook_sending import Lanes
from tests.site.front.circles.hooked import Receiver, running_receiver


@pytest.fixture(autouse=True)
def _fresh_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is being posted. Ids begin again with each test."""
    monkeypatch.setattr(hook_sending, "_lanes", Lanes())


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A receiver to which the site may post."""
    with running_receiver() as running:
        settings.HOOK_HOSTS = [running.host]
        yield running
