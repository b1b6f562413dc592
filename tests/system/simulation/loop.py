"""An event loop with virtual time, on which several simulated processes share one thread.

Within a process callbacks run in the order in which they were scheduled, as asyncio promises. Which
process runs next is up to chance. When nobody has anything to do, time jumps to the next timer.
"""

import asyncio
import heapq
import random
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextvars import Context, ContextVar, copy_context
from functools import partial
from typing import Any, Protocol

STEP_S = 50e-6
"""How much virtual time a callback of a process takes, unless it is busy."""


class Machine(Protocol):
    """What the loop needs to know about a process."""

    @property
    def step_s(self) -> float:
        """How long its callbacks take."""
        ...

    @property
    def runs(self) -> bool:
        """Whether it gets time now: it is neither frozen nor dead."""
        ...

    @property
    def is_dead(self) -> bool:
        """Whether it will never run again."""
        ...


OWNER: ContextVar[Machine | None] = ContextVar("owner", default=None)
"""The process that a callback belongs to; None for the world around: players and network."""


class Stopped(Exception):
    """The simulation has nothing left to do."""


class VirtualLoop(asyncio.BaseEventLoop):
    """See the module. `work` runs what a process gives to threads; `enter` is called with the
    process whose callback comes next, `after_step` with that of the one that just ran.
    """

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.now = 0.0
        self.steps = 0
        self.enter: Callable[[Machine | None], None] = lambda owner: None
        self.after_step: Callable[[Machine | None], None] = lambda owner: None
        self.work: Callable[[Callable[[], Any], asyncio.Future[Any]], None] | None = None
        self._rng = rng
        self._queues: dict[Machine | None, deque[asyncio.Handle]] = {}
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        # When the present callback of each process is over.
        self._free_at: dict[Machine | None, float] = {}
        # The timers of frozen processes.
        self._held: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._numbers = 0
        self.tasks: list[asyncio.Task[Any]] = []
        # What typeshed says of a factory differs between versions of Python.
        factory: Any = _new_task
        self.set_task_factory(factory)

    def time(self) -> float:
        """Return the virtual time, in seconds."""
        return self.now

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Queue a callback of the present process."""
        context = context or copy_context()
        handle = asyncio.Handle(callback, args, self, context)
        self._queues.setdefault(context.get(OWNER), deque()).append(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context or copy_context())
        self._numbers += 1
        heapq.heappush(self._timers, (when, self._numbers, timer))
        return timer

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Run work for a thread: at some moment of virtual time, in one go."""
        future = self.create_future()
        context = copy_context()
        assert self.work is not None
        self.work(lambda: context.run(func, *args), future)
        return future

    def run_until(self, done: Callable[[], bool]) -> None:
        """Run until `done` returns True. Raises Stopped if nothing is left to do."""
        events._set_running_loop(self)
        try:
            while not done():
                self._step()
        finally:
            events._set_running_loop(None)

    def close_all(self) -> None:
        """End all tasks, those of dead processes too, so that none ends while Python frees it."""
        self.enter = self.after_step = lambda owner: None
        for _ in range(3):
            tasks = asyncio.all_tasks(self)
            for task in tasks:
                task.cancel()
            for queue in self._queues.values():
                for handle in queue:
                    context_of(handle).run(OWNER.set, None)
            handles = [each for queue in self._queues.values() for each in queue]
            self._queues = {None: deque(handles)}
            for _, _, timer in self._timers:
                timer.cancel()
            end = self.now + 60.0
            try:
                self.run_until(partial(self._have_ended, tasks, end))
            except Stopped:
                continue
        self.close()

    def _have_ended(self, tasks: set[asyncio.Task[Any]], end: float) -> bool:
        return self.now > end or all(task.done() for task in tasks)

    def _step(self) -> None:
        self._wake_timers()
        waiting = [owner for owner, queue in self._queues.items() if queue and _runs(owner)]
        ready = [owner for owner in waiting if self._free_at.get(owner, 0.0) <= self.now]
        if not ready:
            moments = [self._free_at[owner] for owner in waiting]
            moments += [timer[0] for timer in self._timers[:1]]
            if not moments:
                raise Stopped
            self.now = max(self.now, min(moments))
            return
        owner = ready[0] if len(ready) == 1 else self._rng.choice(ready)
        handle = self._queues[owner].popleft()
        if handle._cancelled:
            return
        self.enter(owner)
        self.steps += 1
        handle._run()
        if owner is not None:
            # The others run meanwhile.
            self._free_at[owner] = self.now + owner.step_s
        self.after_step(owner)

    def _wake_timers(self) -> None:
        if self._held:
            self._let_go()
        while self._timers and self._timers[0][0] <= self.now:
            entry = heapq.heappop(self._timers)
            timer = entry[2]
            owner = context_of(timer).get(OWNER)
            if timer._cancelled or (owner is not None and owner.is_dead):
                continue
            if _runs(owner):
                self._queues.setdefault(owner, deque()).append(timer)
            else:
                self._held.append(entry)

    def _let_go(self) -> None:
        """A process that was frozen finds its timers overdue."""
        held, self._held = self._held, []
        for entry in held:
            if _runs(context_of(entry[2]).get(OWNER)):
                heapq.heappush(self._timers, entry)
            else:
                self._held.append(entry)

    # What a loop with threads and sockets would do

    def _write_to_self(self) -> None:
        """Wake nobody: there are no other threads."""

    def _process_events(self, event_list: Any) -> None:
        """There is no I/O."""

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Cancelled timers are passed over when their time comes."""


def context_of(handle: asyncio.Handle) -> Context:
    """Return the context of a callback, which says what process it belongs to."""
    context: Context = handle._context  # type: ignore[attr-defined]
    return context


def _runs(owner: Machine | None) -> bool:
    return owner is None or owner.runs


def _new_task(
    loop: asyncio.AbstractEventLoop,
    coro: Coroutine[Any, Any, Any],
    context: Context | None = None,
    **options: Any,
) -> asyncio.Task[Any]:
    """Create a task of the present process, even in a context of its own."""
    owner = OWNER.get()
    context = context or copy_context()
    if context.get(OWNER) is not owner:
        context.run(OWNER.set, owner)
    task = asyncio.Task(coro, loop=loop, context=context, **options)
    # Those of a dead process are in no queue: nothing else may keep them from being freed.
    assert isinstance(loop, VirtualLoop)
    loop.tasks.append(task)
    return task
