"""Start and stop hooks, under our server and under Uvicorn."""

import asyncio
import signal

import pytest

from games.platform.server import lifespan as module
from games.platform.server.lifespan import Lifespan
from tests.platform.server.process import running, serving


async def test_it_runs_the_hooks_under_our_server() -> None:
    async with serving(worker=True) as server:
        assert server.said[0] == "started"
        server.signal()
        assert await server.exit_code() == 0
        assert "working" in server.said
        assert server.said[-2:] == ["worked", "stopped"]


@pytest.mark.parametrize("worker", [True, False])
async def test_it_runs_the_same_hooks_under_uvicorn(worker: bool) -> None:
    async with running(
        "-m",
        "uvicorn",
        "tests.platform.server.application:application",
        "--lifespan=on",
        "--port=0",
        "--log-level=warning",
        ready="^started",
        environment={"EMBEDDED_WORKER": str(worker)},
    ) as server:
        assert server.said[0] == "started"
        server.signal(signal.SIGTERM)
        # Uvicorn exits by the signal.
        assert await server.exit_code() in (0, -signal.SIGTERM)
        assert server.said[-1] == "stopped"
        assert ("worked" in server.said) == worker


async def test_it_does_not_start_when_a_startup_hook_fails() -> None:
    lifespan = Lifespan()

    @lifespan.on_startup
    async def fail() -> None:
        raise RuntimeError("no database")

    with pytest.raises(RuntimeError, match="no database"):
        await lifespan.startup(worker=False)


@pytest.mark.logs_errors("games.platform.server.lifespan")
async def test_it_tells_an_asgi_server_that_the_start_failed() -> None:
    lifespan = Lifespan()
    sent: list[object] = []

    @lifespan.on_startup
    async def fail() -> None:
        raise RuntimeError("no database")

    async def receive() -> dict[str, object]:
        return {"type": "lifespan.startup"}

    async def send(message: object) -> None:
        sent.append(message)

    await lifespan({"type": "lifespan"}, receive, send)
    assert sent == [{"type": "lifespan.startup.failed", "message": "no database"}]


@pytest.mark.logs_errors("games.platform.server.lifespan")
async def test_it_runs_every_drain_hook_although_one_fails_and_one_hangs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "DRAIN_SECONDS", 0.05)
    lifespan = Lifespan()
    told: list[str] = []

    @lifespan.on_drain
    async def fail() -> None:
        raise RuntimeError("no one there")

    @lifespan.on_drain
    async def hang() -> None:
        await asyncio.Event().wait()

    @lifespan.on_drain
    async def tell() -> None:
        told.append("bye")

    assert not lifespan.draining
    await lifespan.drain()
    assert lifespan.draining
    assert told == ["bye"]
    assert "no one there" in caplog.text
    assert "took longer" in caplog.text


@pytest.mark.logs_errors("games.platform.server.lifespan")
async def test_it_starts_a_background_job_again_when_it_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "RESTART_SECONDS", 0.01)
    lifespan = Lifespan()
    starts: list[int] = []
    third = asyncio.Event()

    @lifespan.embedded_worker
    async def run(stop: asyncio.Event) -> None:
        starts.append(1)
        if len(starts) < 3:
            raise RuntimeError("the database is away")
        third.set()
        await stop.wait()

    await lifespan.startup(worker=True)
    async with asyncio.timeout(5):
        await third.wait()
        await lifespan.shutdown()
    assert len(starts) == 3


async def test_it_stops_a_background_job_that_does_not_listen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SHUTDOWN_SECONDS", 0.1)
    lifespan = Lifespan()
    ended: list[str] = []

    @lifespan.embedded_worker
    async def run(stop: asyncio.Event) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("job")

    @lifespan.on_shutdown
    async def first() -> None:
        ended.append("first")

    @lifespan.on_shutdown
    async def second() -> None:
        ended.append("second")

    await lifespan.startup(worker=True)
    await asyncio.sleep(0)
    await lifespan.shutdown()
    assert ended == ["job", "second", "first"]
