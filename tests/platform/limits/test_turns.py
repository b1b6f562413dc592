"""One address does one costly thing at a time, and others do not wait for it."""

import asyncio
from types import SimpleNamespace

import pytest
from pytest_django.fixtures import Settings

from games.core.protocol.errors import Refused
from games.platform.limits import fair_queue, rates, turns
from games.platform.limits.buckets import Buckets
from games.platform.limits.turns import Turns, keep_pace


@pytest.fixture(autouse=True)
def limits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of addresses apply, and nothing was counted before."""
    settings.SOCKET_RATE, settings.SOCKETS_PER_ADDRESS = 20, 200
    monkeypatch.setattr(rates, "BUCKETS", Buckets())
    monkeypatch.setattr(fair_queue, "LOAD", SimpleNamespace(is_high=False))


async def busy(queue: Turns, address: str, name: str, told: list[str]) -> None:
    async with queue.turn_of(address):
        told.append(f"{name} begins")
        for _ in range(5):
            await asyncio.sleep(0)
        told.append(f"{name} ends")


async def test_it_lets_an_address_wait_for_itself_only() -> None:
    queue, told = Turns(), list[str]()
    await asyncio.gather(
        busy(queue, "192.0.2.1", "first", told),
        busy(queue, "192.0.2.1", "second", told),
        busy(queue, "192.0.2.2", "other", told),
    )
    assert told.index("first ends") < told.index("second begins")
    assert told.index("other begins") < told.index("first ends")


async def test_it_refuses_when_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LIMITS", turns.LIMITS.__class__(9, 9, 1, 2, 5.0))
    queue, told = Turns(), list[str]()
    results = await asyncio.gather(
        *(busy(queue, "192.0.2.1", str(number), told) for number in range(4)),
        return_exceptions=True,
    )
    assert [isinstance(result, Refused) for result in results] == [False, False, False, True]


async def test_it_slows_changes_down_instead_of_refusing_them(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = {**settings.LIMITS, "change-address": (3, 30)}
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        rates.BUCKETS.clear()

    monkeypatch.setattr(turns, "sleep", sleep)
    for _ in range(3):
        await keep_pace("change-address", "192.0.2.1")
    await keep_pace("change-address", "192.0.2.2")
    assert slept == []
    await keep_pace("change-address", "192.0.2.1")
    assert slept == [pytest.approx(10, abs=1)]
