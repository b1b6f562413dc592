"""Requests for pages, as a browser sends them, each person from an address of their own."""

import asyncio
from typing import NamedTuple
from urllib.parse import urlencode

from tests.system.whole_games.journal import Person

ANSWER_S = 120.0
TOKEN = "C5rfT0ken" * 4
"""Cookie and field against forged requests: any text will do, if both are the same."""


class Answer(NamedTuple):
    """Status, headers in lower case, and body."""

    status: int
    headers: dict[str, str]
    body: str


async def fetch(
    port: int,
    path: str,
    person: Person | None = None,
    form: dict[str, str] | None = None,
    address: str = "9.9.9.9",
) -> Answer:
    """Ask for a page; with a form, post it. Raises OSError and TimeoutError."""
    body = b"" if form is None else urlencode({**form, "csrfmiddlewaretoken": TOKEN[:32]}).encode()
    session = "" if person is None else f"; sessionid={person.cookie}"
    lines = [
        f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: close",
        f"X-Real-IP: {address if person is None else person.address}",
        f"Cookie: csrftoken={TOKEN[:32]}{session}",
        f"Origin: http://127.0.0.1:{port}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    async with asyncio.timeout(ANSWER_S):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            return _parsed(await reader.read(-1))
        finally:
            writer.close()


def _parsed(answer: bytes) -> Answer:
    top, _, content = answer.partition(b"\r\n\r\n")
    status, *lines = top.decode("latin1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (each.partition(":") for each in lines)
    }
    if headers.get("transfer-encoding") == "chunked":
        content = b"".join(_chunks(content))
    return Answer(int(status.split(" ", 2)[1]), headers, content.decode("utf-8", "replace"))


def _chunks(content: bytes) -> list[bytes]:
    chunks = []
    while content:
        size, _, content = content.partition(b"\r\n")
        length = int(size, 16)
        chunks.append(content[:length])
        content = content[length + 2 :]
    return chunks
