"""What all tables of one test share: the plan, the phase, the measurements and the history."""

import asyncio
import json
import time
from typing import Any

from workshop.lab.loadtest.history import History
from workshop.lab.loadtest.messages import Plan, Result


class Session:
    """The state of one running test.

    paced: moves are due at random times; otherwise each follows the one before it at once.
    finishing: no table starts another game. halted: no table makes another move.
    snapshots: how many snapshots the clients have received.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.result = Result()
        self.history = History()
        self.paced = plan.rate > 0
        self.finishing = self.halted = False
        self.snapshots = 0
        self.all_connected = asyncio.Event()
        self.all_over = asyncio.Event()
        self._players = self.players_of(plan)
        self._connected = self._tables_over = self._tables_revealed = self._acks = 0
        self._window = (float("inf"), float("inf"))

    def players_of(self, plan: Plan) -> int:
        """Return how many people connect."""
        return sum(len(spec.players) for spec in plan.tables)

    def measure_between(self, start: float, end: float) -> None:
        """Count moves and latencies from `start` to `end`, in `time.perf_counter()`."""
        self._window = (start, end)

    def disconnected(self) -> None:
        """A player lost the connection."""
        if self._connected == self._players:
            print_phase("lost")
        self._connected -= 1
        self.result.reconnects += 1

    def connected(self, away_s: float | None) -> None:
        """A player is connected: for the first time (None), or again after `away_s` seconds."""
        self._connected += 1
        if away_s is not None:
            self.result.reconnect_ms.append(away_s * 1000)
            self.result.returned_at.append(time.perf_counter())
        if self._connected == self._players:
            self.all_connected.set()
            print_phase("back", moves=self._acks)

    def acknowledged(self) -> None:
        """A game command was acknowledged."""
        self._acks += 1

    def completed(self, due: float) -> None:
        """A move is complete. It counts if it was due (unpaced: completed) within the window."""
        now = time.perf_counter()
        start, end = self._window
        if start <= now < end:
            self.result.moves += 1
        if start <= (due if self.paced else now) < end:
            self.result.latency_ms.append((now - due) * 1000)
            self.result.due_at.append(due)

    def rematch_started(self, seconds: float) -> None:
        """A rematch started `seconds` after the players asked for it."""
        self.result.rematch_ms.append(seconds * 1000)

    def seen_by_all(self, seconds: float) -> None:
        """All players of a table saw a move `seconds` after it was complete."""
        self.result.spread_ms.append(seconds * 1000)

    def round_revealed(self) -> None:
        """A table in rounds has seen its first round: its bots move."""
        self._tables_revealed += 1
        if self._tables_revealed == len(self.plan.tables):
            print_phase("revealed")

    def table_over(self) -> None:
        """A table has made its last move."""
        self._tables_over += 1
        if self._tables_over == len(self.plan.tables):
            self.all_over.set()


def print_phase(phase: str, **content: Any) -> None:
    """Tell the parent process which phase the test has reached: one JSON line."""
    print(json.dumps({"phase": phase, "at": time.time(), **content}), flush=True)
