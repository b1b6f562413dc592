"""E20: play for long, with connections that break and a clock that jumps; nothing may grow."""

import asyncio
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from games.platform.clock import MAX_SLEW
from workshop.lab.chaos.lab import Lab
from workshop.lab.chaos.proxy import Proxy
from workshop.lab.chaos.sabotage import Sabotage
from workshop.lab.chaos.slopes import growth_per_hour
from workshop.lab.loadtest.generator_process import seat_tables
from workshop.lab.loadtest.holding import holding
from workshop.lab.loadtest.messages import Event, Update
from workshop.lab.loadtest.processes import Server
from workshop.lab.wire_player import WirePlayer, room_path

JUMP_S = 3600.0
JUMP_EVERY_S = 15.0
CUT_EVERY_S = 20.0
TIMED_TABLES = 3
TURN_S = 30
# Updates may be shown this late; the clock may run this much faster while it is wrong.
SLACK_S = 1.0
# Caches fill up first, and later in steps: a shorter run tells nothing about growth.
SETTLE_S = 240.0
JUDGED_S = 1200.0
# An hour. There are 9,000 connections and 100,000 moves in it: to lose 1 kB of each connection, or
# 100 bytes of each move, is more.
MAX_GROWTH = {"RSS in MB": 10.0, "descriptors": 1.0, "tasks": 1.0, "threads": 1.0, "rooms": 1.0}


def soak(lab: Lab) -> None:
    """Play, break connections, set the clock; look at what the server uses all the time."""
    clock = lab.path("clock")
    clock.write_text("0")
    [server] = lab.add_servers(1, Sabotage(clock=str(clock), seed=lab.outcome.seed))
    network = lab.proxy(server.port)
    timed = seat_tables(TIMED_TABLES, 2, "yacht", lab.testbed.env, clock=TURN_S)
    timers = [Timer(table.room) for table in timed]
    watching = threading.Thread(
        target=lambda: asyncio.run(watch_all(timers, server.url, lab.seconds)), daemon=True
    )
    watching.start()
    lab.play([f"ws://127.0.0.1:{network.port}"], rate=30.0)
    samples = disturb(lab, server, network, clock)
    watching.join()
    lab.finish()
    judge_growth(lab, samples)
    early = [text for timer in timers for text in timer.early()]
    turns = sum(len(timer.timeouts) for timer in timers)
    lab.note("timers", f"{turns} turns timed out, {len(early)} early or twice")
    lab.require(turns > 0 or lab.seconds < 3 * TURN_S, "no turn timed out")
    lab.outcome.problems += early


Samples = list[tuple[float, dict[str, float]]]


def disturb(lab: Lab, server: Server, network: Proxy, clock: Path) -> Samples:
    """Break connections and set the clock until the time is over; return samples of what the
    server uses, one a second.
    """
    samples: Samples = []
    began = jumped = cut = time.monotonic()
    jumps = cuts = 0
    while (now := time.monotonic()) - began < lab.seconds:
        if now - jumped > JUMP_EVERY_S:
            jumped, jumps = now, jumps + 1
            set_clock(clock, lab.rng.uniform(-JUMP_S, JUMP_S))
        if now - cut > CUT_EVERY_S:
            cut, cuts = now, cuts + 1
            network.cut()
        elif now - cut > CUT_EVERY_S / 2:
            # Everybody is back: numbers can be compared.
            samples.append((now - began, usage(lab, server)))
        time.sleep(1.0)
    lab.note("disturbed", f"{jumps} jumps of the clock, {cuts} times all connections broke")
    return samples


def set_clock(clock: Path, offset: float) -> None:
    """Write a clock's offset (seconds) in one step: the server reads it at any moment."""
    new = clock.with_suffix(".new")
    new.write_text(str(offset))
    new.replace(clock)


def usage(lab: Lab, server: Server) -> dict[str, float]:
    """Return what a server uses now."""
    figures = lab.figures(server)
    held = holding(server.pid)
    return {
        "RSS in MB": held.rss_mb,
        "descriptors": held.files,
        "tasks": figures.tasks,
        "threads": held.threads,
        "rooms": figures.rooms,
    }


def judge_growth(lab: Lab, samples: Samples) -> None:
    """Require that nothing grows after the warm-up."""
    settled = [each for each in samples if each[0] >= SETTLE_S]
    if lab.seconds < SETTLE_S + JUDGED_S:
        lab.note("growth", "too short to judge")
        return
    for name, limit in MAX_GROWTH.items():
        series = [(at, values[name]) for at, values in settled]
        try:
            slope, certain = growth_per_hour(series)
        except ValueError:
            lab.note(name, f"{len(series)} samples: too few to judge")
            continue
        lab.note(name, f"{series[0][1]:.0f} to {series[-1][1]:.0f}; {slope:+.1f} an hour")
        lab.require(
            certain <= limit, f"{name} grows by {slope:.1f} an hour, at least {certain:.1f}"
        )


class Timer:
    """Watches the turns of a table where nobody plays."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.timeouts: Counter[tuple[str, int, int]] = Counter()
        self._began: float | None = None
        self._problems: list[str] = []

    def take(self, message: Any, payload: bytes) -> None:
        """Take the events of a message."""
        if isinstance(message, Update):
            for event in message.events:
                self.see(message.game, event, time.monotonic())

    def closed_with(self, code: int) -> None:
        """Leave it to `watch_all`."""

    def problem(self, text: str) -> None:
        """Note a violation."""
        self._problems.append(f"room {self.room}: {text}")

    def see(self, game: str, event: Event, at: float) -> None:
        """Take an event, at a time of the monotonic clock."""
        if event.type == "turn.timed_out":
            assert event.seat is not None
            turn = (game, event.seat, msgspec.json.decode(event.data)["turn"])
            self.timeouts[turn] += 1
            took = None if self._began is None else at - self._began
            if took is not None and took < TURN_S * (1 - MAX_SLEW) - SLACK_S:
                self._problems.append(f"{turn} timed out after {took:.1f} s")
        if event.type == "box.scored":
            self._began = at

    def early(self) -> list[str]:
        """Return the turns that timed out early or twice."""
        twice = [f"{turn} timed out {count} times" for turn, count in self.timeouts.items()]
        counts = self.timeouts.values()
        return self._problems + [text for text, n in zip(twice, counts, strict=True) if n > 1]


async def watch_all(timers: list[Timer], url: str, seconds: float) -> None:
    """Let timers see the events of their rooms. Raises ConnectionError if a connection ends."""

    async def watch(timer: Timer) -> None:
        async with WirePlayer(url, room_path(timer.room), owner=timer) as watcher:
            pings = asyncio.create_task(watcher.keep_awake())
            try:
                await watcher.wait_closed()
            finally:
                pings.cancel()
            raise ConnectionError(f"room {timer.room} was closed with {watcher.closed}")

    tasks = [asyncio.create_task(watch(timer)) for timer in timers]
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    for task in done:
        task.result()
