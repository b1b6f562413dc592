"""Requests for pages, as a browser sends them, each person from an address of their own."""

import asyncio
import hashlib
from typing import NamedTuple
from urllib.parse import urlencode

from tests.system.whole_games.journal import Person

ANSWER_S = 120.0


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
    accept: str = "*/*",
) -> Answer:
    """Ask for a page; with a form, post it. Raises OSError and TimeoutError."""
    token = _token_of(person)
    body = b"" if form is None else urlencode({**form, "csrfmiddlewaretoken": token}).encode()
    session = "" if person is None else f"; sessionid={person.cookie}"
    lines = [
        f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: close",
        f"Accept: {accept}",
        f"X-Real-IP: {address if person is None else person.address}",
        f"Cookie: csrftoken={token}{session}",
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


def _token_of(person: Person | None) -> str:
    """Return cookie and field against forged requests: any text will do, if both are the same. Each
    person has another one, as the same form with the same token is one that is sent twice.
    """
    return hashlib.sha256(f"{person}".encode()).hexdigest()[:32]


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
