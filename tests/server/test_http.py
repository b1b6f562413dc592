"""Plain requests, and those that go wrong."""

import asyncio
import json

import pytest

from tests.server.process import ServerProcess, close_code, serving


async def ask(server: ServerProcess, request: bytes) -> bytes:
    """Send the bytes of a request and return the whole answer."""
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


async def test_it_believes_the_proxy_s_header_only_when_told_to() -> None:
    forged = ("X-Forwarded-For: 6.6.6.6", "X-Real-IP: 203.0.113.7", "X-Forwarded-Proto: https")
    for trust, client, scheme in [(False, "127.0.0.1", "http"), (True, "203.0.113.7", "https")]:
        async with serving(trust_proxy=trust) as server:
            answer = json.loads((await ask(server, request(*forged))).split(b"\r\n\r\n")[1])
            assert answer["client"][0] == client
            assert answer["scheme"] == scheme


async def test_it_breaks_off_an_answer_whose_application_fails_and_goes_on() -> None:
    async with serving() as server:
        with pytest.raises(ConnectionResetError):
            await ask(server, request(path="/break"))
        # The timer that found the first failure must live to find the next.
        async with server.connect("/fail") as alice:
            assert await close_code(alice) == 1011
