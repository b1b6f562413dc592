"""Nobody waits for the push service of somebody else."""

import asyncio

import pytest

from games.jobs import runner


async def test_one_that_takes_long_keeps_nothing_else_from_being_found_or_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop, done = asyncio.Event(), list[str]()

    async def find() -> None:
        done.append("found")

    async def push() -> bool:
        done.append("pushed")
        if done.count("pushed") == 1:
            await stop.wait()
        if done.count("pushed") == 20:
            stop.set()
        return True

    monkeypatch.setattr(runner, "sweep_events", find)
    monkeypatch.setattr(runner, "sweep_push", push)
    async with asyncio.timeout(10):
        await runner.keep_notifying(stop)
    assert "found" in done
