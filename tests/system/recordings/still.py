"""Time that moves only when it is told to, and threads whose work is done one piece at a time."""

import asyncio
import hashlib
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

import pytest
from django.utils import timezone

T = TypeVar("T")

# 2024-03-01T12:00:00Z: before any run, because SQL's CURRENT_TIMESTAMP is the real time.
START_MS = 1_709_294_400_000
# What the monotonic clock says at the start: far enough from 0 for any "never yet".
START_S = 100_000.0
# An idle loop is found long before.
MAX_ROUNDS = 100_000


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own. What executors do, it waits for: so everything
    happens in the same order each time.
    """

    def __init__(self) -> None:
        self.elapsed = 0.0
        self._hands = ThreadPoolExecutor(max_workers=1, thread_name_prefix="still")
        self._called = threading.Condition()
        self._calls = 0
        super().__init__()

    def time(self) -> float:
        """Return the monotonic clock in seconds."""
        return START_S + self.elapsed

    def now_ms(self) -> int:
        """Return the time of day in ms since 1970."""
        return START_MS + round(self.elapsed * 1000)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> "asyncio.Future[T]":
        """Run `func` in a thread while the loop waits; its result is there a moment later."""
        future: asyncio.Future[T] = self.create_future()

        def work() -> None:
            done = (executor or self._hands).submit(func, *args)
            wait([done])
            if future.cancelled():
                return
            error = done.exception()
            if error is None:
                future.set_result(done.result())
            else:
                future.set_exception(error)

        self.call_soon(work)
        return future

    def call_soon_threadsafe(  # type: ignore[override]
        self, *args: Any, **kwargs: Any
    ) -> asyncio.Handle:
        """Do as any loop, and count it for `calls_from_threads`."""
        handle = super().call_soon_threadsafe(*args, **kwargs)
        with self._called:
            self._calls += 1
            self._called.notify_all()
        return handle

    @contextmanager
    def until_called(self) -> Iterator[None]:
        """Do what makes another thread call back, and wait until it has."""
        before = self._calls
        yield
        with self._called:
            assert self._called.wait_for(lambda: self._calls > before, 60)

    async def settle(self) -> None:
        """Let everything happen that happens without a later time."""
        for _ in range(MAX_ROUNDS):
            await asyncio.sleep(0)
            # Whatever was ready before us has run by now.
            due = self._next_timer()
            if not self._ready and (due is None or due > self.time()):  # type: ignore[attr-defined]
                return
        raise AssertionError("the loop never came to rest")

    async def advance(self, seconds: float) -> None:
        """Let so much time pass, timer after timer."""
        target = self.elapsed + seconds
        while True:
            await self.settle()
            due = self._next_timer()
            if due is None or due > START_S + target:
                break
            self.elapsed = max(self.elapsed, due - START_S)
        self.elapsed = target
        await self.settle()

    async def jump(self, seconds: float) -> None:
        """Let so much time pass at once, as if the process had slept."""
        self.elapsed += seconds
        await self.settle()

    def _next_timer(self) -> float | None:
        timers = self._scheduled  # type: ignore[attr-defined]
        return min((timer.when() for timer in timers if not timer.cancelled()), default=None)

    def close(self) -> None:
        """End the loop and its thread."""
        self._hands.shutdown()
        super().close()


class LoopClock:
    """The clock of the site (`games.platform.clock.Clock`), which tells the loop's time."""

    def __init__(self, loop: StillLoop) -> None:
        self.monotonic = loop.time
        self.now_ms = loop.now_ms

    def utc_now(self) -> datetime:
        """Return the date and time, aware, in UTC."""
        return datetime.fromtimestamp(self.now_ms() / 1000, UTC)


class Dealer:
    """Stands for `secrets` and `random`: the same values each time, of one stream for each kind of
    question, so that what one part of the site asks does not change what another gets.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._asked: Counter[str] = Counter()

    def _number(self, kind: str) -> int:
        self._asked[kind] += 1
        text = f"{self._name}|{kind}|{self._asked[kind]}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")

    def token_bytes(self, nbytes: int = 32) -> bytes:
        """Return bytes, at most 32."""
        return self._number(f"bytes {nbytes}").to_bytes(32, "big")[:nbytes]

    def token_hex(self, nbytes: int = 32) -> str:
        """Return the hex of bytes, at most 32."""
        return self._number(f"hex {nbytes}").to_bytes(32, "big")[:nbytes].hex()

    def choice(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self._number(f"choice {options}") % len(options)]

    def randint(self, low: int, _: int) -> int:
        """Return the lowest number: sockets ask in no particular order."""
        return low


def hold_still(patch: pytest.MonkeyPatch, loop: StillLoop, name: str) -> None:
    """Give the whole process the loop's time, and fixed secrets. `name` seeds them."""
    patch.setattr(time, "time", lambda: loop.now_ms() / 1000)
    patch.setattr(time, "time_ns", lambda: loop.now_ms() * 1_000_000)
    patch.setattr(time, "monotonic", loop.time)
    patch.setattr(timezone, "now", lambda: datetime.fromtimestamp(loop.now_ms() / 1000, UTC))
    dealer = Dealer(name)
    for each in ("token_bytes", "token_hex", "choice"):
        patch.setattr(secrets, each, getattr(dealer, each))
    patch.setattr(random, "randint", dealer.randint)
