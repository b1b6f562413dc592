"""The time of live rooms, as a test wants it."""

import time
from types import SimpleNamespace

import pytest

from games.live import room as hub_room


class Clock:
    """The monotonic clock of rooms; `ahead` is by how many seconds it runs fast."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        ours = SimpleNamespace(
            monotonic=lambda: time.monotonic() + self.ahead, time_ns=time.time_ns
        )
        monkeypatch.setattr(hub_room, "time", ours)
