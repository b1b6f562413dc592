"""One internet address does one costly thing at a time; others do not wait for it.

Many sockets of one address gain nothing by asking together: what they ask for waits in a queue
of that address. Everything else in the event loop runs between two of them, and while the process
is busy, few addresses have their turn at once. A restart's reconnects
and a school class are served one after the other, and nobody is refused for it.
"""

from asyncio import sleep
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from django.conf import settings

from games.core.protocol.errors import ErrorCode, Refused
from games.platform import metrics
from games.platform.limits import rates
from games.platform.limits.fair_queue import FairQueue, FullError, Limits
from games.platform.limits.loop_share import LOOP_SHARE
from games.platform.limits.rates import LimitedError, spend

UNLIMITED = 1_000_000
LIMITS = Limits(running=UNLIMITED, waiting=UNLIMITED, running_each=1, waiting_each=256, seconds=5.0)
"""The wait ends before Daphne complains about a handler whose client has gone (10 s)."""


class Turns:
    """A queue for each address. `name`: what is measured with. `when_busy`: how many have their
    turn at once while the process has little processor time left, and no more than fit into the
    share of the loop; 0: as many as ask.
    """

    def __init__(self, name: str = "turns", when_busy: int = 2) -> None:
        self._queue = FairQueue(replace(LIMITS, when_busy=when_busy), name)
        self._in_share = when_busy > 0
        metrics.WAITING.read_with(lambda: self._queue.waiting, of=name)

    @asynccontextmanager
    async def turn_of(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of `address`, which lasts for the block.

        Raises Refused after 5 s, and if too many wait.
        """
        if not (settings.SOCKETS_PER_ADDRESS and settings.SOCKET_RATE):
            yield
            return
        if not self._queue.enters_at_once(address):
            try:
                await self._queue.wait(address)
            except FullError:
                raise Refused(ErrorCode.RATE_LIMITED, "Slow down a little.") from None
        try:
            if self._in_share:
                await LOOP_SHARE.turn(address)
            yield
        finally:
            self._queue.leave(address)


HANDSHAKES_AT_ONCE = 30
HANDSHAKE_S = 1.0
"""Handshakes of one address: as many at once, and again within this time. More wait."""

HANDSHAKES = Turns("handshakes", when_busy=0)
"""After a restart all come together, and what they need is read for many at once."""
CHANGES = Turns("changes")
"""Changes of the database."""
HINTS = Turns("hints")
READS = Turns("reads")
"""Whole views of a game or of the lobby."""


async def keep_pace(what: str, address: str) -> None:
    """Wait until the limit `what` (a key of settings.LIMITS) allows one more of `address`.

    The caller has the address's turn, so that only one waits at a time.
    """
    await _wait_for(partial(spend, what, address))


async def pace_handshakes(address: str) -> None:
    """Wait until `address` may open another socket. The caller has its turn."""
    key = f"handshake|{address}"
    await _wait_for(partial(rates.take, key, HANDSHAKES_AT_ONCE, HANDSHAKE_S))


async def _wait_for(take: Callable[[], None]) -> None:
    while settings.SOCKETS_PER_ADDRESS and settings.SOCKET_RATE:
        try:
            take()
        except LimitedError as limited:
            await sleep(limited.wait)
        else:
            return
