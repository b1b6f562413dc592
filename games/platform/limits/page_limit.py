"""ASGI middleware that lets only a few pages be computed at once.

Django computes each page in a thread. Many threads together would delay every move of every game,
because they share the interpreter and the processor with the event loop. So there are few threads,
which stay for the life of the process, and a short queue in front of them
(games/platform/limits/fair_queue.py). A request that finds no place gets 503 with Retry-After.

Six kinds of requests have threads of their own, so that none waits for another: pages, static
files, pictures of previews, answers that wait for a provider of sign-ins (each provider has its
own), the health checks, and files that are made while they are sent.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from games.platform import metrics
from games.platform.clock import monotonic
from games.platform.language import language_of_headers
from games.platform.limits.buckets import AddressBuckets
from games.platform.limits.fair_queue import FairQueue, FullError, Limits
from games.platform.limits.loop_share import LOOP_SHARE
from games.platform.limits.pace import paced
from games.platform.limits.priority import give_way
from games.platform.limits.rates import socket_address

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# Django types them more narrowly.
ASGIApp = Callable[[Message, Any, Any], Awaitable[None]]
Serve = Callable[[], Awaitable[None]]

PAGES = Limits(running=0, waiting=128, running_each=1, waiting_each=32, seconds=10.0, when_busy=2)
"""`running` is settings.PAGES_AT_ONCE."""
FILES = Limits(running=3, waiting=1024, running_each=1, waiting_each=256, seconds=30.0, when_busy=1)
"""A page without one of its files does not work: late is better than never."""
CHECKS = Limits(running=2, waiting=64, running_each=1, waiting_each=16, seconds=5.0)
PICTURES = Limits(running=2, waiting=64, running_each=1, waiting_each=16, seconds=10.0)
"""Apps that show a link ask for them. One is drawn at a time
(games/site/shared/sharing/picture_cache.py).
"""
PROVIDERS = Limits(running=3, waiting=128, running_each=1, waiting_each=32, seconds=10.0)
"""They wait for a server of others (games/site/account/providers/transport.py): a school class may
come at once, from one address.
"""
DOWNLOADS = Limits(running=16, waiting=64, running_each=1, waiting_each=4, seconds=10.0)
"""They wait for clients that read. One part is made at a time (games/platform/server/downloads.py).
"""
PAGES_BEFORE_REST = AddressBuckets(rate=2, burst=20)
FILES_BEFORE_REST = AddressBuckets(rate=30, burst=300)
PICTURES_BEFORE_REST = AddressBuckets(rate=1, burst=10)
CHECKS_BEFORE_REST = AddressBuckets(rate=2, burst=20)
PROVIDERS_BEFORE_REST = AddressBuckets(rate=2, burst=60)
DOWNLOADS_BEFORE_REST = AddressBuckets(rate=1, burst=10)
"""How many requests of an address, per second and at once, are usual: a first visit loads many
files. All that goes beyond, of all addresses, shares one place, and rests after each request.
"""
REST = 3.0
"""How long a greedy request is followed by rest, in multiples of its own time."""
FILE_PATHS = ("/sw.js",)
"""Browsers ask for the service worker after each page, and it comes from memory."""
PICTURE_PATH = "/preview/"
PROVIDER_PATH = "/sign-in/with/"
DOWNLOAD_PATHS = ("/account/export/",)
CHECK_PATHS = ("/healthz", "/readyz")
MAX_BODY_BYTES = 64 * 1024
"""The largest body. `manage.py serve` has the same limit; other servers may have none."""
RETRY_AFTER_S = 5
NO_REFUSALS: Mapping[str, bytes] = MappingProxyType({})
MAX_REST_S = 1.0
"""A page that waited for a slow disk is no reason for a long rest."""
REFUSAL_DELAY_S = 2.0
"""A refusal waits this long, so that a client that repeats its request at once costs little."""
POLICY = b"default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'"


class Lane:
    """Threads for one kind of request, and the queues in front of them."""

    def __init__(self, name: str, limits: Limits, before_rest: AddressBuckets) -> None:
        self._name = name
        self._before_rest = before_rest
        self._limits = limits
        self._queues: tuple[FairQueue, FairQueue] | None = None
        self._idle: list[ThreadPoolExecutor] = []
        metrics.WAITING.read_with(lambda: sum(each.waiting for each in self.queues), of=name)

    @property
    def queues(self) -> tuple[FairQueue, FairQueue]:
        """The queue of all, and that of the addresses which ask for more than people do: one of
        them is served at a time. If addresses have no limits, one may have all places.
        """
        if self._queues is None:
            limits = self._limits
            if not _limits_addresses():
                limits = replace(limits, running_each=limits.running, waiting_each=limits.waiting)
            greedy = replace(limits, running=1)
            self._queues = FairQueue(limits, self._name), FairQueue(greedy, f"greedy {self._name}")
        return self._queues

    def queue_of(self, address: str) -> FairQueue:
        """Return the queue for one more request of `address`."""
        all_, greedy = self.queues
        moderate = self._before_rest.of(address.partition("/")[0]).take()
        return all_ if moderate or not _limits_addresses() else greedy

    def leave(self, queue: FairQueue, address: str, seconds: float) -> None:
        """End a request that took so long (seconds)."""
        metrics.REQUESTS.observe(seconds, self._name)
        if queue is self.queues[0]:
            queue.leave(address)
        else:
            # So greedy requests, however many ask, leave most of the processor's time to moves.
            rest = min(seconds * REST, MAX_REST_S)
            asyncio.get_running_loop().call_later(rest, queue.leave, address)

    async def run(self, serve: Serve) -> None:
        """Run `serve()`; its thread-sensitive functions run in one of our threads."""
        # Each executor has one thread. The one used last is warm, and the others may never start.
        thread = (
            self._idle.pop()
            if self._idle
            else ThreadPoolExecutor(1, self._name, initializer=give_way)
        )
        try:
            async with ThreadSensitiveContext(executor=thread):
                await serve()
        finally:
            self._idle.append(thread)


def _limits_addresses() -> bool:
    return bool(settings.SOCKETS_PER_ADDRESS and settings.SOCKET_RATE)


class PageLimit:
    """Middleware around Django's application.

    `refusals`: the JSON with which requests of programs are refused, by the beginning of the path.
    """

    def __init__(self, inner: ASGIApp, refusals: Mapping[str, bytes] = NO_REFUSALS) -> None:
        self.inner = inner
        self._refusals = refusals
        self.pages = Lane(
            "pages", replace(PAGES, running=settings.PAGES_AT_ONCE), PAGES_BEFORE_REST
        )
        self.files = Lane("files", FILES, FILES_BEFORE_REST)
        self.pictures = Lane("pictures", PICTURES, PICTURES_BEFORE_REST)
        # Each has its own: nobody waits for a provider that is slow but their own.
        self.providers = {
            f"{PROVIDER_PATH}{each}/": Lane(f"provider {each}", PROVIDERS, PROVIDERS_BEFORE_REST)
            for each in settings.OIDC
        }
        self.checks = Lane("checks", CHECKS, CHECKS_BEFORE_REST)
        self.downloads = Lane("downloads", DOWNLOADS, DOWNLOADS_BEFORE_REST)
        self._running: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        send = counted(send)
        body = await read_body(receive)
        if body is None:
            return
        if len(body) > MAX_BODY_BYTES:
            await answer(send, 413, b"text/plain", b"The request is too large.")
            return
        lane, address = self.lane(scope["path"]), socket_address(scope)
        queue = lane.queue_of(address)
        try:
            if not await enters(queue, address, receive):
                return
        except FullError:
            await asyncio.sleep(REFUSAL_DELAY_S)
            await LOOP_SHARE.turn(address)
            await self._refuse(scope, send)
            return
        if lane is self.downloads:
            send = paced(send)
        leave = partial(lane.leave, queue, address)
        await self._serve(lane, leave, partial(self.inner, scope, once(body), send))

    def lane(self, path: str) -> Lane:
        """Return the threads that compute the answer for a path."""
        if path.startswith(settings.STATIC_URL) or path in FILE_PATHS:
            return self.files
        if path.startswith(PICTURE_PATH):
            return self.pictures
        if path.startswith(PROVIDER_PATH):
            beginning = path[: path.find("/", len(PROVIDER_PATH)) + 1]
            return self.providers.get(beginning, self.pages)
        if path in DOWNLOAD_PATHS:
            return self.downloads
        return self.checks if path in CHECK_PATHS else self.pages

    async def _refuse(self, scope: Message, send: Send) -> None:
        """Answer with 503: a page for people, JSON for programs."""
        for beginning, body in self._refusals.items():
            if scope["path"].startswith(beginning):
                await answer(send, 503, b"application/json", body)
                return
        page = busy_page(language_of_headers(scope["headers"]))
        await answer(send, 503, b"text/html; charset=utf-8", page)

    async def _serve(self, lane: Lane, leave: Callable[[float], None], serve: Serve) -> None:
        """Run the application to its end, even if the client does not wait for it; then `leave`
        the queue.
        """
        # A thread cannot be interrupted, so the place in the queue is taken until it is done.
        began = monotonic()
        running = asyncio.create_task(lane.run(serve))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        running.add_done_callback(lambda _: leave(monotonic() - began))
        await asyncio.shield(running)


def counted(send: Send) -> Send:
    """Return `send`, which also counts the answers by their status."""

    async def send_and_count(message: Message) -> None:
        if message["type"] == "http.response.start":
            metrics.ANSWERS.add(of=str(message["status"]))
        await send(message)

    return send_and_count


async def read_body(receive: Receive) -> bytes | None:
    """Return the body, or None if the client disconnected. Stops reading beyond MAX_BODY_BYTES."""
    body = b""
    while len(body) <= MAX_BODY_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return body


async def enters(queue: FairQueue, address: str, receive: Receive) -> bool:
    """Wait to be admitted. Return False if the client disconnects before. Raises FullError."""
    if queue.enters_at_once(address):
        return True
    waiting = asyncio.create_task(queue.wait(address))
    leaving = asyncio.ensure_future(receive())
    is_admitted = False
    try:
        await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
        is_admitted = waiting.done()
    finally:
        leaving.cancel()
        # It gives up its place, unless it was admitted while this request was cancelled.
        if not is_admitted and not waiting.cancel() and not waiting.exception():
            queue.leave(address)
    if is_admitted:
        waiting.result()
    return is_admitted


def once(body: bytes) -> Receive:
    """Return ASGI's `receive` for a request that is complete. It never tells of a disconnect."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not messages:
            await asyncio.Event().wait()
        return messages.pop()

    return receive


@cache
def busy_page(language: str) -> bytes:
    """Return the page that says that the server is busy. It is rendered once for each language."""
    with override(language):
        return render_to_string("shared/busy.html").encode()


async def answer(send: Send, status: int, content_type: bytes, body: bytes) -> None:
    """Send an answer that nobody stores."""
    headers = [
        (b"Content-Type", content_type),
        (b"Content-Length", str(len(body)).encode()),
        (b"Cache-Control", b"no-store"),
        (b"Content-Security-Policy", POLICY),
        (b"X-Content-Type-Options", b"nosniff"),
        # The API's programs on other sites must be able to read that they have to wait.
        (b"Access-Control-Allow-Origin", b"*"),
        (b"Retry-After", str(RETRY_AFTER_S).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
