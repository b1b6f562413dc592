"""Work that may wait takes at most a few milliseconds of each turn of the event loop.

Moves are answered at once. What strangers can cause in any number (to read a request, to refuse
one, to begin a change of the database) shares a small part of each turn, one address after the
other. So a flood delays itself and other newcomers, and hardly the players.

Imports nothing that needs Django: the server uses it before Django is set up.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from time import perf_counter

logger = logging.getLogger(__name__)

SHARE_S = 0.0005
"""What such work may take of one turn. The last piece of work may take longer."""
Work = Callable[[], object]


class LoopShare:
    """The share of one event loop; if another loop runs, as in tests, it begins again."""

    def __init__(self, seconds: float = SHARE_S) -> None:
        self._seconds = seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._spent = 0.0
        self._is_counting = False
        # In the order in which the addresses have their turns.
        self._waiting: dict[str, deque[Work]] = {}

    @property
    def has_time(self) -> bool:
        """Whether something of this turn of the loop is left."""
        self._count()
        return self._spent < self._seconds

    @property
    def has_waiting(self) -> bool:
        return bool(self._waiting)

    @property
    def is_free(self) -> bool:
        """Whether something is left, and nobody waits for it."""
        return self.has_time and not self._waiting

    def do_now(self, work: Work) -> None:
        """Do `work`, and count its time."""
        began = perf_counter()
        try:
            work()
        except Exception:  # a bug; the others must not wait for ever
            logger.exception("work in the share of the loop failed")
        finally:
            self._spent += perf_counter() - began

    def do_later(self, work: Work, address: str = "") -> None:
        """Do `work` when it is the turn of `address`."""
        self._count()
        self._waiting.setdefault(address, deque()).append(work)

    async def turn(self, address: str = "") -> None:
        """Wait until a task may go on. It is taken to need the whole share of one turn."""
        if self.is_free:
            self._spent += self._seconds
            return
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def admit() -> None:
            if not admitted.done():
                self._spent += self._seconds
                admitted.set_result(None)

        self.do_later(admit, address)
        await admitted

    def _count(self) -> None:
        """See to it that the next turn of the loop begins with nothing spent."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self._is_counting, self._spent = loop, False, 0.0
            self._waiting.clear()
        if not self._is_counting:
            self._is_counting = True
            loop.call_soon(self._begin)

    def _begin(self) -> None:
        self._is_counting = False
        self._spent = 0.0
        while self._waiting and self._spent < self._seconds:
            address = next(iter(self._waiting))
            works = self._waiting.pop(address)
            self.do_now(works.popleft())
            if works:
                self._waiting[address] = works
        if self._waiting:
            self._count()


LOOP_SHARE = LoopShare()
