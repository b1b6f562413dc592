"""The site under a recording. The only module here that knows how its code is laid out: whoever
moves that code changes this file, and no recording.

All else speaks frames, addresses and Django.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.layers import channel_layers
from channels.routing import get_default_application
from django.conf import settings
from django.db import connection
from django.test import Client as Browser

from games.core import winning
from games.models import User
from games.people.accounts import bot_accounts
from games.platform import clock
from games.platform.limits import rates
from games.platform.limits.buckets import Buckets
from games.record.log.appender import Appender
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.registry import close_current_hubs, current_hubs, use_hubs
from games.tables.live.results import sweep_results
from games.tables.matchmaking.jobs import sweep_tickets
from games.tables.rooms import opening
from tests.system.recordings.still import LoopClock, StillLoop, hold_still

Json = dict[str, Any]

# Who is there from the start, by the name in the scripts: id, and whether a guest.
PEOPLE = {
    "alice": (11, True),
    "bob": (12, True),
    "charlie": (13, True),
    "dora": (14, True),
    "erin": (21, False),
    "frank": (22, False),
    "grace": (23, False),
}


class World:
    """One process of the site, with a database that holds `PEOPLE` and the bots."""

    def __init__(self, name: str, loop: StillLoop, patch: pytest.MonkeyPatch) -> None:
        self.name = name
        self.loop = loop
        self.application: Any = get_default_application()
        self._patch = patch
        self._browsers: dict[str, Browser] = {}
        self._sweeps: dict[str, Callable[[], Awaitable[object]]] = {
            "deadlines": sweep_deadlines,
            "tickets": sweep_tickets,
            "results": sweep_results,
        }

    # --- Beginning and end ----------------------------------------------------------------

    def prepare(self) -> None:
        """Fix time and secrets, and make the people. Called before the loop runs."""
        hold_still(self._patch, self.loop, self.name)
        self._patch.setattr(clock, "_current", LoopClock(self.loop))
        self._patch.setattr(rates, "BUCKETS", Buckets())
        # Tables may have been made by another test of the process: here nobody knows the odds
        # unless the script says so.
        self._patch.setattr(winning, "is_ready", lambda _: False)
        self._wait_for_commits()
        self._hurry_the_database()
        for id_ in bot_accounts.DEFAULT_BOTS:
            bot_accounts.find_bot(id_)
        for name, (pk, guest) in PEOPLE.items():
            user = User(pk=pk, username=name, name=name.capitalize(), is_guest=guest)
            user.set_unusable_password()
            user.save()

    def _hurry_the_database(self) -> None:
        """Do not wait for the disk."""
        assert connection.vendor == "sqlite", "recordings are made with SQLite"
        quick = "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"
        # All threads share these; an open connection would keep its own.
        self._patch.setitem(connection.settings_dict["OPTIONS"], "init_command", quick)
        connection.close()

    def _wait_for_commits(self) -> None:
        """Have the thread that writes moves answer before anything else happens."""
        append, loop = Appender.append, self.loop

        def append_and_wait(appender: Appender, entry: Any) -> None:
            with loop.until_called():
                append(appender, entry)

        self._patch.setattr(Appender, "append", append_and_wait)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the live rooms of a process without other processes."""
        channel_layers.backends.clear()
        use_hubs(None)
        self._patch.setattr(settings, "SOCKET_RATE", 0)
        current_hubs()
        try:
            yield
        finally:
            await close_current_hubs()

    # --- In the database, from a thread ---------------------------------------------------

    async def do(self, name: str, **arguments: Any) -> Any:
        """Do what a script calls `name`; return what it returns, as JSON."""
        result = getattr(self, f"do_{name}")(**arguments)
        return await result if hasattr(result, "__await__") else result

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await self.loop.run_in_executor(None, work)

    def browser(self, who: str) -> Browser:
        """The browser in which this person is signed in."""
        if who not in self._browsers:
            self._browsers[who] = Browser()
            self._browsers[who].force_login(User.objects.get(pk=PEOPLE[who][0]))
        return self._browsers[who]

    async def cookie(self, who: str) -> str:
        """The session cookie of this person's browser."""

        def read() -> str:
            return self.browser(who).cookies["sessionid"].value

        return str(await self._in_thread(read))

    async def do_room(self, host: str, stand_ins: bool = False, **chosen: Any) -> Any:
        """Open a room, as its page does, and return its code."""
        switches = chosen.pop("switches", {})

        def make() -> str:
            room = opening.open_room(
                User.objects.get(pk=PEOPLE[host][0]),
                chosen.get("variant", "yacht"),
                switches,
                chosen.get("seats", 2),
                chosen.get("clock"),
                chosen.get("public", False),
                chosen.get("rated", False),
                stand_ins,
                mode=chosen.get("mode", "turns"),
            )
            return room.code

        return await self._in_thread(make)

    # --- The worker -----------------------------------------------------------------------

    async def do_sweep(self, what: str) -> None:
        """Run one of the worker's sweeps."""
        await self._sweeps[what]()
