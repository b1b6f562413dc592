"""`python -m workshop.lab.crowd.generator PLAN`: the process of the whole crowd.

It prints a line for each phase: "joining", "joined", "measuring", "measured", "sampling",
"sampled", "done". It uses neither Django nor the database.
"""

import asyncio
import gc
import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec
import uvloop

from workshop.lab.crowd.pace import Pace
from workshop.lab.crowd.person import CrowdSession, Person
from workshop.lab.crowd.plan import CrowdPlan, CrowdResult
from workshop.lab.crowd.reader import Reader
from workshop.lab.crowd.table import CrowdTable, address_of
from workshop.lab.loadtest.generator import PING_S, Generator, cpu_s, urls_of
from workshop.lab.loadtest.messages import TableSpec
from workshop.lab.loadtest.report import percentile
from workshop.lab.loadtest.session import print_phase

PING_SLICES = 20
"""How many groups of people there are, each of which looks at another moment whether to ping."""
SILENCE_S = 0.5
"""How often somebody looks."""
LAG_S = 0.05
"""How often the generator looks whether its timers are late."""
LOOK_S = 0.5
DRAIN_S = 2.0
"""How long after the last move all answers have come."""


class Crowd(Generator):
    """Everybody: people at tables, people who watch, people who read."""

    def __init__(self, plan: CrowdPlan) -> None:
        self._pace = Pace(plan.seed, plan.roll_s)
        self._crowd = CrowdSession(plan, self._pace)
        self._crowd.result = CrowdResult()
        self._crowd_plan = plan
        tables = seat_crowd(plan, self._crowd)
        super().__init__(plan, self._crowd, tables)
        self._people: list[Person] = [person for table in tables for person in table.people]
        self._answers: Counter[str] = Counter()
        self._lags: list[float] = []

    async def run(self) -> None:
        """Come, get to the middle of games, play, be sampled, compare, and go."""
        plan, result = self._crowd_plan, self._result
        connections = await self._join()
        others = [asyncio.create_task(each) for each in (self._ping_in_turn(), self._watch_lag())]
        others += [asyncio.create_task(reader.read()) for reader in self._readers()]
        await self._get_to_the_middle()
        for person in self._people:
            person.plan_loss()
        await asyncio.sleep(plan.warmup)
        gc.collect()
        gc.freeze()
        self._lags.clear()
        start, cpu_before = time.perf_counter(), cpu_s()
        self._crowd.measure_between(start, start + plan.window)
        result.counts = await self._counted("measuring", "measured", plan.window)
        result.seconds = plan.window
        result.cpu_percent = 100 * (cpu_s() - cpu_before) / (time.perf_counter() - start)
        result.lag_ms = 1000 * percentile(self._lags, 0.99)
        if plan.profile:
            result.sampled = await self._counted("sampling", "sampled", plan.profile)
        self._crowd.halted = True
        await asyncio.sleep(DRAIN_S)
        await self._compare_views()
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for person in self._people:
            person.leave()
        await asyncio.gather(*connections)
        result.answers = dict(self._answers)
        self._write_history()

    @property
    def _result(self) -> CrowdResult:
        result = self._crowd.result
        assert isinstance(result, CrowdResult)
        return result

    async def _get_to_the_middle(self) -> None:
        """Play fast until each table is where it slows down, or time is up."""
        tables = {person.place for person in self._people}
        for _ in range(round(self._crowd_plan.fast_s / LOOK_S)):
            await asyncio.sleep(LOOK_S)
            if not any(table.plays_fast for table in tables):
                break
        self._crowd.fast = False

    async def _join(self) -> list["asyncio.Task[None]"]:
        """Let everybody come, one after the other."""
        print_phase("joining")
        connections = []
        for person in self._people:
            connections.append(asyncio.create_task(person.stay_connected()))
            await asyncio.sleep(1 / self._crowd_plan.joins)
        await self._crowd.all_connected.wait()
        print_phase("joined")
        self._crowd.started = True
        for person in self._people:
            person.think()
        return connections

    def _readers(self) -> list[Reader]:
        plan, first = self._crowd_plan, len(self._people)
        rooms = [spec.room for spec in plan.tables]
        urls = plan.urls
        return [
            Reader(
                self._pace,
                player,
                urls[number % len(urls)],
                address_of(first + number),
                rooms,
                self._crowd.counts,
                self._answers,
            )
            for number, player in enumerate(plan.readers)
        ]

    async def _counted(self, begin: str, end: str, seconds: float) -> dict[str, int]:
        """Wait so many seconds between two phases; return what people did meanwhile."""
        before = self._counts()
        print_phase(begin)
        await asyncio.sleep(seconds)
        print_phase(end)
        after = self._counts()
        return {name: after[name] - before[name] for name in after}

    def _counts(self) -> Counter[str]:
        counts = Counter(self._crowd.counts)
        for name in ("frames_in", "bytes_in", "frames_out", "bytes_out"):
            counts[name] = sum(getattr(person.wire, name) for person in self._people)
        return counts

    async def _ping_in_turn(self) -> None:
        """Ping as browsers do: when nothing has come for a while."""
        turn = 0
        while True:
            await asyncio.sleep(SILENCE_S / PING_SLICES)
            silent_since = time.monotonic() - PING_S
            for person in self._people[turn::PING_SLICES]:
                if person.wire.heard_at <= silent_since:
                    person.wire.ping()
                    self._crowd.counts["ping"] += 1
            turn = (turn + 1) % PING_SLICES

    async def _watch_lag(self) -> None:
        while True:
            due = time.perf_counter() + LAG_S
            await asyncio.sleep(LAG_S)
            self._lags.append(max(0.0, time.perf_counter() - due))


def seat_crowd(plan: CrowdPlan, session: CrowdSession) -> list[CrowdTable]:
    """Return all tables, those who watch spread over them, each in another part of its game."""
    rng, first, tables = random.Random(plan.seed), 0, []
    count = len(plan.tables)
    for number, spec in enumerate(plan.tables):
        watchers = plan.watchers[number::count]
        whole = TableSpec(spec.room, [*spec.players, *watchers], spec.mode)
        tables.append(
            CrowdTable(
                session,
                whole,
                urls_of(plan, number),
                first=first,
                watchers=len(watchers),
                part=rng.random(),
            )
        )
        first += len(whole.players)
    return tables


async def main(plan: CrowdPlan) -> None:
    random.seed(plan.seed)
    await Crowd(plan).run()


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(main(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=CrowdPlan)))
