"""A queue in front of something that only a few may do at once, with a fair share for each address.

Requests that wait are served in turns, one address after the other, so that an address with many
requests delays only its own. When the queue is full, a newcomer takes the place of the address that
has the most. Everything runs in one event loop.
"""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass

from games.platform import metrics
from games.platform.clock import monotonic
from games.platform.limits.load import LOAD


class FullError(Exception):
    """The queue has no place, or the wait took too long."""


@dataclass(frozen=True)
class Limits:
    """How many may be in a queue.

    running, waiting: of all addresses. running_each, waiting_each: of one address.
    seconds: the longest wait. when_busy: how many of all addresses may run while the process has
    little processor time left; 0: as many as else.
    """

    running: int
    waiting: int
    running_each: int
    waiting_each: int
    seconds: float
    when_busy: int = 0


LOOK_AGAIN_S = 0.02
"""How soon those who wait for the process are looked at again."""


class FairQueue:
    """Admits requests by their address. `name`: what its waits are measured with."""

    def __init__(self, limits: Limits, name: str = "other") -> None:
        self.limits = limits
        self.name = name
        self._running: Counter[str] = Counter()
        self.running = self.waiting = 0
        # In the order in which the addresses have their turns.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._looks_again = False

    def enters_at_once(self, address: str) -> bool:
        """Admit a request if nothing keeps it from running, and return whether it was admitted."""
        if address in self._waiting or self._is_full() or not self._has_place(address):
            return False
        self._enter(address)
        return True

    async def wait(self, address: str) -> None:
        """Return when a request is admitted. Raises FullError."""
        self._make_room(address)
        began = monotonic()
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(admitted)
        self.waiting += 1
        # A place may have become free since `enters_at_once` refused it.
        self._admit_waiting()
        is_admitted = False
        try:
            async with asyncio.timeout(self.limits.seconds):
                await admitted
            is_admitted = True
            metrics.WAITS.observe(monotonic() - began, self.name)
        except TimeoutError:
            metrics.QUEUE_REFUSALS.add(of=self.name)
            raise FullError from None
        finally:
            if not is_admitted:
                self._give_up(address, admitted)

    def leave(self, address: str) -> None:
        self.running -= 1
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        self._admit_waiting()

    def _enter(self, address: str) -> None:
        self.running += 1
        self._running[address] += 1

    def _is_full(self) -> bool:
        """Whether nobody may run now, whatever their address."""
        limits, running = self.limits, self.running
        return running >= limits.running or (0 < limits.when_busy <= running and LOAD.is_high)

    def _has_place(self, address: str) -> bool:
        return self._running[address] < self.limits.running_each

    def _look_again(self) -> None:
        self._looks_again = False
        self._admit_waiting()

    def _admit_waiting(self) -> None:
        """Admit those that may run; an address that had its turn goes to the end."""
        while not self._is_full() and (
            address := next(filter(self._has_place, self._waiting), None)
        ):
            requests = self._waiting.pop(address)
            admitted = requests.popleft()
            self.waiting -= 1
            if requests:
                self._waiting[address] = requests
            # A request that gave up in this iteration of the event loop has not left yet.
            if not admitted.cancelled():
                self._enter(address)
                admitted.set_result(None)
        if self._waiting and self.limits.when_busy and not self._looks_again:
            self._looks_again = True
            asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self._look_again)

    def _make_room(self, address: str) -> None:
        """See to a free place for one more request of an address: of the address with the most
        requests, the last one goes, if it has at least two more. Raises FullError.
        """
        own = len(self._waiting.get(address, ()))
        if own < self.limits.waiting_each and self.waiting < self.limits.waiting:
            return
        metrics.QUEUE_REFUSALS.add(of=self.name)
        most = max(self._waiting.values(), key=len)
        if own >= self.limits.waiting_each or len(most) < own + 2:
            raise FullError
        dropped = most.pop()
        self.waiting -= 1
        if not dropped.cancelled():
            dropped.set_exception(FullError())

    def _give_up(self, address: str, admitted: "asyncio.Future[None]") -> None:
        """Remove a request that no longer waits."""
        # It may have been admitted at the same moment.
        if not admitted.cancelled():
            if admitted.exception() is None:
                self.leave(address)
            return
        requests = self._waiting.get(address, deque())
        if admitted in requests:
            requests.remove(admitted)
            self.waiting -= 1
            if not requests:
                del self._waiting[address]
