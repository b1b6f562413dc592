"""Live tournaments that are read often."""

import pytest

from games.tables.live import tournaments as live_tournaments


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process has changed is seen soon."""
    monkeypatch.setattr(live_tournaments, "EVERY_S", 0.1)
    monkeypatch.setattr(live_tournaments, "GATHER_S", 0.01)
