"""Real servers in separate processes, and clients over real sockets."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import websockets

from tests.environment import ROOT, clean
from tests.support.client import Client
from tests.support.services import copy_migrated_sqlite
from tests.support.services.processes import (
    free_port,
    run_python,
    start_child,
    stop_child,
    wait_until,
)

QUICKLY = ("-m", "tests.support.quickly")
"""Instead of manage.py: bots do not pause."""


class Site:
    """A database with rooms, and the servers that serve it.

    `environment` may name a PostgreSQL by DATABASE_URL: one of `migrated_postgres`.
    """

    root = ROOT
    """The folder with its code."""

    def __init__(self, directory: Path, **environment: str) -> None:
        self.directory = directory
        self.environment = dict(os.environ)
        clean(self.environment)
        self.environment |= {"DATA_DIR": str(directory), **environment}
        if "DATABASE_URL" not in environment:
            copy_migrated_sqlite(directory)

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py and return its output. Raises AssertionError if it fails."""
        return self.run("manage.py", *arguments)

    def rooms(self, count: int) -> list[dict[str, Any]]:
        """Create rooms in which alice and bob have started a game."""
        made: list[dict[str, Any]] = json.loads(self.run("-m", "tests.support.seed", str(count)))
        return made

    def run(self, *arguments: str) -> str:
        """Run Python with these arguments and return its output. Raises AssertionError."""
        return run_python(arguments, self.environment, self.root)

    def start_worker(self, *program: str) -> subprocess.Popen[bytes]:
        """Start `manage.py worker` and wait until it runs; the caller stops it. `program`: what to
        run instead of manage.py.
        """
        log = self.directory / f"worker-{time.monotonic_ns()}.log"
        command = [sys.executable, *(program or ("manage.py",)), "worker"]
        child = start_child(command, log=log, cwd=self.root, env=self.environment)
        assert wait_until(lambda: b"is running" in log.read_bytes(), child, log), log.read_text()
        return child

    @contextmanager
    def serving(self, kind: str = "serve") -> Iterator["Server"]:
        """Start a server, "serve", "uvicorn", or "quick" for one whose bots do not pause; stop it
        at the end.

        Its log must hold no traceback.
        """
        port = free_port()
        if kind == "serve":
            command = ["manage.py", "serve", "--port", str(port)]
        elif kind == "quick":
            command = [*QUICKLY, "serve", "--port", str(port)]
        else:
            options = f"--host 127.0.0.1 --port {port} --log-level warning"
            command = ["-m", "uvicorn", "yachtsite.asgi:application", *options.split(" ")]
        log = self.directory / f"{kind}-{port}.log"
        child = start_child(
            [sys.executable, *command], log=log, cwd=self.root, env=self.environment
        )
        server = Server(port, child, log)
        try:
            assert wait_until(server.listens, child, log), log.read_text()
            yield server
        finally:
            stop_child(child)
        text = log.read_text()
        # Uvicorn logs one itself, before the frame reaches our code.
        assert text.count("Traceback") == text.count("Invalid UTF-8 sequence"), text


class Server:
    """One server process of a site."""

    def __init__(self, port: int, child: subprocess.Popen[bytes], log: Path) -> None:
        self.port = port
        self.child = child
        self.log = log

    def listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def terminate(self) -> None:
        self.child.send_signal(signal.SIGTERM)

    async def connect(
        self, code: str, cookie: str | None = None, origin: str | None = None
    ) -> "SocketClient":
        """Connect to a room, and wait for the welcome or for the end of the connection."""
        connection = await self.open(f"/ws/v1/rooms/{code}/", cookie, origin)
        return await SocketClient(connection).begin()

    async def open(
        self,
        path: str,
        cookie: str | None = None,
        origin: str | None = None,
        address: str | None = None,
    ) -> websockets.ClientConnection:
        """Connect as a page of the site does, with a session's cookie.

        address: what a proxy would say of them. Raises OSError or websockets.InvalidHandshake.
        """
        headers = {} if cookie is None else {"Cookie": f"sessionid={cookie}"}
        if address is not None:
            headers["X-Real-IP"] = address
        return await websockets.connect(
            f"ws://127.0.0.1:{self.port}{path}",
            additional_headers=headers,
            origin=websockets.Origin(origin or f"http://127.0.0.1:{self.port}"),
            ping_interval=None,
            max_size=None,
            # Else the library would stop reading, and miss a close frame, after sixteen messages.
            max_queue=None,
        )


class SocketClient(Client):
    """A client over a real socket."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        super().__init__()
        self.socket = socket
        self._reading: asyncio.Task[None] | None = None

    async def begin(self) -> Self:
        """Start to read, and wait for the first message or for the end of the connection."""
        self._reading = asyncio.create_task(self._read_all())
        await self._until(lambda: self.frames or self.closed is not None or None, "welcome")
        return self

    async def _read_all(self) -> None:
        try:
            async for frame in self.socket:
                assert isinstance(frame, str)
                self.take(frame)
        except websockets.ConnectionClosedError:
            pass  # the code is not 1000; tests check it
        finally:
            self.lost(self.socket.close_code)

    async def send(self, frame: str | bytes) -> None:
        await self.socket.send(frame)

    async def leave(self) -> None:
        """Close the connection; raise if a frame failed a check."""
        await self.socket.close()
        assert self._reading is not None
        await self._reading
