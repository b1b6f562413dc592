"""The time of day, set by a test."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from games.live import room as hub_room
from games.worker import cleanup, deadlines
from tests.support.people import START


class Clock:
    """Stands still at `now` (ms since 1970), for rooms and worker alike."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        monkeypatch.setattr(hub_room, "now_ms", lambda: self.now)
        monkeypatch.setattr(deadlines, "now_ms", lambda: self.now)
        for module in (deadlines, cleanup):
            monkeypatch.setattr(module, "timezone", SimpleNamespace(now=lambda: self.today))

    @property
    def today(self) -> datetime:
        """The time as Django has it."""
        return datetime.fromtimestamp(self.now / 1000, UTC)

    def at(self, now: int) -> None:
        """Set the time."""
        self.now = now
