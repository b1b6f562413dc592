"""What is counted where something waits, is refused or fails."""

import asyncio
from time import monotonic

import pytest

from games.platform import metrics
from games.platform.jobs.job import Job
from games.platform.jobs.runner import measured
from games.platform.limits.fair_queue import FairQueue, Limits
from games.platform.server.clients import ServerCounts
from games.tables.live.bus import Bus
from games.tables.live.process_hints import RoomAdvanced
from tests.tables.sockets.layers import DeadLayer

ONE = Limits(running=1, waiting=1, running_each=1, waiting_each=1, seconds=5)


async def test_it_measures_how_long_a_request_waits_for_its_place() -> None:
    queue = FairQueue(ONE, "test-waits")
    assert queue.enters_at_once("alice")
    waiting = asyncio.create_task(queue.wait("bob"))
    await asyncio.sleep(0)
    began = monotonic()
    await asyncio.sleep(0.02)
    waited = monotonic() - began
    assert metrics.WAITS.count("test-waits") == 0
    queue.leave("alice")
    await waiting
    assert metrics.WAITS.count("test-waits") == 1
    assert waited <= metrics.WAITS.series()["test-waits"].sum < waited + 5


def test_it_counts_floods_and_refused_connections_by_reason() -> None:
    counts = ServerCounts()
    floods = metrics.FLOODS.value("too many frames")
    refused = metrics.CONNECTIONS_REFUSED.value("address")
    counts.flood("too many frames")
    counts.refuse("address")
    assert counts.as_json()["floods"] == {"too many frames": 1}
    assert counts.as_json()["refused"] == {"address": 1}
    assert metrics.FLOODS.value("too many frames") == floods + 1
    assert metrics.CONNECTIONS_REFUSED.value("address") == refused + 1


async def test_it_counts_what_a_sweep_did() -> None:
    async def sweep() -> int:
        return 3

    assert await measured(Job(name="test-sweep", run=sweep)) == 3
    assert metrics.SWEEPS.count("test-sweep") == 1
    assert metrics.SWEPT.value("test-sweep") == 3


async def test_it_counts_a_sweep_that_fails() -> None:
    async def sweep() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await measured(Job(name="test-failure", run=sweep))
    assert metrics.SWEEP_FAILURES.value("test-failure") == 1
    assert metrics.SWEEPS.count("test-failure") == 0


async def test_it_counts_hints_that_redis_does_not_take() -> None:
    dropped, failures = metrics.HINTS_DROPPED.value(), metrics.LAYER_FAILURES.value()
    bus = Bus(DeadLayer(), lambda hint, sender: None)
    bus.start()
    bus.publish(RoomAdvanced(room=1, rev=2))
    bus.publish(RoomAdvanced(room=2, rev=2))
    async with asyncio.timeout(5):
        while metrics.HINTS_DROPPED.value() < dropped + 2:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
    await bus.stop()
    assert metrics.HINTS_DROPPED.value() == dropped + 2
    assert metrics.LAYER_FAILURES.value() > failures
