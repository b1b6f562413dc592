"""SIGTERM: every client is told, every handler may finish, and the process exits."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.environment import ROOT
from tests.platform.server.process import PATIENCE_S, close_code, serving


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_closes_every_socket_with_1012_and_exits_with_0(number: signal.Signals) -> None:
    async with serving() as server:
        async with server.connect("/echo") as alice, server.connect("/echo") as bob:
            await alice.send("hello")
            await alice.recv()
            server.signal(number)
            assert await close_code(alice) == 1012
            assert await close_code(bob) == 1012
            assert await server.exit_code() == 0
        assert server.said.count("disconnect 1012") == 2
        assert server.said[-1] == "stopped"


async def test_it_exits_although_a_handler_never_ends() -> None:
    async with serving(handler_seconds=0.3) as server, server.connect("/stuck") as alice:
        server.signal()
        assert await close_code(alice) == 1012
        assert await server.exit_code() == 0
        assert server.said[-1] == "stopped"


async def test_it_does_not_wait_for_a_client_that_never_answers_the_close() -> None:
    async with serving(handler_seconds=30) as server:
        _reader, _writer = await server.raw("/echo")
        began = time.monotonic()
        server.signal()
        assert await server.exit_code() == 0
        assert time.monotonic() - began < 20
        assert "disconnect 1012" in server.said


async def test_it_refuses_a_new_socket_on_an_old_connection_while_it_drains() -> None:
    async with serving(handler_seconds=30) as server, server.connect("/stuck") as alice:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        await reader.readuntil(b"0\r\n\r\n")
        server.signal()
        assert await close_code(alice) == 1012
        writer.write(
            b"GET /echo HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert (await reader.readline()).startswith(b"HTTP/1.1 503 ")


async def test_it_exits_at_once_on_a_second_signal() -> None:
    async with serving() as server, server.connect("/stuck") as alice:
        server.signal()
        assert await close_code(alice) == 1012
        server.signal()
        assert await server.exit_code() == 1
        assert "stopped" not in server.said


SIGNAL_BEFORE_THE_LOOP = """
import os, signal
from functools import partial

from games.platform.server.overrides.twisted_transport import listen_tcp
from games.platform.server import server
from tests.platform.server.application import application, lifespan

server.tune_interpreter = lambda: os.kill(os.getpid(), signal.SIGTERM)
listen = partial(listen_tcp, host="127.0.0.1", port=0)
server.GuardedServer(application, lifespan).run(listen, lambda port: None)
"""


def test_it_ends_when_told_so_while_it_starts() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "yachtsite.settings"}
    done = subprocess.run(
        [sys.executable, "-c", SIGNAL_BEFORE_THE_LOOP],
        cwd=ROOT,
        env=environment,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode in {0, -signal.SIGTERM}
