"""Floods of websocket frames of every kind: parsing ends at the first frame over a limit."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.platform.server.process import ServerProcess, frame, serving
from tests.system.attack.flood import (
    EMPTY_BINARY,
    EMPTY_TEXT,
    FIRST_FRAGMENT,
    FRAGMENT,
    LAST_FRAGMENT,
    PATIENCE_S,
    PING,
    PONG,
    flood,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

SOCKETS = 3


@pytest_asyncio.fixture(loop_scope="module")
async def server() -> AsyncIterator[ServerProcess]:
    async with serving() as server:
        yield server


async def echo(server: ServerProcess, stop: asyncio.Event) -> int:
    """Let alice talk to the server until `stop`; return how often she was answered."""
    answers = 0
    async with server.connect("/echo") as alice:
        while not stop.is_set():
            await alice.send(f"{answers}")
            assert await alice.recv() == f"{answers}"
            answers += 1
            await asyncio.sleep(0.05)
    return answers


KINDS = {
    "pings": (b"", PING, "too many control frames", 40),
    "long pings": (b"", frame(0x89, b"x" * 125), "too many control frames", 40),
    "pongs": (b"", PONG, "too many control frames", 40),
    "pings and pongs": (b"", PING + PONG, "too many control frames", 40),
    "pings inside a message": (FIRST_FRAGMENT, PING, "too many control frames", 41),
    "fragments that never end": (FIRST_FRAGMENT, FRAGMENT, "too many fragments", 8),
    "fragments of one byte": (frame(0x01, b"x"), frame(0x00, b"x"), "too many fragments", 8),
    "messages in two fragments": (
        b"",
        FIRST_FRAGMENT + LAST_FRAGMENT,
        "more frames than the application reads",
        2 * 64 + 2,
    ),
    "empty messages": (b"", EMPTY_TEXT, "more frames than the application reads", 64 + 1),
    "empty binary": (b"", EMPTY_BINARY, "more frames than the application reads", 64 + 1),
}
"""First bytes, repeated bytes, the reason of the close, and how many frames are allowed at once."""


@pytest.mark.parametrize("kind", KINDS)
async def test_it_parses_no_frame_after_the_first_one_too_many(
    server: ServerProcess, kind: str
) -> None:
    first, repeated, reason, allowed = KINDS[kind]
    stop = asyncio.Event()
    talking = asyncio.create_task(echo(server, stop))
    before = server.cpu_seconds()
    results = await asyncio.gather(*(flood(server, repeated, first=first) for _ in range(SOCKETS)))
    spent = server.cpu_seconds() - before
    stop.set()
    answers = await talking
    assert answers > 0
    counts = await server.counts()
    # Together the sockets may reach the limit of their address before their own.
    assert {reason} <= counts["floods"].keys() <= {reason, "too many frames from one address"}
    assert sum(counts["floods"].values()) == SOCKETS
    # The code may be lost on the way to a client that is still sending.
    assert {code for _, code in results} <= {4429, None}
    # One more than allowed, what was earned meanwhile, alice's, and the close frame that ends hers.
    most = SOCKETS * (allowed + 1 + 20) + answers + 1
    assert SOCKETS * 8 <= counts["frames"] <= most
    assert counts["frames"] < sum(sent for sent, _ in results) / len(repeated)
    assert spent < 1.0, f"{spent} s of CPU"


async def test_it_counts_the_frames_of_all_sockets_of_an_address(server: ServerProcess) -> None:
    # Each socket stays within its own limit.
    sockets = [await server.raw("/quick", "127.0.0.9") for _ in range(20)]
    for _ in range(20):
        for _, writer in sockets:
            writer.write(frame(0x81, b"x"))
        await asyncio.sleep(0)
    async with server.connect("/echo") as alice:
        await alice.send("from another address")
        assert await alice.recv() == "from another address"
    for _, writer in sockets:
        writer.close()
    counts = await server.counts()
    assert counts["floods"].keys() == {"too many frames from one address"}
    assert 200 <= counts["frames"] < 400


async def test_it_counts_packets_that_begin_no_frame(server: ServerProcess) -> None:
    # A busy server reads several packets at once: the client goes on until it is closed.
    _, writer = await server.raw("/quick", "127.0.0.9")
    packets = itertools.cycle([b"\x82\xfe\x3f\xff" + b"\0" * 4, *[b"x"] * 0x3FFF])
    async with asyncio.timeout(PATIENCE_S):
        while not writer.transport.is_closing():
            writer.write(next(packets))
            await asyncio.sleep(0.0005)
    counts = await server.counts()
    assert counts["floods"] == {"too many small packets": 1}
    assert counts["frames"] < 10


async def test_it_reads_nothing_from_a_client_it_has_closed(server: ServerProcess) -> None:
    # A client that ignores the close frame, and goes on, costs no more frames.
    sent, _ = await flood(server, PING)
    counts = await server.counts()
    assert counts["frames"] <= 40 + 1 + 20
    assert sent // len(PING) > counts["frames"]
    before = server.cpu_seconds()
    await flood(server, PING)
    assert server.cpu_seconds() - before < 0.5
