"""The players of one room: decide who moves next, and check that all of them see the same."""

import random
import time
from collections import Counter, deque
from typing import Any

import msgspec

from games.core.rules.scoring import ROLLS_PER_TURN
from workshop.lab.loadtest import messages
from workshop.lab.loadtest.client import Client, Command
from workshop.lab.loadtest.messages import (
    Delta,
    Event,
    Player,
    SeenEvent,
    TableSpec,
    Update,
    View,
)
from workshop.lab.loadtest.session import Session


def hold_of(dice: list[int]) -> list[int]:
    """Return the positions of the most frequent face."""
    face, _ = Counter(dice).most_common(1)[0]
    return [position for position, die in enumerate(dice) if die == face]


def next_command(game: str, view: View) -> dict[str, Any]:
    """Return the next command of the acting seat: three rolls, then the box with most points."""
    seat = view.seats[view.acting[0]]
    turn = seat.turn
    command: dict[str, Any] = {"game": game, "turn": turn.number, "roll": turn.roll}
    if turn.roll < ROLLS_PER_TURN:
        return {"type": "roll", **command, "hold": hold_of(turn.dice) if turn.dice else []}
    best = max(seat.options, key=lambda option: option.points)
    return {"type": "score", **command, "category": best.category, "column": best.column}


def seen_event(update: Update | Delta, event: Event, player: str = "") -> SeenEvent:
    """Return an event as a player received it; in rounds with the player."""
    data = bytes(event.data).decode()
    return SeenEvent(
        update.game, event.seq, event.type, event.seat, event.at, data, event.by, player
    )


class Table:
    """One room. A move is made only when every player has seen the one before it."""

    decoder: msgspec.json.Decoder[Any] = messages.decoder

    def __init__(self, session: Session, spec: TableSpec, urls: list[str]) -> None:
        self.room = spec.room
        self._session = session
        self.clients = [
            self.client(player, urls[number % len(urls)])
            for number, player in enumerate(spec.players)
        ]
        self.due: deque[float] = deque()
        self.over = False
        self._completed_at: float | None = None
        self._rematch_asked_at: float | None = None
        self._rematch_asked_after = ""
        self._last: tuple[bytes, Any] = (b"", None)
        self._seen: dict[tuple[str, int], SeenEvent] = {}

    def client(self, player: Player, url: str) -> Client:
        """Return somebody at the table."""
        return Client(self._session, self, player, url)

    def problem(self, text: str) -> None:
        self._session.history.problem(f"room {self.room}: {text}")

    def decode(self, payload: bytes) -> Any:
        """Return the message. A payload that all players get is decoded once."""
        if payload == self._last[0]:
            return self._last[1]
        message = self.decoder.decode(payload)
        self._last = (payload, message)
        return message

    def record(self, player: int, update: Update | Delta) -> None:
        """Record the events, and compare them with what the other players received."""
        for event in update.events:
            record = seen_event(update, event)
            before = self._seen.setdefault((record.game, record.seq), record)
            if before is record:
                self._session.history.add("see", player, room=self.room, value=record)
            elif before != record:
                self.problem(f"two players saw {before} and {record}")

    # --- Playing --------------------------------------------------------------------------

    def schedule(self, due: float) -> None:
        """Add a move that is due now; it is made as soon as the table is ready."""
        self.due.append(due)
        self.step()

    def is_synchronised(self) -> bool:
        """Whether every player is connected, has the same events, and waits for no answer."""
        first = self.clients[0].wire
        return all(
            client.wire.welcomed
            and not client.pending
            and client.wire.seq == first.seq
            and client.wire.game == first.game
            for client in self.clients
        )

    def step(self) -> None:
        """Make the next move, or ask for a rematch, if all players are ready for it."""
        if self.over or not self.is_synchronised():
            return
        first = self.clients[0].wire
        if first.view is None or first.game is None:
            return
        if self._completed_at is not None:
            self._session.seen_by_all(time.perf_counter() - self._completed_at)
            self._completed_at = None
        if self._rematch_asked_at is not None and first.game != self._rematch_asked_after:
            self._session.rematch_started(time.perf_counter() - self._rematch_asked_at)
            self._rematch_asked_at = None
        if first.view.status == "playing":
            self._play(first.game, first.view)
        elif self._rematch_asked_after != first.game:
            self._finish(first.game)

    def _play(self, game: str, view: View) -> None:
        if self._session.halted:
            self._end()
            return
        if self._session.paced and not self.due:
            return
        due = self.due.popleft() if self.due else time.perf_counter()
        mover = view.seats[view.acting[0]].player
        client = next(client for client in self.clients if client.player == mover)
        client.command(next_command(game, view), due)

    def _finish(self, game: str) -> None:
        """Count a finished game, and ask for a rematch unless the test is ending."""
        self._rematch_asked_after = game
        self._seen.clear()
        self._session.result.games_finished += 1
        if self._session.finishing:
            self._end()
            return
        self._rematch_asked_at = time.perf_counter()
        for client in self.clients:
            seed = f"{random.getrandbits(64):016x}"
            client.command({"type": "rematch", "seed": seed}, self._rematch_asked_at)

    def _end(self) -> None:
        self.over = True
        self._session.table_over()

    def complete(self, command: Command) -> None:
        """Note that a move is acknowledged and that its player has its events."""
        self._completed_at = time.perf_counter()
        self._session.completed(command.due)
