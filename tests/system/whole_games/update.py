"""An update from the release before this one while people play: two servers and a worker."""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.site.account.notifications.push_service import PushService, running_push_service
from tests.support.servers import QUICKLY, Server, Site
from tests.support.services import Postgres
from tests.support.services.processes import free_port, stop_child
from tests.system.whole_games.browser import Answer
from tests.system.whole_games.dimensions import DAY_S
from tests.system.whole_games.faults import SteadyParty, SteadyPlayer, start_server
from tests.system.whole_games.installation import UNAVAILABLE, Desk, Installation
from tests.system.whole_games.journal import Person
from tests.system.whole_games.releases import EarlierSite, two_sites

SERVERS = 2
PAUSE_S = 3.0
PACE_S = 2.0
LOOK_S = 0.2
END_S = 30.0
DESK = "tests.whole_games.desk"
"""The program of the desk at 1.0.0."""


class EarlierDesk(Desk):
    """The desk of the release before this one."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, DESK)

    def ask(self, do: str, **fields: Any) -> Any:
        """Have some work done. A tournament with the same dice for all is a duplicate event, which
        this version does not open any more.
        """
        if do == "tournament":
            same = fields.pop("dice") == "same"
            fields |= {"kind": "duplicate", "seats": 3} if same else {"kind": "arena"}
        return super().ask(do, **fields)


class Update:
    """The processes of a site: first of one release, then of the next one."""

    def __init__(self, old: EarlierSite, new: Site) -> None:
        self.old = old
        self.new = new
        self.servers = [Server(free_port(), None, Path()) for _ in range(SERVERS)]  # type: ignore[arg-type]
        self.took: dict[str, float] = {}
        """The seconds of each step."""
        self.over = asyncio.Event()
        # Processes end with the thread that has started them.
        self._thread = ThreadPoolExecutor(1)
        self._thread.submit(self._begin).result()

    def _begin(self) -> None:
        self.old.manage("migrate", "--verbosity=0")
        self._start(self.old)

    def _start(self, site: Site) -> None:
        for server in self.servers:
            start_server(server, site)
        self.worker = site.start_worker(*QUICKLY)

    def stop(self) -> None:
        """Stop all processes, as for an update."""
        for server in self.servers:
            stop_child(server.child, seconds=END_S)
        stop_child(self.worker, seconds=END_S)

    def close(self) -> None:
        self.stop()
        self._thread.shutdown()

    # --- Steps ----------------------------------------------------------------------------

    def migrate(self) -> None:
        """Change the tables while they are in use."""
        self.new.manage("prepare")

    def replace_worker(self) -> None:
        """Have a worker of the new version instead of the old one."""
        stop_child(self.worker, seconds=END_S)
        self.worker = self.new.start_worker(*QUICKLY)

    def replace_first_server(self) -> None:
        """Have a server of the new version instead of the first one."""
        self._replace(0)

    def replace_second_server(self) -> None:
        """Have one instead of the second one, too."""
        self._replace(1)

    def _replace(self, number: int) -> None:
        stop_child(self.servers[number].child, seconds=END_S)
        start_server(self.servers[number], self.new)

    def start(self) -> None:
        """Start all processes of the new version."""
        self._start(self.new)

    def rolling(self) -> Sequence[Callable[[], None]]:
        """Return the steps without a stop."""
        return (
            self.migrate,
            self.replace_worker,
            self.replace_first_server,
            self.replace_second_server,
        )

    def in_one_step(self) -> Sequence[Callable[[], None]]:
        """Return the steps with a stop."""
        return (self.stop, self.migrate, self.start)

    async def take(self, steps: Sequence[Callable[[], None]]) -> None:
        """Take the steps, with time to play between them."""
        for step in steps:
            await asyncio.sleep(PAUSE_S)
            began = time.monotonic()
            await asyncio.get_running_loop().run_in_executor(self._thread, step)
            self.took[step.__name__] = time.monotonic() - began


class Updated(Installation):
    """A site that is updated while people play."""

    def __init__(self, update: Update, push: PushService) -> None:
        super().__init__(update.new, update.servers, push, EarlierDesk(update.old))
        self.update = update
        self.most_tries = 1  # another server may have time
        self.playing = 0
        """How many games went on when the update was over."""

    async def follow(self, steps: Sequence[Callable[[], None]], over: asyncio.Event) -> None:
        """Update once all tables play."""
        while len(self.journal.tables) < len(self.journal.rows):
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), LOOK_S)
                return  # a row has failed before it could begin
        await self.update.take(steps)
        self.desk.close()
        self.desk = Desk(self.site)
        self.playing = await self.ask_desk("playing")
        self.update.over.set()

    async def page(
        self,
        path: str,
        person: Person | None = None,
        form: dict[str, str] | None = None,
        server: int = 0,
        address: str = "9.9.9.9",
        accept: str = "*/*",
    ) -> Answer:
        """Ask for a page until some server has it."""
        for number in itertools.count(server):
            # A server may not be there, or wait for tables.
            with suppress(OSError, TimeoutError):
                answer = await super().page(path, person, form, number, address, accept)
                if answer.status != UNAVAILABLE:
                    return answer
            await asyncio.sleep(LOOK_S)
        raise AssertionError("the numbers never end")

    async def ask_desk(self, do: str, **fields: Any) -> Any:
        """Have some work done at the desk. Tournaments end when there is the new one."""
        if do == "finish":
            await self.update.over.wait()
        return await super().ask_desk(do, **fields)


class UnhurriedPlayer(SteadyPlayer):
    """A player who takes time while the site is updated; without a short clock, the last turn waits
    for the end of that.
    """

    async def move(self) -> None:
        """Roll or fill a box."""
        assert isinstance(self.site, Updated)
        over = self.site.update.over
        if not over.is_set():
            await asyncio.sleep(PACE_S)
        if self.turn == self.view["rounds"] and self.view["clock"] in (None, DAY_S):
            await over.wait()
        await super().move()


class UnhurriedParty(SteadyParty):
    """A party of such players."""

    player_class = UnhurriedPlayer


@contextmanager
def updated_site(directory: Path, postgres: Postgres, redis: str) -> Iterator[Updated]:
    """A site of the release before this one, with a database that it has migrated."""
    with ExitStack() as stack:
        push = stack.enter_context(running_push_service())
        old, new = two_sites(directory, push, postgres.new_database(), redis)
        update = Update(old, new)
        stack.callback(update.close)
        site = Updated(update, push)
        try:
            yield site
        finally:
            site.desk.close()
