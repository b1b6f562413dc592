"""A running site: its database, servers and worker, and everybody who uses it."""

import asyncio
import itertools
import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from games.site.account.notifications.web_push import new_key
from tests.site.account.notifications.push_service import PushService, running_push_service
from tests.support.client import Client
from tests.support.servers import QUICKLY, Server, Site
from tests.support.services import link_collected
from tests.support.services.processes import stop_child
from tests.system.whole_games.browser import Answer, fetch
from tests.system.whole_games.journal import Command, Journal, Person
from tests.system.whole_games.tab import RoomTab

PING_S = 10.0
PUSH_S, LOOK_S = 120.0, 0.2
UNAVAILABLE = 503
AGAIN_S = 1.0
"""After which time somebody asks again who has read that many people are there."""


class Desk:
    """A process with the site's environment that does what needs its database."""

    def __init__(self, site: Site, program: str = "tests.system.whole_games.desk") -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", program],
            cwd=site.root,
            env=site.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, do: str, **fields: Any) -> Any:
        """Have some work done; return its result. Raises AssertionError if it fails."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self._child.stdin.flush()
        answer = json.loads(self._child.stdout.readline())
        assert "error" not in answer, f"{do}: {answer['error']}"
        return answer["result"]

    def close(self) -> None:
        assert self._child.stdin is not None
        self._child.stdin.close()
        stop_child(self._child)  # type: ignore[arg-type]


class Installation:
    """The servers, and what the people of a run share.

    lobby: a lock for each kind of game, so that the lobby pairs nobody with people of other rows.
    """

    def __init__(self, site: Site, servers: list[Server], push: PushService, desk: Desk) -> None:
        self.site = site
        self.new_tab: Callable[[Any, Journal, str, int], RoomTab] = RoomTab
        self.servers = servers
        self.push = push
        self.desk = desk
        self.journal = Journal()
        self.lobby: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.tabs: list[Client] = []
        self.rooms: set[str] = set()
        self.times: dict[int, float] = {}
        """The seconds that each row took."""
        self.most_tries = 120
        """How often somebody asks for a page while the site has too much to do."""
        self.staff = Person(0, "", "", True)
        self._accounts: Iterator[Person] = iter(())
        self._guests: Iterator[Person] = iter(())
        self._desk_lock = asyncio.Lock()

    # --- People ---------------------------------------------------------------------------

    def invite(self, accounts: int, guests: int) -> None:
        """Create so many people."""
        rows = self.desk.ask("people", accounts=accounts, guests=guests)
        made = [Person(**each) for each in rows]
        for number, person in enumerate(made):
            person.address = f"11.{number // 250}.7.{number % 250 + 1}"
            self.journal.people[person.id] = person
        *others, self.staff = made
        self._accounts = (person for person in others if person.account)
        self._guests = (person for person in others if not person.account)

    def person(self, *, account: bool) -> Person:
        return next(self._accounts if account else self._guests)

    # --- Sockets and pages ----------------------------------------------------------------

    def server(self, number: int) -> Server:
        return self.servers[number % len(self.servers)]

    async def enter(self, person: Person | None, room: str, whole: bool, server: int) -> RoomTab:
        """Open a socket of a room, as a person or as somebody without a name."""
        query = "?whole=1" if whole else ""
        socket = await self.server(server).open(
            f"/ws/v1/rooms/{room}/{query}",
            None if person is None else person.cookie,
            address=None if person is None else person.address,
        )
        tab = await self.new_tab(socket, self.journal, room, server % len(self.servers)).begin()
        self.tabs.append(tab)
        return tab

    async def page(
        self,
        path: str,
        person: Person | None = None,
        form: dict[str, str] | None = None,
        server: int = 0,
        address: str = "9.9.9.9",
        accept: str = "*/*",
    ) -> Answer:
        """Ask for a page, again while the site has too much to do."""
        for number in itertools.count(1):
            port = self.server(server).port
            answer = await fetch(port, path, person, form, address, accept)
            if answer.status != UNAVAILABLE or number == self.most_tries:
                return answer
            await asyncio.sleep(AGAIN_S)
        raise AssertionError("the numbers never end")

    async def post(self, path: str, person: Person, **form: str) -> str:
        """Send a form, and return the code in the address that it leads to."""
        answer = await self.page(path, person, form)
        assert answer.status == 302, (path, form, answer.status, answer.body[-3000:])
        return answer.headers["location"].rstrip("/").rpartition("/")[2]

    async def keep_alive(self) -> None:
        """Ping for all open tabs, as browsers do, until cancelled."""
        while True:
            await asyncio.sleep(PING_S)
            self.tabs = [tab for tab in self.tabs if tab.closed is None]
            for tab in tuple(self.tabs):
                with suppress(ConnectionClosed):  # it is just being closed
                    await tab.send(ping(tab))

    def wait_for_push(self, endpoint: str) -> None:
        """Wait until the push service has got a message for this address."""
        deadline = time.monotonic() + PUSH_S
        while not any(each.path == endpoint for each in self.push.received):
            assert time.monotonic() < deadline, f"nothing was sent to {endpoint}"
            time.sleep(LOOK_S)

    # --- What the run notes ---------------------------------------------------------------

    def note(self, command: Command) -> Command:
        """Add a command to the journal."""
        self.journal.commands.append(command)
        return command

    def ask_now(self, do: str, **fields: Any) -> Any:
        """Have some work done at the desk, and wait."""
        return self.desk.ask(do, **fields)

    async def ask_desk(self, do: str, **fields: Any) -> Any:
        """Have some work done at the desk."""
        async with self._desk_lock:
            return await asyncio.to_thread(self.desk.ask, do, **fields)


def ping(tab: Client) -> str:
    """Return the ping of a tab: how far it has read."""
    if isinstance(tab, RoomTab) and tab.view is not None:
        known = {"game": tab.view["game"], "seq": tab.view["seq"], "rev": tab.rev}
        return json.dumps({"type": "ping", **known})
    return '{"type": "ping"}'


@contextmanager
def one_process(directory: Path) -> Iterator[Installation]:
    """A site of one process on SQLite, with the worker inside."""
    with ExitStack() as stack:
        push = stack.enter_context(running_push_service())
        site = Site(directory, **environment(push))
        yield _opened(stack, site, push, servers=1)


@contextmanager
def two_processes(directory: Path, database: str, redis: str) -> Iterator[Installation]:
    """A site of two servers and a worker, on PostgreSQL and Redis."""
    with ExitStack() as stack:
        push = stack.enter_context(running_push_service())
        services = {"DATABASE_URL": database, "REDIS_URL": redis, "EMBEDDED_WORKER": "0"}
        site = Site(directory, **environment(push), **services)
        worker = site.start_worker(*QUICKLY)
        stack.callback(stop_child, worker)
        yield _opened(stack, site, push, servers=2)


def _opened(stack: ExitStack, site: Site, push: PushService, servers: int) -> Installation:
    link_collected(site.directory)
    running = [stack.enter_context(site.serving("quick")) for _ in range(servers)]
    desk = Desk(site)
    stack.callback(desk.close)
    return Installation(site, running, push, desk)


def environment(push: PushService) -> dict[str, str]:
    """Return the settings of the processes: those of a site behind a proxy, whose players send
    faster than people and whom their first games already give a place.
    """
    return {
        "TRUSTED_PROXIES": "loopback",
        "SOCKET_RATE": "500",
        "SOCKET_BURST": "1000",
        "SAME_DICE_RATED_GAMES": "0",
        "VAPID_KEY": new_key(),
        "PUSH_HOSTS": push.host,
        "EMAIL_URL": "dummymail://",
    }
