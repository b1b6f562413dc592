"""E12, E13, E14, E15 and E17: clients that vanish, stop reading, flood, send rubbish, or return."""

import asyncio
import itertools
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from picows import WSError

from workshop.lab.attacks.target import ATTACKER
from workshop.lab.chaos.lab import Lab, Window, in_ms
from workshop.lab.chaos.service_faults import port_of, with_port
from workshop.lab.fuzz.record import Record
from workshop.lab.fuzz.run import Options, create_site, send
from workshop.lab.loadtest.generator_process import gather_guests
from workshop.lab.loadtest.messages import TableSpec
from workshop.lab.loadtest.processes import Server, rss_mb
from workshop.lab.loadtest.report import percentile
from workshop.lab.wire_player import LOST, WirePlayer, room_path

HALF_OPEN = 100
CLOSED_S = 50.0
# Silent for 45 s, looked at every second, present for 10 s more.
GONE_S = 65.0
SPARE_DESCRIPTORS = 5
SLOW = 50
SLOW_SOURCE = "127.0.0.8"
ASK_EVERY_S = 0.03
WARM_UP_S = 5.0
DROPPED_S = 15.0
MAX_GROWTH_MB = 50.0
FLOODERS = 20
FLOOD_BYTES = 1000
FLOOD_CLOSED_S = 2.0
FLOOD_CODES = {1008, 4429}
SLOW_DATABASE_S = 0.01
RETURN_S = 20.0
POOL = 10
# A latency this low is good, whatever it was before.
GOOD_S = 0.1


def descriptors(server: Server) -> int:
    """Return how many files and sockets a server has open."""
    return len(os.listdir(f"/proc/{server.pid}/fd"))


def half_open_clients(lab: Lab) -> None:
    """A hundred clients vanish without the end of a connection."""
    [server] = lab.add_servers(1)
    network = lab.proxy(server.port)
    crowd = gather_guests(HALF_OPEN, lab.testbed.env)
    lab.play([server.url], rate=20.0)
    before = descriptors(server)

    async def vanish() -> tuple[float, float]:
        clients = await join(f"ws://127.0.0.1:{network.port}", crowd)
        watcher = await WirePlayer(server.url, room_path(crowd.room)).enter()
        here = len(watcher.here)
        lab.require(here == HALF_OPEN, f"{here} of {HALF_OPEN} were present")
        for client in clients:
            client.ping()
        network.freeze()
        frozen = time.monotonic()
        gone = asyncio.create_task(until_nobody_is_here(watcher))
        # The watcher is one more.
        closed_s = await until(
            lambda: descriptors(server) <= before + 1 + SPARE_DESCRIPTORS, CLOSED_S + 20
        )
        await asyncio.wait([gone], timeout=GONE_S + 20 - closed_s)
        gone_s = time.monotonic() - frozen if gone.done() else float("inf")
        gone.cancel()
        for client in [watcher, *clients]:
            client.close()
        return closed_s, gone_s

    closed_s, gone_s = asyncio.run(vanish())
    lab.finish()
    lab.note("half open", f"{HALF_OPEN}; closed after {closed_s:.0f} s, away after {gone_s:.0f} s")
    lab.require(closed_s < float("inf"), "the server kept connections of clients that vanished")
    lab.require(gone_s < float("inf"), "clients that vanished are still present")
    lab.expect(closed_s <= CLOSED_S, f"closed after {closed_s:.0f} s")
    lab.expect(gone_s <= GONE_S, f"present for {gone_s:.0f} s")


async def join(url: str, crowd: TableSpec) -> list[WirePlayer]:
    """Connect all guests to their room, and wait for their welcomes."""
    path = room_path(crowd.room)
    return [await WirePlayer(url, path, player.cookie).enter() for player in crowd.players]


async def until_nobody_is_here(watcher: WirePlayer) -> None:
    """Return when the room's presence is empty; ping meanwhile."""
    pings = asyncio.create_task(watcher.keep_awake())
    try:
        await watcher.until(lambda: not watcher.here)
        if watcher.closed is not None:
            raise ConnectionError(f"the watcher was closed with {watcher.closed}")
    finally:
        pings.cancel()


async def until(condition: Callable[[], bool], seconds: float) -> float:
    """Return after how many seconds a condition holds; infinity if that takes too long."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            return float("inf")
        await asyncio.sleep(0.2)
    return time.monotonic() - began


def slow_readers(lab: Lab) -> None:
    """Fifty spectators ask for more and more, and stop reading, while the tables play."""
    [server] = lab.add_servers(1)
    lab.play([server.url], rate=60.0)
    readers = SlowReaders(server, [table.room for table in lab.tables])
    dropped_s, before, during = asyncio.run(readers.stall(lab))
    lab.finish()
    waited_s, grown_mb = dropped_s - readers.full_s, readers.peak_mb - readers.first_mb
    lab.note("slow readers", f"{SLOW}; the kernel took what they did not read for")
    lab.note("", f"{readers.full_s:.0f} s; dropped {waited_s:.0f} s later; {grown_mb:+.0f} MB")
    lab.require(dropped_s < float("inf"), "slow readers were not dropped")
    lab.require(grown_mb < MAX_GROWTH_MB, f"the server grew by {grown_mb:.0f} MB")
    lab.expect(waited_s <= DROPPED_S, f"slow readers were dropped after {waited_s:.0f} s")
    expect_unchanged(lab, before, during)


class SlowReaders:
    """Spectators who stop reading. full_s: until the kernel's buffers for them took no more."""

    def __init__(self, server: Server, rooms: list[str]) -> None:
        self.full_s = 0.0
        self.first_mb = self.peak_mb = 0.0
        self._server = server
        self._rooms = rooms
        self._queued = 0
        self._began = 0.0

    async def stall(self, lab: Lab) -> tuple[float, Window, Window]:
        """Return after how many seconds all were dropped, and the time before and during that."""
        await watch(self._server.url, self._rooms[0], WARM_UP_S)
        with lab.window() as before:
            await asyncio.sleep(lab.seconds / 4)
        self.first_mb, baseline = rss_mb(self._server.pid), descriptors(self._server)
        readers = [
            WirePlayer(self._server.url, room_path(room), source=SLOW_SOURCE, narrow=True)
            for room in itertools.islice(itertools.cycle(self._rooms), SLOW)
        ]
        for reader in readers:
            await reader.open()
        self._began = time.monotonic()
        asking = [asyncio.create_task(self._ask(reader)) for reader in readers]
        with lab.window() as during:
            dropped = await until(
                lambda: self._look() <= baseline + SPARE_DESCRIPTORS, lab.seconds + 60
            )
        for task in asking:
            task.cancel()
        for reader in readers:
            reader.close()
        return dropped, before, during

    def _look(self) -> int:
        """Note the server's memory, and whether the kernel took more; return its descriptors."""
        self.peak_mb = max(self.peak_mb, rss_mb(self._server.pid))
        queued = unsent_bytes(self._server.port)
        if queued > self._queued:
            self._queued, self.full_s = queued, time.monotonic() - self._began
        return descriptors(self._server)

    async def _ask(self, reader: WirePlayer) -> None:
        """Ask for the view again and again, and read nothing."""
        reader.stop_reading()
        while reader.closed is None:
            reader.request_snapshot()
            await asyncio.sleep(ASK_EVERY_S)


async def watch(url: str, room: str, seconds: float) -> None:
    """Watch a table: the first spectator makes a server load what computes win probabilities."""
    async with WirePlayer(url, room_path(room)):
        await asyncio.sleep(seconds)


def unsent_bytes(port: int) -> int:
    """Return how much the kernel holds that clients of this local port have not taken."""
    total = 0
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, _, _, queues = line.split()[:5]
        if int(local.split(":")[1], 16) == port:
            total += int(queues.split(":")[0], 16)
    return total


def expect_unchanged(lab: Lab, before: Window, during: Window) -> None:
    """Expect that the players' p99 is good, or at most twice what it was."""
    then, now = lab.answer_s(before), lab.answer_s(during)
    lab.note("acks", f"before: {in_ms(then)}; during: {in_ms(now)}")
    lab.require(bool(now), "nobody could play")
    limit = max(GOOD_S, 2 * percentile(then, 0.99))
    lab.expect(percentile(now, 0.99) <= limit, f"players waited: {in_ms(now)}, not {in_ms(then)}")


def floods(lab: Lab) -> None:
    """Twenty clients send frames of 1 kB as fast as they can; later PostgreSQL is slow as well."""
    url = lab.testbed.env["DATABASE_URL"]
    database = lab.proxy(port_of(url))
    # With the limits of the site, within which these players stay.
    [server] = lab.add_servers(
        1, DATABASE_URL=with_port(url, database.port), SOCKET_RATE="20", LIMITS="socket=10000/60"
    )
    # To play to the end as fast as possible would break the same limits.
    lab.play([server.url], rate=20.0, finish=False)
    asyncio.run(watch(server.url, lab.tables[0].room, WARM_UP_S))
    with lab.window() as before:
        time.sleep(lab.seconds / 4)
    memory = rss_mb(server.pid)
    closes: Counter[int] = Counter()
    took: list[float] = []
    windows = []
    for delay_s in (0.0, SLOW_DATABASE_S):
        database.delay_s = delay_s
        with lab.window() as window:
            asyncio.run(flood(server.url, lab.tables[0].room, lab.seconds / 4, closes, took))
        windows.append(window)
    database.delay_s = 0.0
    during, slow = windows
    grown = rss_mb(server.pid) - memory
    lab.finish()
    lab.note("flood", f"closed {dict(closes)} after {in_ms(took)}; {grown:+.0f} MB")
    lab.note("slow too", f"PostgreSQL {SLOW_DATABASE_S} s late: acks {in_ms(lab.answer_s(slow))}")
    # While a client still sends, a close frame may get lost on its way to it.
    codes = set(closes) - {LOST}
    lab.require(codes != set(), "no flood was closed with a code")
    lab.require(codes <= FLOOD_CODES, f"floods were closed with {dict(closes)}")
    lab.require(len(took) >= FLOODERS, "floods were not closed")
    lab.require(grown < MAX_GROWTH_MB, f"the server grew by {grown:.0f} MB")
    lab.expect(max(took, default=0.0) <= FLOOD_CLOSED_S, f"floods were closed after {in_ms(took)}")
    expect_unchanged(lab, before, during)


async def flood(
    url: str, room: str, seconds: float, closes: Counter[int], took: list[float]
) -> None:
    """Let FLOODERS sockets of one address flood, each again when it is closed."""
    frame = b"x" * FLOOD_BYTES

    async def one_flood() -> None:
        while True:
            flooder = WirePlayer(url, room_path(room), source=ATTACKER)
            with suppress(OSError, WSError, TimeoutError):
                await flooder.open()
                began = time.monotonic()
                try:
                    while flooder.closed is None:
                        flooder.send(frame)
                        await asyncio.sleep(0)
                    closes[flooder.closed] += 1
                finally:
                    took.append(time.monotonic() - began)
                    flooder.close()
            await asyncio.sleep(0.5)

    tasks = [asyncio.create_task(one_flood()) for _ in range(FLOODERS)]
    await asyncio.sleep(seconds)
    stopped = len(took)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    # Those that we ended ourselves do not count.
    del took[stopped:]


def bad_input(lab: Lab) -> None:
    """Random, broken and forbidden frames of all kinds, next to tables that play."""
    [server] = lab.add_servers(1)
    lab.play([server.url], rate=20.0)
    options = Options(lab.seconds, lab.outcome.seed, players=8, clients=0)
    record = Record()
    site = create_site(options, lab.testbed)
    asyncio.run(send(options, server, site, record))
    lab.finish()
    lab.note(
        "sent", f"{sum(record.sent.values()):,} frames; {len(record.errors)} kinds of refusals"
    )
    lab.note("closes", dict(record.closes))
    for finding in record.findings:
        lab.outcome.problems += finding.lines()
    lab.require(lab.outcome.total("reconnects") == 0, "players lost their connections")


def herd(lab: Lab) -> None:
    """All connections are reset in the same moment, and all clients return at once."""
    [server] = lab.add_servers(1, DATABASE_POOL=str(POOL))
    network = lab.proxy(server.port, many_addresses=True)
    generator = lab.play([f"ws://127.0.0.1:{network.port}"], rate=50.0, finish=False)
    most = [0]
    backs = []
    for _ in range(max(1, int(lab.seconds / 20))):
        time.sleep(2.0)
        cut = time.time()
        network.cut()
        with counting_connections(lab, most):
            backs.append(generator.wait_for("back")["at"] - cut)
    lab.finish()
    lost = lab.outcome.total("reconnects")
    lab.note("herd", f"{lost} connections lost, all back after {max(backs):.1f} s")
    lab.note("database", f"{most[0]} connections at most")
    lab.require(most[0] <= POOL + 1, f"{most[0]} connections to the database")
    lab.expect(max(backs) <= RETURN_S, f"all were back after {max(backs):.1f} s")


@contextmanager
def counting_connections(lab: Lab, most: list[int]) -> Iterator[None]:
    """Keep the largest number of connections to PostgreSQL in `most`, until the block ends."""
    stop = threading.Event()
    url = lab.testbed.env.get("DATABASE_URL")

    def watch() -> None:
        if url is None:
            return
        with psycopg.connect(url, autocommit=True) as connection:
            while not stop.wait(0.1):
                row = connection.execute(
                    "SELECT count(*) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                ).fetchone()
                assert row is not None
                most[0] = max(most[0], row[0])

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        stop.set()
        watcher.join()
