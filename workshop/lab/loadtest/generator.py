"""`python -m workshop.lab.loadtest.generator PLAN`: the process that plays.

It uses neither Django nor the database. It prints one JSON line for each phase ("playing",
"revealed", "lost", "back", "measuring", "measured", "done"), obeys the line "finish" on its
standard input, and writes a history for the checker.
"""

import asyncio
import gc
import random
import resource
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import uvloop

from workshop.lab.loadtest.messages import Plan
from workshop.lab.loadtest.rounds_table import RoundsTable
from workshop.lab.loadtest.second_tab import Tab
from workshop.lab.loadtest.session import Session, print_phase
from workshop.lab.loadtest.table import Table

# A running game that has not ended after this time hangs.
FINISH_S = 180.0
SNAPSHOT_S = 10.0
PING_S = 10.0


class Generator:
    """Plays all tables of one test, and measures."""

    def __init__(self, plan: Plan, session: Session, tables: Sequence[Table]) -> None:
        self._plan = plan
        self._session = session
        self._tables = tables
        self._clients = [client for table in self._tables for client in table.clients]
        self._told_to_finish = asyncio.Event()

    async def run(self) -> None:
        """Play, measure, finish, compare, and write the history."""
        listener = asyncio.create_task(self._listen())
        connections = [asyncio.create_task(client.stay_connected()) for client in self._clients]
        pings = asyncio.create_task(self._ping())
        tabs = [asyncio.create_task(tab.run()) for tab in self._second_tabs()]
        await self._session.all_connected.wait()
        print_phase("playing")
        arrivals = Arrivals(self._plan, self._tables) if self._session.paced else None
        await self._measure()
        if arrivals is not None:
            arrivals.stop()
        await self._finish()
        await self._compare_views()
        pings.cancel()
        for task in (listener, *tabs):
            task.cancel()
        for client in self._clients:
            client.leave()
        await asyncio.gather(*connections)
        self._write_history()

    def _second_tabs(self) -> list[Tab]:
        """Return a second socket for each player, on the next server, if the plan says so."""
        if not self._plan.duplicates:
            return []
        urls = self._plan.urls
        tabs = []
        for table, spec in zip(self._tables, self._plan.tables, strict=True):
            for number, (client, player) in enumerate(
                zip(table.clients, spec.players, strict=True), 1
            ):
                client.second_tab = tab = Tab(client, player, urls[number % len(urls)])
                tabs.append(tab)
        return tabs

    async def _measure(self) -> None:
        """Play while measuring: for the seconds of the plan, or until told to finish."""
        result = self._session.result
        if self._plan.seconds is None:
            start = time.perf_counter()
            self._session.measure_between(start, float("inf"))
            await self._told_to_finish.wait()
            result.seconds = time.perf_counter() - start
            return
        await asyncio.sleep(self._plan.warmup)
        # A garbage collection in the window would show up as latency of the server.
        gc.collect()
        gc.freeze()
        start, cpu_before = time.perf_counter(), cpu_s()
        self._session.measure_between(start, start + self._plan.seconds)
        print_phase("measuring")
        await asyncio.sleep(self._plan.seconds)
        print_phase("measured")
        result.seconds = self._plan.seconds
        result.cpu_percent = 100 * (cpu_s() - cpu_before) / (time.perf_counter() - start)

    async def _finish(self) -> None:
        """Play the running games to their end, or stop if the plan says so."""
        session = self._session
        session.paced = False
        session.finishing = True
        session.halted = not self._plan.finish
        for table in self._tables:
            table.due.clear()
            table.step()
        try:
            await asyncio.wait_for(session.all_over.wait(), FINISH_S)
        except TimeoutError:
            for table in self._tables:
                if not table.over:
                    where = [
                        (c.wire.welcomed, c.wire.game, c.wire.seq, list(c.pending))
                        for c in table.clients
                    ]
                    table.problem(f"the game did not finish: {where}")

    async def _compare_views(self) -> None:
        """Note what every player sees, and what the server sends when asked again."""
        session = self._session
        before = [client.wire.whole_view() for client in self._clients]
        session.snapshots = 0
        for client in self._clients:
            client.wire.request_snapshot()
        deadline = time.monotonic() + SNAPSHOT_S
        while session.snapshots < len(self._clients):
            if time.monotonic() > deadline:
                session.history.problem("not all players got a snapshot")
                break
            await asyncio.sleep(0.1)
        for client, seen in zip(self._clients, before, strict=True):
            for phase, view in (("state", seen), ("fresh", client.wire.whole_view())):
                session.history.add(phase, client.player, room=client.table.room, value=view)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            for client in self._clients:
                client.wire.ping()

    async def _listen(self) -> None:
        """Wait for the line "finish" on standard input."""
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            if line.strip() == b"finish":
                self._told_to_finish.set()

    def _write_history(self) -> None:
        session = self._session
        for client in self._clients:
            client.note_end()
            session.result.gaps += client.wire.gaps
            session.result.repeats += client.wire.repeats
        session.result.problems = session.history.problems
        session.history.write(self._plan.journal)
        print_phase("done", result=msgspec.to_builtins(session.result))


def tables_of(plan: Plan, session: Session) -> list[Table]:
    """Return the players of all rooms, who play as the room's mode wants."""
    return [
        (RoundsTable if spec.mode == "rounds" else Table)(session, spec, urls_of(plan, number))
        for number, spec in enumerate(plan.tables)
    ]


def urls_of(plan: Plan, table: int) -> list[str]:
    """Return the servers of a table's players, by its number."""
    return [plan.urls[table % len(plan.urls)]] if plan.hashed else plan.urls


class Arrivals:
    """Moves that become due at random times (a Poisson process), each at a random table.

    A thread waits for them, because the timers of the event loop are accurate to 1 ms only.
    """

    def __init__(self, plan: Plan, tables: Sequence[Table]) -> None:
        self._plan = plan
        self._tables = tables
        self._stopped = threading.Event()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        rng = random.Random(self._plan.seed)
        due = time.perf_counter()
        while not self._stopped.is_set():
            due += rng.expovariate(self._plan.rate)
            time.sleep(max(0.0, due - time.perf_counter()))
            self._loop.call_soon_threadsafe(rng.choice(self._tables).schedule, due)

    def stop(self) -> None:
        """Schedule no more moves."""
        self._stopped.set()


def cpu_s() -> float:
    """Return the CPU seconds that this process has used."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def main(plan: Plan) -> None:
    random.seed(plan.seed)
    session = Session(plan)
    await Generator(plan, session, tables_of(plan, session)).run()


if __name__ == "__main__":
    uvloop.run(main(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)))
