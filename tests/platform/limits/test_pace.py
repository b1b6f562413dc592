"""Downloads wait for their readers, in threads of their own."""

import asyncio
from collections.abc import Generator
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from pytest_django.fixtures import Settings

from games.platform.limits.pace import PACED, ClientLeftError
from games.platform.limits.page_limit import DOWNLOAD_PATHS, PageLimit
from games.platform.server.downloads import download

ALICE, BOB = "203.0.113.1", "203.0.113.2"
PARTS = 20


class Numbers:
    """A file of numbers; notes which of its parts were made, and whether it was closed."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.closed = False

    def parts(self) -> Generator[bytes]:
        try:
            for number in range(PARTS):
                self.made.append(number)
                yield b"%d " % number
        finally:
            self.closed = True


class Site(ASGIHandler):
    """Answers like Django's handler: with the file, and elsewhere with a page."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__()
        self.numbers = numbers

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        if request.path in DOWNLOAD_PATHS:
            return download(self.numbers.parts(), "text/plain", "numbers.txt")
        return HttpResponse("page")


class Client:
    """Reads the parts of an answer while `may_read` is set, and may leave."""

    def __init__(self, leaves_after: int = 1000) -> None:
        self.messages: list[dict[str, Any]] = []
        self.may_read, self.waits = asyncio.Event(), asyncio.Event()
        self._leaves_after = leaves_after

    async def send(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        if message.get(PACED):
            if len(self.messages) > self._leaves_after:
                raise ClientLeftError
            self.waits.set()
            await self.may_read.wait()

    @property
    def body(self) -> bytes:
        return b"".join(each.get("body", b"") for each in self.messages)


async def visit(site: PageLimit, client: Client, path: str, address: str) -> None:
    scope = {"type": "http", "path": path, "method": "GET", "client": (address, 1)}
    messages = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        return messages.pop() if messages else await asyncio.Event().wait() and {}

    async with asyncio.timeout(30):
        await site({**scope, "headers": [], "query_string": b""}, receive, client.send)


@pytest.fixture
def numbers() -> Numbers:
    return Numbers()


@pytest.fixture
def site(numbers: Numbers, settings: Settings) -> PageLimit:
    settings.PAGES_AT_ONCE = 1
    settings.SOCKETS_PER_ADDRESS, settings.SOCKET_RATE = 200, 20
    return PageLimit(Site(numbers))


async def test_each_part_but_the_end_waits_for_the_client(site: PageLimit) -> None:
    client = Client()
    client.may_read.set()
    await visit(site, client, *DOWNLOAD_PATHS, ALICE)
    assert client.body == b"".join(b"%d " % number for number in range(PARTS))
    start, *parts, end = client.messages
    assert PACED not in start
    assert all(part[PACED] for part in parts)
    assert end == {"type": "http.response.body"}


async def test_pages_wait_for_no_client_that_does_not_read(
    site: PageLimit, numbers: Numbers
) -> None:
    slow, page = Client(), Client()
    waiting = asyncio.create_task(visit(site, slow, *DOWNLOAD_PATHS, ALICE))
    await slow.waits.wait()
    await visit(site, page, "/", BOB)
    assert page.body == b"page"
    # The first two are made before the answer begins.
    assert numbers.made == [0, 1]
    slow.may_read.set()
    await waiting
    assert numbers.made == list(range(PARTS))
    assert numbers.closed


async def test_nothing_more_is_made_for_a_client_that_has_left(
    site: PageLimit, numbers: Numbers, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(leaves_after=5)
    client.may_read.set()
    await visit(site, client, *DOWNLOAD_PATHS, ALICE)
    assert numbers.made == [0, 1, 2, 3, 4]
    assert numbers.closed
    assert not caplog.records
    assert [each.waiting for each in site.downloads.queues] == [0, 0]
    await visit(site, again := Client(leaves_after=1), *DOWNLOAD_PATHS, ALICE)
    assert again.body == b"0 "
