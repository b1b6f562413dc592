"""`python -m games.bench.loadtest.generator PLAN`: the process whose sockets play.

It knows nothing of Django or of the database. It prints one JSON line a phase ("playing", "lost",
"back", "measuring", "measured", "done"), obeys the line "finish" on its standard input, and leaves
a journal for the checker.
"""

import asyncio
import gc
import json
import random
import resource
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from games.bench.loadtest.client import Client, Command
from games.bench.loadtest.messages import AckRecord, Journal, Plan, Result, ViewHolder
from games.bench.loadtest.table import Table

# Running games are played to their end within this time, or something hangs.
FINISH_S = 180.0
PING_S = 10.0
MOST_PROBLEMS = 50


class Bench:
    """All tables of one test, and what is measured."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.result = Result()
        self.journal = Journal([], [], [], [], {}, [])
        self.paced = plan.rate > 0
        self.finishing = self.halted = False
        self.truths = 0
        self.tables = [Table(self, spec, plan.urls) for spec in plan.tables]
        self.clients = [client for table in self.tables for client in table.clients]
        self._here = self._over = 0
        self._window = (float("inf"), float("inf"))
        self._all_here = asyncio.Event()
        self._all_over = asyncio.Event()
        self._told_to_finish = asyncio.Event()

    # --- What the tables tell -------------------------------------------------------------

    def problem(self, text: str) -> None:
        """Note something that must not happen; only the first ones, a broken server makes many."""
        if len(self.journal.problems) < MOST_PROBLEMS:
            self.journal.problems.append(text)

    def lost(self, client: Client) -> None:
        """A connection is gone."""
        if self._here == len(self.clients):
            say("lost")
        self._here -= 1
        self.result.reconnects += 1

    def welcomed(self, away_s: float | None) -> None:
        """A player is in the room, for the first time (None) or again after so long."""
        self._here += 1
        if away_s is not None:
            self.result.returns.append(away_s * 1000)
        if self._here == len(self.clients):
            self._all_here.set()
            say("back", moves=len(self.journal.acks))

    def acked(self, client: Client, command: Command) -> None:
        """A game command was acknowledged: the log must have it."""
        assert command.seq is not None
        by = f"{client.player}:{command.id}"
        content = command.content
        self.journal.acks.append(AckRecord(content["game"], by, command.seq, content))

    def refused(self, by: str) -> None:
        """A command was refused: the log must not have it."""
        self.journal.refused.append(by)

    def moved(self, due: float) -> None:
        """A move is complete; it counts when it was due (in closed loop: done) in the window."""
        now = time.perf_counter()
        begin, end = self._window
        if begin <= now < end:
            self.result.moves += 1
        if begin <= (due if self.paced else now) < end:
            self.result.latencies.append((now - due) * 1000)

    def started(self, seconds: float) -> None:
        """A rematch has begun, so long after the players asked for it."""
        self.result.starts.append(seconds * 1000)

    def spread(self, seconds: float) -> None:
        """A move has been seen by all, so long after it was complete."""
        self.result.spreads.append(seconds * 1000)

    def table_over(self) -> None:
        """A table has nothing more to do."""
        self._over += 1
        if self._over == len(self.tables):
            self._all_over.set()

    # --- The test -------------------------------------------------------------------------

    async def run(self) -> None:
        """Play, measure, finish, compare, and write the journal."""
        listener = asyncio.create_task(self._listen())
        connections = [asyncio.create_task(client.stay_connected()) for client in self.clients]
        pings = asyncio.create_task(self._ping())
        await self._all_here.wait()
        say("playing")
        arrivals = Arrivals(self) if self.paced else None
        await self._measure()
        if arrivals is not None:
            arrivals.stop()
        await self._finish()
        await self._compare()
        pings.cancel()
        listener.cancel()
        for client in self.clients:
            client.leave()
        await asyncio.gather(*connections)
        self._write()

    async def _measure(self) -> None:
        if self.plan.seconds is None:
            begin = time.perf_counter()
            self._window = (begin, float("inf"))
            await self._told_to_finish.wait()
            self.result.seconds = time.perf_counter() - begin
            return
        await asyncio.sleep(self.plan.warmup)
        gc.collect()
        gc.freeze()
        begin, used = time.perf_counter(), cpu_s()
        self._window = (begin, begin + self.plan.seconds)
        say("measuring")
        await asyncio.sleep(self.plan.seconds)
        say("measured")
        self.result.seconds = self.plan.seconds
        self.result.cpu_percent = 100 * (cpu_s() - used) / (time.perf_counter() - begin)

    async def _finish(self) -> None:
        self.paced = False
        self.finishing = True
        self.halted = not self.plan.finish
        for table in self.tables:
            table.dues.clear()
            table.step()
        try:
            await asyncio.wait_for(self._all_over.wait(), FINISH_S)
        except TimeoutError:
            for table in self.tables:
                if not table.over:
                    where = [(c.welcomed, c.game, c.seq, list(c.pending)) for c in table.clients]
                    table.problem(f"the game was not finished: {where}")

    async def _compare(self) -> None:
        """Every player's view must be what the server says when asked anew."""
        before = [view_of(client) for client in self.clients]
        self.truths = 0
        for client in self.clients:
            client.ask_for_truth()
        for _ in range(100):
            if self.truths >= len(self.clients):
                break
            await asyncio.sleep(0.1)
        else:
            self.problem("not everyone was told the truth when asking")
        for client, seen in zip(self.clients, before, strict=True):
            if seen != view_of(client):
                client.table.problem(f"player {client.player} drew another game than the server")
        for table in self.tables:
            views = [view_of(client) for client in table.clients]
            if any(view != views[0] for view in views):
                table.problem("the players do not see the same")
            self.journal.views[table.room] = views[0]

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            for client in self.clients:
                client.ping()

    async def _listen(self) -> None:
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            if line.strip() == b"finish":
                self._told_to_finish.set()

    def _write(self) -> None:
        self.journal.unknown = [
            f"{client.player}:{id_}" for client in self.clients for id_ in client.pending
        ]
        self.result.problems = self.journal.problems
        Path(self.plan.journal).write_bytes(msgspec.json.encode(self.journal))
        say("done", result=msgspec.to_builtins(self.result))


def view_of(client: Client) -> Any:
    """Return all of the last view that a player got."""
    return msgspec.json.decode(client.payload, type=ViewHolder).view


class Arrivals:
    """Moves that fall due at random times (Poisson), at random tables.

    A thread of its own waits for them: the loop's timers are only good to a millisecond.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._stopped = threading.Event()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        chance = random.Random(self._bench.plan.seed)
        due = time.perf_counter()
        while not self._stopped.is_set():
            due += chance.expovariate(self._bench.plan.rate)
            time.sleep(max(0.0, due - time.perf_counter()))
            table = chance.choice(self._bench.tables)
            self._loop.call_soon_threadsafe(table.arrive, due)

    def stop(self) -> None:
        """No more moves fall due."""
        self._stopped.set()


def cpu_s() -> float:
    """Return the CPU seconds that this process has used."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def say(phase: str, **content: Any) -> None:
    """Tell the parent where we are."""
    print(json.dumps({"phase": phase, "at": time.time(), **content}), flush=True)


async def main(plan: Plan) -> None:
    """Do as planned."""
    random.seed(plan.seed)
    await Bench(plan).run()


if __name__ == "__main__":
    uvloop.run(main(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)))
