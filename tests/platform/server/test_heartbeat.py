"""A server or worker that hangs ends itself, tells systemd how it is, and survives a pause."""

import asyncio
import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from games.platform.server.heartbeat import EXIT_HUNG
from tests.platform.server.process import PATIENCE_S, ServerProcess, running
from tests.support.services import copy_migrated_sqlite

HANG_S = 2
READY = {
    "serve": r"^Yacht is ready on http://127\.0\.0\.1:(\d+)$",
    "worker": r"^The worker is running",
}
OPTIONS = {"serve": ["--port=0"], "worker": []}
PROGRAM = """
import asyncio, re, sys, time
import django
from django.core.management import call_command
django.setup()
from games.platform.server import heartbeat

what, *command = sys.argv[1:]
begin = heartbeat.Heartbeat.start

def hang():
    if what == "sleep":
        time.sleep(3600)
    elif what == "compute":
        while True:
            pass
    elif what == "match":
        re.match("(a*)*b", "a" * 99)

def start(self):
    def hang_watched():
        # Not before: on a busy machine, what a worker imports at its start takes as long as a hang.
        begin(self)
        hang()

    asyncio.get_running_loop().call_later(1, hang_watched)

heartbeat.Heartbeat.start = start
call_command(*command)
"""
"""Starts a command whose event loop hangs a second after the start."""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a site on SQLite whose processes end soon."""
    copy_migrated_sqlite(tmp_path)
    clear = dict.fromkeys(("REDIS_URL", "DATABASE_URL"), "")
    return {**clear, "DATA_DIR": str(tmp_path), "HANG_SECONDS": str(HANG_S), "DEBUG": "0"}


async def ends(server: ServerProcess) -> int:
    """Return the exit code of a process. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE_S):
        return await server.process.wait()


@pytest.mark.parametrize("command", ["serve", "worker"])
@pytest.mark.parametrize("what", ["sleep", "compute"])
async def test_it_ends_and_says_where_it_hangs(
    environment: dict[str, str], command: str, what: str
) -> None:
    program = ("-c", PROGRAM, what, command, *OPTIONS[command])
    async with running(
        *program, ready=READY[command], environment=environment, stderr=asyncio.subprocess.STDOUT
    ) as server:
        began = time.monotonic()
        await server.hears("The event loop has not turned for 2 s")
        assert await ends(server) == EXIT_HUNG
        assert time.monotonic() - began < 10 * HANG_S
        assert server.process.stdout is not None
        stacks = (await server.process.stdout.read()).decode()
    # The loop's thread comes first, and its last line is what it does.
    first = stacks.partition("\nThread ")[0]
    assert "in hang" in first


async def test_it_ends_where_no_other_thread_can_run(environment: dict[str, str]) -> None:
    program = ("-c", PROGRAM, "match", "serve", "--port=0")
    async with running(
        *program, ready=READY["serve"], environment=environment, stderr=asyncio.subprocess.STDOUT
    ) as server:
        # It takes processor time, of which a busy machine gives little.
        await server.hears("in hang", 10 * PATIENCE_S)
        assert await ends(server) == -signal.SIGPROF


@pytest.mark.parametrize("command", ["serve", "worker"])
async def test_it_lives_on_after_a_pause(environment: dict[str, str], command: str) -> None:
    # Longer than for those that must end: a busy machine may hold up the loop alone for a moment.
    environment["HANG_SECONDS"] = str(2 * HANG_S)
    program = ("manage.py", command, *OPTIONS[command])
    async with running(*program, ready=READY[command], environment=environment) as server:
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(3 * HANG_S)
        server.signal(signal.SIGCONT)
        await asyncio.sleep(3 * HANG_S)
        assert server.process.returncode is None
        server.signal()
        assert await server.exit_code() == 0


@pytest.mark.parametrize("command", ["serve", "worker"])
async def test_it_tells_systemd_how_it_is(
    environment: dict[str, str], command: str, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        environment |= {"NOTIFY_SOCKET": str(tmp_path / "notify"), "HANG_SECONDS": "15"}
        program = ("manage.py", command, *OPTIONS[command])
        async with running(*program, ready=READY[command], environment=environment) as server:
            told = [await hear(manager) for _ in range(4)]
            assert told == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]
            server.signal()
            while told[-1] != "STOPPING=1":
                told.append(await hear(manager))
            assert await server.exit_code() == 0
    assert set(told[1:-1]) == {"WATCHDOG=1"}


async def test_it_stops_feeding_the_watchdog_when_it_hangs(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        # An abstract socket, as containers have.
        name = f"\0yacht-{os.getpid()}"
        manager.bind(name)
        manager.setblocking(False)
        environment |= {"NOTIFY_SOCKET": name.replace("\0", "@"), "HANG_SECONDS": "0"}
        program = ("-c", PROGRAM, "sleep", "serve", "--port=0")
        async with running(*program, ready=READY["serve"], environment=environment) as server:
            assert await hear(manager) == "READY=1"
            assert await hear(manager) == "WATCHDOG=1"
            with suppress(TimeoutError):
                for _ in range(20):
                    assert await hear(manager, 3) == "WATCHDOG=1"
                raise AssertionError("it is still fed")
            # Nobody else ends it here.
            assert server.process.returncode is None


async def hear(manager: socket.socket, seconds: float = PATIENCE_S) -> str:
    """Return the next state that the process tells. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        return (await asyncio.get_running_loop().sock_recv(manager, 1000)).decode()
