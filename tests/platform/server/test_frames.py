"""Frames: what reaches the application, and the close code of each bad frame."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import websockets
from websockets.exceptions import ConnectionClosed

from tests.platform.server.process import MASK, ServerProcess, close_code, frame, serving

LIMIT = 16 * 1024

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[ServerProcess]:
    """One server for all tests that do not change it."""
    async with serving() as server:
        yield server


async def test_it_echoes_text_and_bytes_of_every_length(server: ServerProcess) -> None:
    async with server.connect("/echo") as alice:
        for length in [1, 2, 3, 4, 5, 124, 125, 126, 127, 128, 131, 1000, LIMIT - 1, LIMIT]:
            text = "é" * (length // 2) + "x" * (length % 2)
            await alice.send(text)
            assert await alice.recv() == text
            await alice.send((bytes(range(256)) * 64)[:length])
            assert await alice.recv() == (bytes(range(256)) * 64)[:length]


async def test_it_sends_text_past_asgi_in_its_turn(server: ServerProcess) -> None:
    async with server.connect("/quick") as alice:
        for text in ("é", "x" * 200, "x" * 70_000):
            await alice.send(text[:LIMIT])
            assert [await alice.recv() for _ in range(3)] == ["first", text[:LIMIT], "last"]
    await server.hears("disconnect 1000")


async def test_it_joins_fragments_around_a_ping(server: ServerProcess) -> None:
    reader, writer = await server.raw("/echo")
    writer.write(frame(0x01, b"ya") + frame(0x89, b"!") + frame(0x80, b"cht"))
    assert await reader.readexactly(3) == b"\x8a\x01!"
    assert await reader.readexactly(7) == b"\x81\x05yacht"


async def test_it_tells_an_attached_application_of_each_pong(server: ServerProcess) -> None:
    pongs = {
        "without payload": frame(0x8A, b""),
        "with payload": frame(0x8A, b"20 s"),
        "after a message": frame(0x81, b"a") + frame(0x8A, b""),
        "before a message": frame(0x8A, b"") + frame(0x81, b"a"),
        "inside a message": frame(0x01, b"a") + frame(0x8A, b"") + frame(0x80, b"b"),
    }
    for what, data in pongs.items():
        for size in (1, len(data)):
            _, writer = await server.raw("/attached")
            for start in range(0, len(data), size):
                writer.write(data[start : start + size])
                await asyncio.sleep(0.001)
            before = len(server.said)
            await server.hears("^pong$")
            writer.write(frame(0x81, what.encode()))
            await server.hears(f"^message {what}$")
            assert server.said[before:].count("pong") == 1, what
            writer.close()
            await server.hears(r"^message \d+$")


async def test_it_pings_a_silent_client_and_hears_the_answer() -> None:
    async with serving(ping_seconds=0.5) as server:
        # This client answers pings by itself, and sends none.
        address = f"ws://127.0.0.1:{server.port}/attached"
        async with websockets.connect(address, ping_interval=None):
            for _ in range(2):
                await server.hears("^pong$")


async def test_it_understands_frames_however_tcp_cuts_them(server: ServerProcess) -> None:
    numbers = [f"number {i}".encode() for i in range(20)]
    stream = b"".join(frame(0x81, number) for number in numbers)
    for size in [1, 2, 7, 40, 400]:
        reader, writer = await server.raw("/echo")
        for start in range(0, len(stream), size):
            writer.write(stream[start : start + size])
            await asyncio.sleep(0)
        for number in numbers:
            answer = await reader.readexactly(2 + len(number))
            assert answer == bytes([0x81, len(number)]) + number


async def test_it_closes_with_1009_when_a_message_is_too_long(server: ServerProcess) -> None:
    too_long: list[str | bytes | list[str]]
    too_long = ["x" * (LIMIT + 1), b"x" * 5_000_000, ["x" * 10_000, "x" * 10_000]]
    for message in too_long:
        async with server.connect("/echo") as alice:
            with contextlib.suppress(ConnectionClosed):
                # The server may hang up before a slow client has sent all of it.
                await alice.send(message)
            assert await close_code(alice) == 1009
        await server.hears("disconnect 1009")
    async with server.connect("/echo") as bob:
        await bob.send("fine")
        assert await bob.recv() == "fine"


BAD_FRAMES = [
    ("short text that is not UTF-8", frame(0x81, b"\xff\xfe"), 1007),
    ("text that ends within a character", frame(0x81, b"\xc3"), 1007),
    ("a frame that is not masked", b"\x81\x02hi", 1002),
    ("a reserved bit", frame(0xC1, b"hi"), 1002),
    ("an unknown opcode", frame(0x83, b"hi"), 1002),
    ("a continuation of nothing", frame(0x80, b"hi"), 1002),
    ("a ping in pieces", frame(0x09, b"hi"), 1002),
    ("a character in two fragments", frame(0x01, b"\xc3") + frame(0x80, b"("), 1007),
    ("half a surrogate", frame(0x81, b"\xed\xa0\x80"), 1007),
    ("a message inside another", frame(0x01, b"") + frame(0x81, b"{}"), 1002),
    ("a reserved control opcode", frame(0x8B, b""), 1002),
    ("a close code of one byte", frame(0x88, b"\x03"), 1002),
    ("a close code for inside only", frame(0x88, b"\x03\xed"), 1002),
    ("a ping of 200 bytes", b"\x89\xfe\x00\xc8" + MASK + b"x" * 200, 1002),
    ("a length of 2 to the 62", b"\x81\xff" + (1 << 62).to_bytes(8) + MASK, 1009),
]


async def test_it_closes_with_a_code_that_says_what_is_wrong(server: ServerProcess) -> None:
    for name, data, code in BAD_FRAMES:
        reader, writer = await server.raw("/echo")
        writer.write(data)
        head = await reader.readexactly(4)
        assert head[0] == 0x88, name
        assert int.from_bytes(head[2:]) == code, name
        writer.close()
        await server.hears(f"disconnect {code}")


async def test_it_closes_with_the_application_s_code_and_ignores_what_follows(
    server: ServerProcess,
) -> None:
    async with server.connect("/leave") as alice:
        assert await close_code(alice) == 4403
        await server.hears("disconnect 4403")


async def test_it_closes_with_1011_when_the_application_fails(server: ServerProcess) -> None:
    async with server.connect("/fail") as alice:
        assert await close_code(alice) == 1011
