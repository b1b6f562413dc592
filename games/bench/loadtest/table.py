"""The players of one room: whose move it is, and that all of them have seen the same."""

import random
import time
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from games.bench.loadtest import messages
from games.bench.loadtest.client import Client
from games.bench.loadtest.messages import SeenEvent, TableSpec, View

if TYPE_CHECKING:
    from games.bench.loadtest.generator import Bench


def hold_of(dice: list[int]) -> list[int]:
    """Return the positions of the most frequent face: what a beginner would keep."""
    face, _ = Counter(dice).most_common(1)[0]
    return [position for position, die in enumerate(dice) if die == face]


def move_of(game: str, view: View) -> dict[str, Any]:
    """Return the next command of the seat whose turn it is: three rolls, then the best box."""
    seat = view.seats[view.acting[0]]
    turn = seat.turn
    command: dict[str, Any] = {"game": game, "turn": turn.number, "roll": turn.roll}
    if turn.roll < 3:
        return {"type": "roll", **command, "hold": hold_of(turn.dice) if turn.dice else []}
    best = max(seat.options, key=lambda option: option.points)
    return {"type": "score", **command, "category": best.category, "column": best.column}


class Table:
    """One room. A move goes out only when every player has seen the one before it."""

    def __init__(self, bench: "Bench", spec: TableSpec, urls: list[str]) -> None:
        self.bench = bench
        self.room = spec.room
        self.clients = [
            Client(self, player, urls[number % len(urls)])
            for number, player in enumerate(spec.players)
        ]
        self.dues: deque[float] = deque()
        self.over = False
        self._moved_at: float | None = None
        self._asked_at: float | None = None
        self._asked_after = ""
        self._last: tuple[bytes, Any] = (b"", None)
        self._seen: dict[tuple[str, int], SeenEvent] = {}

    def problem(self, text: str) -> None:
        """Note something that must not happen."""
        self.bench.problem(f"room {self.room}: {text}")

    def decode(self, payload: bytes) -> messages.Message:
        """Return the message; one that all get, byte for byte the same, is decoded once."""
        if payload == self._last[0]:
            return self._last[1]  # type: ignore[no-any-return]
        message = messages.decoder.decode(payload)
        self._last = (payload, message)
        return message

    def saw(self, message: messages.Update, payload: bytes) -> None:
        """Keep the events, and compare with what the others were shown."""
        for event in message.events:
            record = SeenEvent(
                message.game,
                event.seq,
                event.type,
                event.seat,
                event.at,
                bytes(event.data).decode(),
                event.by,
            )
            before = self._seen.setdefault((record.game, record.seq), record)
            if before is record:
                self.bench.journal.seen.append(record)
            elif before != record:
                self.problem(f"two players saw {before} and {record}")

    # --- Playing --------------------------------------------------------------------------

    def arrive(self, due: float) -> None:
        """A move is due; it waits until the table is ready for it."""
        self.dues.append(due)
        self.step()

    def in_step(self) -> bool:
        """Whether every player is here, has seen the same, and waits for no answer."""
        first = self.clients[0]
        return all(
            client.welcomed
            and not client.pending
            and client.seq == first.seq
            and client.game == first.game
            for client in self.clients
        )

    def step(self) -> None:
        """Do what is next, if it is time for it."""
        if self.over or not self.in_step():
            return
        first = self.clients[0]
        if first.view is None or first.game is None:
            return
        if self._moved_at is not None:
            self.bench.spread(time.perf_counter() - self._moved_at)
            self._moved_at = None
        if self._asked_at is not None and first.game != self._asked_after:
            self.bench.started(time.perf_counter() - self._asked_at)
            self._asked_at = None
        if first.view.status == "playing":
            self._play(first.game, first.view)
        elif self._asked_after != first.game:
            self._finish(first.game)

    def _play(self, game: str, view: View) -> None:
        if self.bench.halted:
            self.over = True
            self.bench.table_over()
            return
        if self.bench.paced and not self.dues:
            return
        due = self.dues.popleft() if self.dues else time.perf_counter()
        mover = view.seats[view.acting[0]].player
        client = next(client for client in self.clients if client.player == mover)
        client.do(move_of(game, view), due)

    def _finish(self, game: str) -> None:
        self._asked_after = game
        self._seen.clear()
        self.bench.result.games_finished += 1
        if self.bench.finishing:
            self.over = True
            self.bench.table_over()
            return
        self._asked_at = time.perf_counter()
        for client in self.clients:
            seed = f"{random.getrandbits(64):016x}"
            client.do({"type": "rematch", "seed": seed}, self._asked_at)

    def moved(self, command: Any) -> None:
        """One move is done: acknowledged and seen by its player."""
        self._moved_at = time.perf_counter()
        self.bench.moved(command.due)
