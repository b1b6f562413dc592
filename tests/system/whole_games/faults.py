"""Whole games while processes of the site fail: three servers, a worker, PostgreSQL and Redis."""

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.site.account.notifications.push_service import running_push_service
from tests.support.servers import QUICKLY, Server, Site
from tests.support.services import link_collected
from tests.support.services.migrated import MigratedPostgres
from tests.support.services.postgres_server import PostgresServer, running_postgres
from tests.support.services.processes import free_port, start_child, stop_child, wait_until
from tests.support.services.redis_server import RedisServer, running_redis
from tests.system.whole_games.dimensions import Row, people_of
from tests.system.whole_games.installation import Desk, Installation, environment
from tests.system.whole_games.journal import Command, Json
from tests.system.whole_games.party import Party
from tests.system.whole_games.player import Player, Refused
from tests.system.whole_games.run import evening
from tests.system.whole_games.tab import PATIENCE_S

SERVERS = 3
AGAIN_S = 0.3
CONNECT_S = 10.0
PAUSE_S = 4.0
AWAY_S = 3.0
DONE_BEFORE = (("rematch", "already_started"), ("start", "already_started"))


class SteadyPlayer(Player):
    """A player who connects again whenever the connection is lost, as a browser does."""

    async def enter(self, room: str) -> None:
        """Connect to a room, at the next server if one does not answer.

        Until then the player has the connection that was lost: whoever waits may be interrupted.
        """
        self.room = room
        while True:
            # A server may not be there, or have no database.
            with suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                async with asyncio.timeout(CONNECT_S):
                    tab = await self.site.enter(self.person, room, self.whole, self.number)
                if tab.closed is None:
                    self._tab = tab
                    return
            self.number += 1
            await asyncio.sleep(AGAIN_S)

    async def news(self) -> None:
        """Wait for a message; connect again if the connection was lost."""
        if self.tab.closed is None:
            await self.tab.next_news()
        if self.tab.closed is not None:
            await self.come_back()

    async def ask(self, type_: str, **fields: Any) -> Json:
        """Send a command until it is answered. Raises Refused.

        Rooms do not remember commands: one that was done may be refused when it is sent again.
        """
        try:
            return await super().ask(type_, **fields)
        except Refused as refused:
            if (type_, refused.code) not in DONE_BEFORE:
                raise
            return {}

    async def _exchange(self, noted: Command, fields: Json) -> Json | None:
        try:
            return await super()._exchange(noted, fields)
        except ConnectionClosed:
            return None


class SteadyParty(Party):
    """A party of players who come back."""

    player_class = SteadyPlayer


def start_server(server: Server, site: Site) -> None:
    """Start a server of a site, at its port and whatever ran there before."""
    server.log = site.directory / f"server-{server.port}-{time.monotonic_ns()}.log"
    command = [sys.executable, *QUICKLY, "serve", "--port", str(server.port)]
    server.child = start_child(command, log=server.log, cwd=site.root, env=site.environment)
    assert wait_until(server.listens, server.child, server.log), server.log.read_text()


class Failing:
    """The processes of a site, each of which can be made to fail."""

    def __init__(self, site: Site, postgres: PostgresServer, redis: RedisServer) -> None:
        self.done: Counter[str] = Counter()
        self.servers = [Server(free_port(), None, Path()) for _ in range(SERVERS)]  # type: ignore[arg-type]
        self._site = site
        self._postgres = postgres
        self._redis = redis
        self._victims = cycle(range(SERVERS))
        # Processes end with the thread that has started them.
        self._thread = ThreadPoolExecutor(1)
        self.worker = site.start_worker(*QUICKLY)
        for number in range(SERVERS):
            self.start(number)

    def start(self, number: int) -> None:
        """Start a server, again at the same port."""
        start_server(self.servers[number], self._site)

    def stop(self) -> None:
        for server in self.servers:
            stop_child(server.child)
        stop_child(self.worker)
        self._thread.shutdown()

    # --- What fails -----------------------------------------------------------------------

    def kill_server(self) -> None:
        """A server ends without a word, perhaps between a commit and its answer."""
        number = next(self._victims)
        self.servers[number].child.kill()
        self.servers[number].child.wait()
        self.start(number)

    def restart_server(self) -> None:
        """A server is restarted, as for an update."""
        number = next(self._victims)
        self.servers[number].terminate()
        self.servers[number].child.wait(30)
        self.start(number)

    def kill_worker(self) -> None:
        """The worker ends without a word."""
        self.worker.kill()
        self.worker.wait()
        self.worker = self._site.start_worker(*QUICKLY)

    def lose_redis(self) -> None:
        """Redis ends, stays away for a while, and comes back empty."""
        self._redis.kill()
        time.sleep(AWAY_S)
        self._redis.restart()

    def lose_postgres(self) -> None:
        """PostgreSQL ends without finishing anything, and is started again."""
        os.kill(self._postgres.pid, signal.SIGQUIT)
        self._postgres.restart()

    async def keep_failing(self, over: asyncio.Event) -> None:
        """Let one after the other fail until the games are over."""
        faults: Sequence[Callable[[], None]] = (
            self.kill_server,
            self.lose_postgres,
            self.kill_worker,
            self.lose_redis,
            self.restart_server,
        )
        for fault in cycle(faults):
            await asyncio.sleep(PAUSE_S)
            if over.is_set():
                return
            await asyncio.get_running_loop().run_in_executor(self._thread, fault)
            self.done[fault.__name__] += 1


@contextmanager
def failing_site(directory: Path) -> Iterator[tuple[Installation, Failing]]:
    """A site whose processes can be made to fail."""
    with ExitStack() as stack:
        postgres = stack.enter_context(running_postgres())
        redis = stack.enter_context(running_redis())
        push = stack.enter_context(running_push_service())
        services = {
            "DATABASE_URL": MigratedPostgres(postgres).new_database(),
            "REDIS_URL": redis.url,
            "EMBEDDED_WORKER": "0",
        }
        site = Site(directory, **environment(push), **services)
        link_collected(site.directory)
        failing = Failing(site, postgres, redis)
        stack.callback(failing.stop)
        installation = Installation(site, failing.servers, push, Desk(site))
        try:
            yield installation, failing
        finally:
            installation.desk.close()


Meanwhile = Callable[[asyncio.Event], Coroutine[Any, Any, None]]
"""What happens while people play; the event is set when they have ended."""


def play_through_faults(
    site: Installation,
    meanwhile: Meanwhile,
    rows: Sequence[Row],
    party_class: type[SteadyParty] = SteadyParty,
) -> None:
    """Play these rows while processes fail, fill the journal, and wait for the worker."""
    site.journal.rows = [dict(row) for row in rows]
    people = sum(people_of(row) for row in rows)
    site.invite(people, people)
    parties = [party_class(site, number, row, people_of(row)) for number, row in enumerate(rows)]
    asyncio.run(_play(site, meanwhile, parties))
    # The connections of the old one may be broken.
    site.desk.close()
    site.desk = Desk(site.site)
    site.ask_now("settle")


async def _play(site: Installation, meanwhile: Meanwhile, parties: Sequence[Party]) -> None:
    over = asyncio.Event()
    pinging = asyncio.create_task(site.keep_alive())
    failing_on = asyncio.create_task(meanwhile(over))

    async def play(party: Party) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await evening(party)
        except BaseException as error:
            error.add_note(f"row {party.number}: {party.row}; {party.told()}")
            raise

    try:
        await _all(play(party) for party in parties)
    finally:
        over.set()
        pinging.cancel()
        with suppress(asyncio.CancelledError):
            await pinging
        await failing_on


async def _all(works: Iterator[Awaitable[None]]) -> None:
    failures = [
        result
        for result in await asyncio.gather(*works, return_exceptions=True)
        if isinstance(result, Exception)
    ]
    if failures:
        raise ExceptionGroup("rows that could not be played", failures)
