"""HTTP requests, good and bad."""

import asyncio
import json

import pytest

from tests.platform.server.process import ServerProcess, close_code, serving


async def ask(server: ServerProcess, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    answer = b""
    while part := await reader.read(65536):
        answer += part
    return answer


def request(*headers: str, path: str = "/", body: bytes = b"") -> bytes:
    lines = [f"POST {path} HTTP/1.0", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


async def test_it_passes_a_body_on_and_refuses_one_that_is_too_large() -> None:
    async with serving(body_bytes=1000) as server:
        answer = await ask(server, request(body=b"x" * 1000))
        assert json.loads(answer.split(b"\r\n\r\n")[1])["body"] == 1000
        answer = await ask(server, request(body=b"x" * 1001))
        assert answer.startswith(b"HTTP/1.1 413 ")
        chunked = (
            b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + b"258\r\n" + b"x" * 600 + b"\r\n"
            + b"258\r\n" + b"x" * 600 + b"\r\n0\r\n\r\n"
        )  # fmt: skip
        answer = await ask(server, chunked)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert answer.count(b"HTTP/1.1") == 1


async def test_it_answers_each_of_many_that_come_together() -> None:
    # Many more than it accepts and reads in one turn of its loop. Each sends in two parts.
    async def ask_slowly(server: ServerProcess, number: int) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        body = b"x" * number
        head = request(body=body)
        writer.write(head[:30])
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.write(head[30:])
        return int(json.loads((await reader.read()).split(b"\r\n\r\n")[1])["body"])

    async with serving() as server, server.connect("/echo") as socket:
        asking = [asyncio.create_task(ask_slowly(server, number)) for number in range(300)]
        for number in range(20):
            await socket.send(str(number))
            assert await socket.recv() == str(number)
        assert await asyncio.gather(*asking) == list(range(300))


async def test_it_tells_the_application_who_is_connected_and_leaves_headers_to_it() -> None:
    said = ("X-Forwarded-For: 203.0.113.7", "X-Real-IP: 203.0.113.7", "X-Forwarded-Proto: https")
    async with serving(trusted_proxies=["loopback"]) as server:
        answer = json.loads((await ask(server, request(*said))).split(b"\r\n\r\n")[1])
        assert (answer["client"][0], answer["scheme"]) == ("127.0.0.1", "http")


async def test_it_breaks_off_an_answer_whose_application_fails_and_goes_on() -> None:
    async with serving() as server:
        with pytest.raises(ConnectionResetError):
            await ask(server, request(path="/break"))
        # The timer that noticed the first failure must go on to notice the next.
        async with server.connect("/fail") as alice:
            assert await close_code(alice) == 1011


UPGRADE = b"GET /echo HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
VERSION = b"Sec-WebSocket-Version: 13\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
BAD_REQUESTS = [
    b"\x00\xff\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 2000 + b"\r\n",
    UPGRADE + b"\r\n",
    UPGRADE + KEY + b"Sec-WebSocket-Version: 99\r\n\r\n",
    UPGRADE + VERSION + b"Sec-WebSocket-Key: short\r\n\r\n",
    UPGRADE + VERSION + KEY + b"Origin: \xff://\r\n\r\n",
    UPGRADE + VERSION + KEY + b"Sec-WebSocket-Protocol: \xff\r\n\r\n",
    UPGRADE + VERSION + KEY + b"Sec-WebSocket-Extensions: permessage-deflate; a=1; a=2\r\n\r\n",
]


async def test_it_answers_bad_requests_with_400_and_without_a_traceback() -> None:
    async with serving() as server:
        for bad in BAD_REQUESTS:
            assert (await ask(server, bad)).startswith(b"HTTP/1.1 400 "), bad
        async with server.connect("/echo") as alice:
            await alice.send("fine")
            assert await alice.recv() == "fine"
        server.signal()
        assert await server.exit_code() == 0
        assert "Traceback" not in "\n".join(server.said)


async def test_it_does_not_let_a_client_say_where_the_site_is_mounted() -> None:
    async with serving() as server:
        answer = await ask(server, request("Daphne-Root-Path: /evil"))
        assert json.loads(answer.split(b"\r\n\r\n")[1])["root_path"] == ""
