"""A lobby that refreshes often."""

import pytest

from games.tables.live import lobby as hub_lobby


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody hints at is seen soon."""
    monkeypatch.setattr(hub_lobby, "EVERY_S", 0.1)
    monkeypatch.setattr(hub_lobby, "GATHER_S", 0.01)
