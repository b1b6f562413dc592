"""A simulated process of the site: a server with its sockets, or a worker."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

from channels.routing import URLRouter

from games.assembly.processes import lifecycle
from games.assembly.routing.routing import SameOrigin, urls
from games.platform import clock
from games.platform.limits.connection_limit import ConnectionLimit
from games.record.log.jobs import sweep_verification
from games.record.reveals.jobs import sweep_ends
from games.tables.live import registry
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.jobs import sweep_stuck_games
from games.tables.live.registry import Hubs
from games.tables.live.results import sweep_results
from tests.system.simulation.layer import Layer
from tests.system.simulation.loop import OWNER

if TYPE_CHECKING:
    from tests.system.simulation.world import World

logger = logging.getLogger(__name__)

BEGINNING_S = 1_767_225_600
"""2026-01-01, when every simulation begins."""
SWEEP_S = 1.0
DRAIN_S = 0.5


class ProcessClock(clock.SteadyClock):
    """The clock of one process: virtual, and on a machine whose time of day somebody may set."""

    def __init__(self, passed_s: Callable[[], float]) -> None:
        self.skew_s = 0.0
        self._passed_s = passed_s
        super().__init__(self._wall, lambda: round(passed_s() * 1e9))

    def monotonic(self) -> float:
        return self._passed_s()

    def _wall(self) -> int:
        return round((BEGINNING_S + self._passed_s() + self.skew_s) * 1e9)


class Process:
    """One life of a process: after a crash another one begins with the same name."""

    def __init__(self, world: "World", name: str) -> None:
        self.name = name
        self.is_worker = name.startswith("worker")
        self.is_dead = False
        self.is_frozen = False
        self.accepts = True
        self.hubs: Hubs | None = None
        # Its own, because it counts its sockets.
        self.application = SameOrigin(ConnectionLimit(URLRouter(urls)))
        self.clock = ProcessClock(world.loop.time)
        self._world = world
        self.context = copy_context()
        self.context.run(OWNER.set, self)
        self.call(self._begin)

    @property
    def step_s(self) -> float:
        """How long its callbacks take."""
        return self._world.step_s

    @property
    def runs(self) -> bool:
        """Whether it gets time now."""
        return not (self.is_frozen or self.is_dead)

    def call(self, work: Callable[..., object], *arguments: Any) -> None:
        """Call `work` in this process, soon."""
        self._world.loop.call_soon(work, *arguments, context=self.context.copy())

    def spawn(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` in this process as a task."""

        async def run() -> None:
            await work()

        self.call(lambda: asyncio.ensure_future(run()))

    def enter(self) -> None:
        """Make what is global in a process that of this one."""
        registry._current = self.hubs
        clock._current = self.clock

    def crash(self) -> None:
        """End at once."""
        self.is_dead = True
        self._world.exchange.forget(self)
        self._world.network.lose(self)

    async def drain(self) -> None:
        """Tell the sockets of the end, and end."""
        self.accepts = False
        await lifecycle.announce_restart()
        await asyncio.sleep(DRAIN_S)
        self.crash()

    def _begin(self) -> None:
        self.hubs = Hubs(Layer(self._world.exchange))
        registry._current = self.hubs
        if self.is_worker:
            self.hubs.process.spawn(self._work())

    async def _work(self) -> None:
        rounds = 0
        while True:
            await self._sweep(sweep_deadlines)
            await self._sweep(sweep_results)
            if rounds % 30 == 0:
                await self._sweep(sweep_stuck_games)
            if rounds % 5 == 0:
                await self._sweep(sweep_verification)
                await self._sweep(sweep_ends)
            rounds += 1
            await asyncio.sleep(SWEEP_S)

    async def _sweep(self, sweep: Callable[[], Awaitable[object]]) -> None:
        try:
            await sweep()
        except Exception:  # as in the runner: the others go on
            logger.exception("a job failed")
