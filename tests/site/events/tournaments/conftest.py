"""Live tournaments that are read often."""

import pytest

from games.tables.live import polling


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process has changed is seen soon."""
    monkeypatch.setattr(polling, "EVERY_S", 0.1)
    monkeypatch.setattr(polling, "GATHER_S", 0.01)
