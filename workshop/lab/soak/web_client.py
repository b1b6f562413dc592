"""Requests of visitors over HTTP: each from an address of its own, as on the internet."""

import asyncio
import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

ANSWER_S = 30.0


class Answer(NamedTuple):
    """The status and the body of an answer."""

    status: int
    body: bytes


async def get(url: str, path: str, address: str, cookie: str = "") -> Answer:
    """Ask for a page. Raises OSError and TimeoutError."""
    head = f"Cookie: sessionid={cookie}\r\n" if cookie else ""
    return await _ask(url, f"GET {path}", head, b"", address)


async def post(url: str, path: str, body: Any, address: str, token: str = "") -> Any:
    """Post JSON to the HTTP API; return what it answers.

    Raises OSError, TimeoutError, and RuntimeError unless it answers with 201.
    """
    head = "Content-Type: application/json\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    answer = await _ask(url, f"POST {path}", head, json.dumps(body).encode(), address)
    if answer.status != 201:
        raise RuntimeError(f"{path}: {answer.status} {answer.body[:200]!r}")
    return json.loads(answer.body)


async def _ask(url: str, what: str, head: str, body: bytes, address: str) -> Answer:
    site = urlsplit(url)
    async with asyncio.timeout(ANSWER_S):
        reader, writer = await asyncio.open_connection(
            site.hostname, site.port, local_addr=(address, 0)
        )
        try:
            lines = f"{what} HTTP/1.1\r\nHost: {site.netloc}\r\nConnection: close\r\n{head}"
            writer.write(f"{lines}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = await reader.read(-1)
        finally:
            writer.close()
    if not answer:
        raise ConnectionError(f"no answer to {what}")
    top, _, content = answer.partition(b"\r\n\r\n")
    return Answer(int(top.split(b" ", 2)[1]), content)
