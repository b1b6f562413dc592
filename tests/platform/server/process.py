"""A server in a separate process, and what it prints on stdout."""

import asyncio
import json
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from tests.environment import ROOT
from tests.platform.server.counting import PATH
from workshop.lab import rfc6455

PATIENCE_S = 30.0
MASK = b"\x37\xfa\x21\x3d"


def frame(first_byte: int, payload: bytes) -> bytes:
    return rfc6455.frame(first_byte, payload, MASK)


async def close_code(socket: websockets.ClientConnection) -> int | None:
    """Wait for the close; return the code that the server sent."""
    with pytest.raises(ConnectionClosed) as closed:
        await socket.recv()
    return closed.value.rcvd.code if closed.value.rcvd else None


class ServerProcess:
    """One running server. `port` is set once it is ready."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.port = 0
        self.said: list[str] = []
        """The lines of stdout read so far."""

    async def hears(self, pattern: str, seconds: float = PATIENCE_S) -> re.Match[str]:
        """Read stdout up to the first line that matches `pattern`; return the match.

        Raises AssertionError if the server ends first, TimeoutError after `seconds`.
        """
        assert self.process.stdout
        async with asyncio.timeout(seconds):
            while line := (await self.process.stdout.readline()).decode():
                self.said.append(line.rstrip("\n"))
                if match := re.search(pattern, line):
                    return match
        raise AssertionError(f"the server ended without saying {pattern!r}: {self.said}")

    def connect(self, path: str) -> websockets.connect:
        """Return a client; enter it with `async with`."""
        return websockets.connect(f"ws://127.0.0.1:{self.port}{path}", max_size=None)

    async def raw(
        self, path: str, source: str = "127.0.0.1", headers: str = ""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a TCP connection from the address `source`, after the WebSocket handshake.

        headers: lines of the request, each with its end.
        """
        connection = socket.socket()
        connection.bind((source, 0))
        # Otherwise the kernel buffers megabytes for a test that does not read.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=connection, limit=4096)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nUpgrade: websocket\r\n"
            f"Origin: http://localhost:{self.port}\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{headers}"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        return reader, writer

    async def answer_to(self, request: bytes) -> bytes:
        """Send a request on a connection of its own; return the head of the answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            async with asyncio.timeout(PATIENCE_S):
                return await reader.readuntil(b"\r\n\r\n")
        finally:
            writer.transport.abort()

    async def counts(self) -> dict[str, Any]:
        """Return what the server has counted (server/counts.py), and its `threads`."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {PATH} HTTP/1.0\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        counts: dict[str, Any] = json.loads(answer.split(b"\r\n\r\n")[1])
        return counts

    def megabytes(self) -> float:
        return float(psutil.Process(self.process.pid).memory_info().rss) / 1e6

    def connections(self) -> int:
        open_ones = psutil.Process(self.process.pid).net_connections("tcp")
        return sum(each.status == "ESTABLISHED" for each in open_ones)

    def cpu_seconds(self) -> float:
        used = psutil.Process(self.process.pid).cpu_times()
        return float(used.user + used.system)

    def signal(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal; the default starts the drain."""
        self.process.send_signal(number)

    async def exit_code(self) -> int:
        """Wait until the server exits; the rest of stdout is then in `said`."""
        assert self.process.stdout
        async with asyncio.timeout(PATIENCE_S):
            self.said += (await self.process.stdout.read()).decode().splitlines()
            return await self.process.wait()


@asynccontextmanager
async def running(
    *command: str, ready: str, environment: dict[str, str] | None = None, stderr: int | None = None
) -> AsyncIterator[ServerProcess]:
    """Run Python with `command`, and kill it at the end.

    `ready` is a pattern for the line that says it is ready; its first group is the port, if any.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "yachtsite.settings", **(environment or {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=stderr,
    )
    server = ServerProcess(process)
    try:
        match = await server.hears(ready)
        server.port = int(match[1]) if match.groups() else 0
        yield server
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def serving(**options: Any) -> AbstractAsyncContextManager[ServerProcess]:
    """Run our server with the test application; `options` are arguments of GuardedServer."""
    command = ("-m", "tests.platform.server.run", json.dumps(options))
    return running(*command, ready=r"^ready (\d+)", stderr=asyncio.subprocess.STDOUT)
