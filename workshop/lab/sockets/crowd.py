"""`python -m workshop.lab.sockets.crowd PLAN`: many players who hold a socket each.

They do what the browser does (static/js/net): ping every ten seconds, and reconnect after a
loss with its growing, random waits. The process uses neither Django nor the database. It prints a
JSON line when all are connected, and each time that all are back, until its standard input ends.
"""

import asyncio
import json
import random
import re
import resource
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import uvloop

from tests.environment import ROOT
from tests.system.lab.loadtest.messages import TableSpec
from tests.system.lab.rfc6455 import CLOSE, PING, PONG, TEXT, frame, handshake, split
from workshop.lab.loadtest.messages import TableSpec
from workshop.lab.rfc6455 import CLOSE, PING, PONG, TEXT, frame, handshake, split

NET = ROOT / "static/js/net"


def browser_numbers(module: str) -> dict[str, float]:
    """Return the numbers that a module of the browser declares (`const PING_MS = 10_000;`)."""
    declared = re.findall(r"^const (\w+) = ([\d_.]+);", (NET / module).read_text(), re.M)
    return {name: float(value) for name, value in declared}


WAITS = browser_numbers("backoff.js")
CONNECTION = browser_numbers("connection.js")
STEADY_S = CONNECTION["STEADY_MS"] / 1000
ANSWER_S = CONNECTION["PONG_MS"] / 1000
"""A browser gives up a connection that has no welcome after this long."""

BROWSER = (
    "Pragma: no-cache",
    "Cache-Control: no-cache",
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Accept-Encoding: gzip, deflate, br, zstd",
    "Accept-Language: en-US,en;q=0.5",
    "Sec-WebSocket-Extensions: permessage-deflate",
)
"""What a browser's handshake has besides."""

_GAME = re.compile(rb'"game":"(\w+)","seq":(\d+),"view"')
_REV = re.compile(rb'"rev":(\d+),"room"')


class CrowdPlan(msgspec.Struct):
    """What a crowd does.

    at_once: how many connect at the same time in the beginning.
    ping_s: seconds between two pings of a player, 0 for none.
    """

    port: int
    tables: list[TableSpec]
    at_once: int = 32
    ping_s: float = CONNECTION["PING_MS"] / 1000


def address_of(number: int) -> str:
    """Return the address of player `number`: all different, and none that other players use."""
    return f"127.{10 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


def backoff(attempt: int) -> float:
    """Return the seconds before try `attempt` (0-based)."""
    longest = WAITS["MAX_SOON_MS" if attempt < WAITS["SOON"] else "MAX_MS"]
    wait = min(longest, WAITS["FIRST_MS"] * WAITS["FACTOR"] ** attempt)
    return random.random() * wait / 1000


class Member(asyncio.Protocol):
    """One player. `seq`: that of the game in the last welcome."""

    def __init__(self, crowd: "Crowd", number: int, path: str, cookie: str) -> None:
        self.crowd = crowd
        self.seq = -1
        self.is_back = False
        self.first_welcome = asyncio.Event()
        self.attempt = 0
        self._number = number
        self._request = handshake(crowd.plan.port, path, f"sessionid={cookie}", *BROWSER)
        self._transport: asyncio.Transport | None = None
        self._data = b""
        self._ping = b""
        self._upgraded = False
        self._least_wait = 0.0
        self._deadline: asyncio.TimerHandle | None = None
        self._welcomed_at = 0.0

    async def connect(self) -> None:
        """Open the connection; a failure counts as a loss."""
        loop = asyncio.get_running_loop()
        client = socket.socket()
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.bind((address_of(self._number), 0))
        try:
            async with asyncio.timeout(ANSWER_S):
                await loop.sock_connect(client, ("127.0.0.1", self.crowd.plan.port))
        except (OSError, TimeoutError):
            client.close()
            self._retry()
            return
        await loop.create_connection(lambda: self, sock=client)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        # uvloop's transports are no subclasses of asyncio's.
        client = cast(asyncio.Transport, transport)
        self._transport, self._data, self._upgraded = client, b"", False
        client.write(self._request)
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(ANSWER_S, client.abort)

    def data_received(self, data: bytes) -> None:
        """Take what the server sends."""
        self._data += data
        if not self._upgraded:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self.crowd.refused += 1
                self._abort()
                return
            self._upgraded, self._data = True, rest
        frames, self._data = split(self._data)
        for first_byte, payload in frames:
            self._take(first_byte, payload)

    def _take(self, first_byte: int, payload: bytes) -> None:
        if first_byte == PING:
            self._write(frame(PONG, payload))
        elif first_byte == CLOSE:
            self._write(frame(CLOSE, payload[:2]))
            self._abort()
        elif payload.startswith(b'{"type":"welcome"'):
            self._welcome(payload)
        elif payload.startswith(b'{"type":"bye"'):
            self._least_wait = random.random() * json.loads(payload)["retry"] / 1000

    def _welcome(self, payload: bytes) -> None:
        game, rev = _GAME.search(payload), _REV.search(payload)
        seq = int(game[2]) if game else -1
        if seq < self.seq:
            self.crowd.behind += 1
        self.seq = seq
        if game and rev:
            self._ping = frame(
                TEXT, b'{"type":"ping","game":"%s","seq":%s,"rev":%s}' % (game[1], game[2], rev[1])
            )
        self._cancel()
        self._welcomed_at = time.monotonic()
        self.is_back = True
        self.first_welcome.set()
        self.crowd.arrived()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait as the browser does, and connect again."""
        self._cancel()
        self._transport = None
        if self.is_back:
            self.is_back = False
            self.crowd.lost()
            if time.monotonic() - self._welcomed_at >= STEADY_S:
                self.attempt = 0
        self._retry()

    def _retry(self) -> None:
        wait = max(backoff(self.attempt), self._least_wait)
        self.attempt += 1
        self._least_wait = 0.0
        asyncio.get_running_loop().call_later(wait, self.crowd.spawn, self.connect)

    def ping(self) -> None:
        """Send what the browser sends every ten seconds."""
        if self.is_back:
            self._write(self._ping)

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Crowd:
    """All players of a plan.

    refused: handshakes that the server answered with an error. behind: welcomes with an older
    state than the player had.
    """

    def __init__(self, plan: CrowdPlan) -> None:
        self.plan = plan
        self.refused = self.behind = 0
        self._here = 0
        self._lost_at: float | None = None
        self._arrivals: list[float] = []
        self._tasks: set[asyncio.Task[None]] = set()
        paths = [(f"/ws/v1/rooms/{t.room}/", p.cookie) for t in plan.tables for p in t.players]
        self.members = [Member(self, number, *where) for number, where in enumerate(paths)]

    async def run(self) -> None:
        """Connect all, report, and stay until the standard input ends."""
        begun = time.monotonic()
        self._lost_at = begun
        places = asyncio.Semaphore(self.plan.at_once)

        async def come(member: Member) -> None:
            async with places:
                await member.connect()
                await member.first_welcome.wait()

        await asyncio.gather(*(come(member) for member in self.members))
        if self.plan.ping_s:
            self._ping(0)
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        await reader.read()

    def spawn(self, work: Callable[[], Any]) -> None:
        """Run `work` as a task."""
        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def arrived(self) -> None:
        """A player has been welcomed. Report when it was the last."""
        self._here += 1
        now = time.monotonic()
        assert self._lost_at is not None
        self._arrivals.append(now - self._lost_at)
        if self._here == len(self.members):
            print_line(
                seconds=now - self._lost_at,
                median=sorted(self._arrivals)[len(self._arrivals) // 2],
                welcomes=len(self._arrivals),
                refused=self.refused,
                behind=self.behind,
            )
            self._lost_at, self._arrivals = None, []
            self.refused = 0

    def lost(self) -> None:
        """A player has lost the connection."""
        self._here -= 1
        if self._lost_at is None:
            self._lost_at = time.monotonic()

    def _ping(self, number: int) -> None:
        """Ping for one player after the other, all within `ping_s`."""
        self.members[number % len(self.members)].ping()
        step = self.plan.ping_s / len(self.members)
        asyncio.get_running_loop().call_later(step, self._ping, number + 1)


def print_line(**content: Any) -> None:
    """Tell the parent process: one JSON line."""
    print(json.dumps(content), flush=True)


async def main(plan: CrowdPlan) -> None:
    """Hold the sockets of a plan."""
    await Crowd(plan).run()


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(main(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=CrowdPlan)))
