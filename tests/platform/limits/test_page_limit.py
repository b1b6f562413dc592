"""Only a few pages are computed at once."""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pytest_django.fixtures import Settings

from games.platform.database.threads import SLOW_WORKERS, WORKERS
from games.platform.limits import fair_queue, page_limit
from games.platform.limits.buckets import AddressBuckets
from games.platform.limits.fair_queue import FairQueue
from games.platform.limits.page_limit import CHECKS, PICTURES, PROVIDERS, PageLimit
from games.site.shared.answers.endpoint import busy

ALICE, BOB = "203.0.113.1", "203.0.113.2"


class Work:
    """An application whose pages take until `finish()`; it notes what runs in which thread."""

    def __init__(self) -> None:
        self.may_finish = threading.Event()
        self.running: list[str] = []
        self.threads: set[int] = set()
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        self.bodies.append(message["body"])
        self.running.append(scope["path"])
        await sync_to_async(self._compute)()
        self.running.remove(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})

    def _compute(self) -> None:
        self.threads.add(threading.get_ident())
        assert self.may_finish.wait(30)


class Visit:
    """One request and its answer."""

    def __init__(self, site: PageLimit, path: str, address: str, *parts: bytes) -> None:
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for left, part in reversed(list(enumerate(reversed(parts or (b"",))))):
            message = {"type": "http.request", "body": part, "more_body": left > 0}
            self.messages.put_nowait(message)
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = b""
        scope = {"type": "http", "path": path, "client": (address, 1), "headers": []}
        self.task = asyncio.create_task(site(scope, self.messages.get, self.send))

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.body += message["body"]

    def disconnect(self) -> None:
        self.messages.put_nowait({"type": "http.disconnect"})

    async def end(self) -> int:
        async with asyncio.timeout(30):
            await self.task
        return self.status


@pytest.fixture
def work(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    settings.PAGES_AT_ONCE = 3
    settings.SOCKETS_PER_ADDRESS, settings.SOCKET_RATE = 200, 20
    monkeypatch.setattr(page_limit, "REFUSAL_DELAY_S", 0)
    monkeypatch.setattr(page_limit, "PAGES_BEFORE_REST", AddressBuckets(rate=0, burst=0))
    monkeypatch.setattr(fair_queue, "LOAD", SimpleNamespace(is_high=False))
    work = Work()
    yield work
    work.may_finish.set()


async def settle() -> None:
    """Let every task run until it waits for a thread or for its turn."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_it_computes_one_page_of_an_address_at_once_and_three_in_all(work: Work) -> None:
    site = PageLimit(work)
    visits = [Visit(site, f"/{number}", ALICE) for number in range(9)]
    visits += [Visit(site, f"/bob{number}", BOB) for number in range(2)]
    visits += [Visit(site, f"/{number}", f"203.0.113.{number}") for number in range(3, 6)]
    await settle()
    assert work.running == ["/0", "/bob0", "/3"]
    work.may_finish.set()
    assert [await visit.end() for visit in visits] == [200] * 14
    assert len(work.threads) <= 3


async def test_it_answers_503_when_the_places_of_an_address_are_taken(work: Work) -> None:
    site = PageLimit(work, {"/api/": busy()})
    kept = [Visit(site, "/", ALICE) for _ in range(1 + 32)]
    await settle()
    page, call = Visit(site, "/rules/", ALICE), Visit(site, "/api/v1/variants", ALICE)
    assert (await page.end(), await call.end()) == (503, 503)
    assert page.headers[b"Retry-After"] == call.headers[b"Retry-After"] == b"5"
    assert b"try again" in page.body
    assert json.loads(call.body)["error"]["code"] == "busy"
    other = Visit(site, "/", BOB)
    await settle()
    assert len(work.running) == 2
    work.may_finish.set()
    assert {await visit.end() for visit in [*kept, other]} == {200}


async def test_a_dozen_addresses_that_fill_the_queue_do_not_keep_others_out(work: Work) -> None:
    site = PageLimit(work)
    flood = [
        Visit(site, "/flood", f"198.51.100.{number}") for number in range(12) for _ in range(33)
    ]
    await settle()
    others = [Visit(site, "/", f"203.0.113.{number}") for number in range(20)]
    await settle()
    assert not any(visit.task.done() for visit in others)
    work.may_finish.set()
    assert [await visit.end() for visit in others] == [200] * 20
    answers = [await visit.end() for visit in flood]
    assert answers.count(200) == 3 + 128 - 20


async def test_it_keeps_threads_for_health_checks_and_static_files(work: Work) -> None:
    site = PageLimit(work)
    pages = [Visit(site, "/", f"203.0.113.{number}") for number in range(10)]
    others = [Visit(site, path, ALICE) for path in ("/healthz", "/readyz", "/static/css/base.css")]
    await settle()
    assert sorted(work.running) == ["/", "/", "/", "/healthz", "/static/css/base.css"]
    work.may_finish.set()
    assert {await visit.end() for visit in [*pages, *others]} == {200}


async def test_it_computes_two_pictures_at_once_beside_the_pages(work: Work) -> None:
    site = PageLimit(work)
    addresses = [f"203.0.113.{number}" for number in range(5)]
    visits = [Visit(site, "/preview/en/site.png", address) for address in [ALICE, *addresses]]
    visits += [Visit(site, "/", address) for address in [ALICE, *addresses]]
    await settle()
    assert sorted(work.running) == ["/"] * 3 + ["/preview/en/site.png"] * 2
    work.may_finish.set()
    assert {await visit.end() for visit in visits} == {200}


async def test_nobody_waits_for_a_provider_but_those_who_sign_in_with_it(
    work: Work, settings: Settings
) -> None:
    settings.OIDC = {"school": {}, "school-staff": {}}
    site = PageLimit(work)
    addresses = [f"203.0.113.{number}" for number in range(6)]
    paths = ["/", "/sign-in/with/school-staff/", "/sign-in/with/school/done/"]
    visits = [Visit(site, path, address) for path in reversed(paths) for address in addresses]
    await settle()
    assert sorted(work.running) == [path for path in paths for _ in range(3)]
    work.may_finish.set()
    assert {await visit.end() for visit in visits} == {200}


@pytest.mark.parametrize("path", ["club/", "school", "", "/", "school-x/done/"])
async def test_an_address_of_no_provider_is_a_page(
    work: Work, settings: Settings, path: str
) -> None:
    settings.OIDC = {"school": {}}
    site = PageLimit(work)
    assert site.lane(f"/sign-in/with/{path}") is site.pages


async def test_it_forgets_a_client_that_leaves_the_queue(work: Work) -> None:
    site = PageLimit(work)
    visits = [Visit(site, f"/{number}", ALICE) for number in range(3)]
    await settle()
    visits[1].disconnect()
    assert await visits[1].end() == 0
    work.may_finish.set()
    assert [await visits[number].end() for number in (0, 2)] == [200, 200]
    assert len(work.bodies) == 2


async def test_it_admits_the_next_when_a_request_was_cancelled_as_its_turn_came() -> None:
    queue = FairQueue(replace(page_limit.PAGES, running=1))
    assert queue.enters_at_once(ALICE)
    cancelled = asyncio.create_task(page_limit.enters(queue, ALICE, asyncio.Event().wait))  # type: ignore[arg-type]
    await settle()
    queue.leave(ALICE)
    # One iteration later it is admitted, and does not know it yet.
    await asyncio.sleep(0)
    assert queue.running == 1
    cancelled.cancel()
    await settle()
    assert cancelled.cancelled()
    assert queue.running == 0


async def test_it_counts_a_page_until_its_thread_is_free_even_if_nobody_waits_for_it(
    work: Work,
) -> None:
    site = PageLimit(work)
    gone = Visit(site, "/gone", ALICE)
    await settle()
    gone.disconnect()
    gone.task.cancel()
    next_one = Visit(site, "/next", ALICE)
    await settle()
    assert work.running == ["/gone"]
    work.may_finish.set()
    assert await next_one.end() == 200
    assert len(work.threads) <= 2


async def test_it_takes_a_place_only_when_the_body_is_complete(work: Work) -> None:
    site = PageLimit(work)
    work.may_finish.set()
    whole = Visit(site, "/", ALICE, b"one ", b"two ", b"three")
    assert await whole.end() == 200
    assert work.bodies == [b"one two three"]
    large = Visit(site, "/", ALICE, *[b"x" * 1000] * 66)
    assert await large.end() == 413
    assert len(work.bodies) == 1


async def test_greedy_addresses_share_one_place_that_rests(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    buckets = AddressBuckets(rate=0.001, burst=2)
    monkeypatch.setattr(page_limit, "PAGES_BEFORE_REST", buckets)
    monkeypatch.setattr(page_limit, "REST", 1.0)
    greedy = ("203.0.113.7", "203.0.113.8", "203.0.113.9")
    assert all(buckets.of(address).take() for address in greedy for _ in range(2))
    site = PageLimit(work)
    visits = [Visit(site, f"/greedy{number}", each) for number, each in enumerate(greedy)]
    others = [Visit(site, f"/{address}", address) for address in (ALICE, BOB)]
    await settle()
    # The others have places of their own.
    assert work.running == ["/greedy0", f"/{ALICE}", f"/{BOB}"]
    await asyncio.sleep(0.5)
    work.may_finish.set()
    assert await visits[0].end() == 200
    assert [await visit.end() for visit in others] == [200, 200]
    await settle()
    assert len(work.bodies) == 3
    assert [await visit.end() for visit in visits] == [200] * 3


async def test_it_lifts_the_share_of_an_address_for_load_tests(
    work: Work, settings: Settings
) -> None:
    settings.SOCKETS_PER_ADDRESS = 0
    site = PageLimit(work)
    visits = [Visit(site, "/", ALICE) for _ in range(100)]
    await settle()
    assert len(work.running) == 3
    work.may_finish.set()
    assert {await visit.end() for visit in visits} == {200}


def test_the_pool_has_a_connection_for_each_thread(settings: Settings) -> None:
    # On a busy machine all of them may be in the middle of something. One that gets no connection
    # within seconds shows an error.
    lanes = (CHECKS, PICTURES, PROVIDERS)
    threads = settings.PAGES_AT_ONCE + sum(each.running for each in lanes) + WORKERS + SLOW_WORKERS
    assert threads <= settings.POOL_SIZE
