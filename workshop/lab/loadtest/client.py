"""A player of a load test: keeps commands until they are complete, and survives a lost server.

It does what the browser does: reconnect with backoff and jitter, resend unacknowledged commands
with the same id.
"""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
from picows import WSError

from workshop.lab.loadtest import messages
from workshop.lab.loadtest.messages import Player
from workshop.lab.loadtest.session import Session
from workshop.lab.wire_player import WirePlayer, room_path

FIRST_RETRY_S = 0.1
MAX_RETRY_S = 1.0
# A command refused with one of these codes is sent again.
RETRIED_CODES = ("busy", "rate_limited")
RETRY_COMMAND_S = 0.2
# How late the second socket of a player may send a command again.
MAX_LATE_S = 30.0


@dataclass(slots=True, eq=False)
class Command:
    """A command that is not complete. `due`: when it should have been sent (`perf_counter()`).

    seq: the event that it was acknowledged with, None before the ack.
    resent: whether it was sent again after a reconnect.
    """

    id: str
    content: dict[str, Any]
    text: bytes
    due: float
    seq: int | None = None
    resent: bool = False


class TableOfClient(Protocol):
    """What a client needs of its table."""

    room: str

    def decode(self, payload: bytes) -> Any:
        """Return the decoded message."""

    def record(self, player: int, update: messages.Update | messages.Delta) -> None:
        """Record the events that a player has received."""

    def step(self) -> None:
        """Make the next move if all players are ready for it."""

    def complete(self, command: Command) -> None:
        """Note that a command is acknowledged and that its player has its events."""

    def problem(self, text: str) -> None:
        """Record a violation."""


class SecondTab(Protocol):
    """Another socket of the same player."""

    def send_later(self, command: Command, seconds: float) -> None:
        """Send the command again after this time."""


class Client:
    """A player at a table. wire: their socket, and what has come over it."""

    def __init__(
        self,
        session: Session,
        table: TableOfClient,
        player: Player,
        url: str,
        *,
        change: Callable[[Any, Any], Any] | None = None,
        source: str = "",
    ) -> None:
        """change: returns the view after a delta; without it the player asks for whole views.

        source: the player's address, instead of the one of the plan.
        """
        self.table = table
        self.player = player.id
        self.second_tab: SecondTab | None = None
        self.pending: dict[str, Command] = {}
        self.wire = WirePlayer(
            url,
            room_path(table.room, whole=change is None),
            player.cookie,
            self,
            decode=table.decode,
            change=change,
            source=source or session.plan.source,
        )
        self._session = session
        self._old: list[Command] = []
        self._is_here = False
        self._lost_at: float | None = None
        self._reconnected_at_seq = 0
        self._retry_s = 0.0
        self._count = 0
        self._leaving = False

    # --- The connection -------------------------------------------------------------------

    async def stay_connected(self) -> None:
        """Connect, and reconnect whenever the connection is lost, until `leave()`."""
        wait = FIRST_RETRY_S
        while not self._leaving:
            try:
                wire = self.wire
                await wire.open(f"&seen={wire.game}.{wire.seq}" if wire.game else "")
                await wire.wait_closed()
                wait = FIRST_RETRY_S
            except (OSError, WSError, TimeoutError):
                wait = min(MAX_RETRY_S, wait * 2)
            self._note_loss()
            if not self._leaving:
                await asyncio.sleep(self._retry_s or wait * random.uniform(0.5, 1.0))
                self._retry_s = 0.0

    def leave(self) -> None:
        """Disconnect for good."""
        self._leaving = True
        self.wire.close()

    def note_end(self) -> None:
        """Note the commands that were never answered."""
        for command in self.pending.values():
            self._note("unknown", command)

    def _note_loss(self) -> None:
        if self._is_here and not self._leaving:
            self._is_here = False
            self._lost_at = time.perf_counter()
            self._session.disconnected()

    def closed_with(self, code: int) -> None:
        """Count the server's close code, and report it unless it is one of the plan."""
        closes = self._session.result.closes
        closes[code] = closes.get(code, 0) + 1
        if code not in self._session.plan.closes:
            self.problem(f"was closed with {code}")

    def problem(self, text: str) -> None:
        """Record a violation."""
        self.table.problem(f"player {self.player}: {text}")

    # --- Commands -------------------------------------------------------------------------

    def command(self, content: dict[str, Any], due: float) -> None:
        """Send a command, and keep it until it is complete."""
        self._count += 1
        id_ = f"c{self._count}"
        text = msgspec.json.encode({**content, "id": id_})
        command = self.pending[id_] = Command(id_, content, text, due)
        self._note("invoke", command)
        self.wire.send(command.text)
        if self._session.plan.duplicates and "game" in content:
            self._send_duplicates(command)

    def _note(self, phase: str, command: Command) -> None:
        """Add a phase of a command to the history."""
        self._session.history.add(
            phase,
            self.player,
            room=self.table.room,
            rid=command.id,
            op=command.content,
            version=command.seq,
        )

    def _send_duplicates(self, command: Command) -> None:
        """Simulate a bad network: send the command again, and sometimes an old one, late."""
        for _ in range(random.randrange(3)):
            self.wire.send(command.text)
        self._old.append(command)
        if random.random() < 0.1:
            self.wire.send(random.choice(self._old).text)
        if self.second_tab is not None and random.random() < 0.2:
            self.second_tab.send_later(command, random.uniform(0.0, MAX_LATE_S))
        del self._old[:-100]

    # --- Messages -------------------------------------------------------------------------

    def take(self, message: Any, payload: bytes) -> None:
        """Process one message, which the socket has taken."""
        match message:
            case messages.Update() | messages.Delta():
                self.table.record(self.player, message)
            case messages.Ack():
                self._ack(message)
            case messages.Welcome():
                self._welcome()
            case messages.Snapshot():
                self._session.snapshots += 1
            case messages.Error():
                self._refused(message)
            case messages.Bye():
                self._retry_s = message.retry / 1000
            case _:
                return
        # Also after a snapshot or a welcome, which may bring what an ack had announced.
        self._complete_commands()
        self.table.step()

    def _welcome(self) -> None:
        self._is_here = True
        self._reconnected_at_seq = self.wire.seq
        for command in self.pending.values():
            command.resent = True
            self._session.result.resent += 1
            self._note("resent", command)
            self.wire.send(command.text)
        away_s = None if self._lost_at is None else time.perf_counter() - self._lost_at
        self._lost_at = None
        self._session.connected(away_s)

    def _ack(self, message: messages.Ack) -> None:
        command = self.pending.get(message.id)
        if command is None:
            self._check_repeated_ack(message)
            return
        if command.seq is not None:
            return  # The command was sent twice, so it is acknowledged twice.
        command.seq = message.seq
        self._note("ok", command)
        if message.seq is None:
            del self.pending[message.id]
            return
        if command.resent and message.seq <= self._reconnected_at_seq:
            self._session.result.old_answers += 1
        self._session.acknowledged()

    def _check_repeated_ack(self, message: messages.Ack) -> None:
        """Report an old command that was answered with another seq than the first time."""
        for command in self._old:
            if command.id == message.id and command.seq != message.seq:
                self.table.problem(f"{command} was answered again with seq {message.seq}")

    def _complete_commands(self) -> None:
        """Complete each command whose ack and update have both arrived."""
        for command in list(self.pending.values()):
            if command.seq is not None and (
                command.content["game"] != self.wire.game or command.seq <= self.wire.seq
            ):
                del self.pending[command.id]
                self.table.complete(command)

    def _refused(self, message: messages.Error) -> None:
        command = self.pending.get(message.id or "")
        if message.code == "stale" and any(old.id == message.id for old in self._old):
            return  # A duplicate that arrived after the end of its game.
        if message.code in RETRIED_CODES and command is not None:
            self._session.result.retried += 1
            self._note("busy", command)
            asyncio.get_running_loop().call_later(RETRY_COMMAND_S, self.wire.send, command.text)
            return
        if command is not None:
            del self.pending[command.id]
            if command.content["type"] == "rematch" and message.code == "already_started":
                return  # The rematch started just before the server was killed.
            self._note("err", command)
        self.problem(f"{message.code} for {command}")
