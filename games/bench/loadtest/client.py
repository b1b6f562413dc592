"""One player's connection to a room: sends commands with ids, survives the loss of the server.

What a good browser does: reconnect with backoff and jitter, resend what is not acknowledged under
the same id, notice gaps in seq and ask for what is missing.
"""

import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from picows import WSCloseCode, WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from games.bench.loadtest import messages
from games.bench.loadtest.messages import Player

if TYPE_CHECKING:
    from games.bench.loadtest.table import Table

FIRST_RETRY_S = 0.1
LONGEST_RETRY_S = 1.0
# Refused like this, the same command is sent again a little later.
TRY_AGAIN = ("busy", "rate_limited")
TRY_AGAIN_S = 0.2


@dataclass(slots=True, eq=False)
class Command:
    """A command on its way. `due`: when it should have been sent, in `time.perf_counter()`."""

    id: str
    content: dict[str, Any]
    text: bytes
    due: float
    seq: int | None = None
    resent: bool = False


class Connection(WSListener):
    """Hands frames of one websocket to its client."""

    def __init__(self, client: "Client") -> None:
        self.client = client

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Remember where to send."""
        self.client.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Pass text frames on."""
        if frame.msg_type == WSMsgType.TEXT:
            self.client.hear(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self.client.closed_with(frame.get_close_code())
            transport.disconnect()


class Client:
    """A player at a table. `game` and `seq` say how far it has read; None before the welcome."""

    def __init__(self, table: "Table", player: Player, url: str) -> None:
        self.table = table
        self.player = player.id
        self.game: str | None = None
        self.seq = 0
        self.view: messages.View | None = None
        self.payload = b""
        self.welcomed = False
        self.transport: WSTransport | None = None
        self.pending: dict[str, Command] = {}
        self._old: list[Command] = []
        self._lost_at: float | None = None
        self._came_back_at_seq = 0
        self._retry_s = 0.0
        self._count = 0
        self._leaving = False
        self._url = f"{url}/ws/v1/rooms/{table.room}/"
        self._headers = {
            "Cookie": f"sessionid={player.cookie}",
            "Origin": url.replace("ws", "http", 1),
        }

    # --- The connection -------------------------------------------------------------------

    async def stay_connected(self) -> None:
        """Connect, and again whenever the connection is lost, until `leave()`."""
        wait = FIRST_RETRY_S
        while not self._leaving:
            try:
                transport, _ = await ws_connect(
                    lambda: Connection(self), self._url, extra_headers=self._headers
                )
                await transport.wait_disconnected()
                wait = FIRST_RETRY_S
            except (OSError, WSError, TimeoutError):
                wait = min(LONGEST_RETRY_S, wait * 2)
            self._lost()
            if not self._leaving:
                await asyncio.sleep(self._retry_s or wait * random.uniform(0.5, 1.0))
                self._retry_s = 0.0

    def leave(self) -> None:
        """Disconnect for good."""
        self._leaving = True
        if self.transport is not None:
            self.transport.disconnect()

    def _lost(self) -> None:
        self.transport = None
        if self.welcomed and not self._leaving:
            self.welcomed = False
            self._lost_at = time.perf_counter()
            self.table.bench.lost(self)

    def closed_with(self, code: WSCloseCode | int) -> None:
        """Note the server's close code: only a restart is as it should be."""
        if code not in (1000, 1012):
            self.table.problem(f"player {self.player} was closed with {code}")

    # --- Commands -------------------------------------------------------------------------

    def do(self, content: dict[str, Any], due: float) -> None:
        """Send a command, and keep it until it is answered."""
        self._count += 1
        id_ = f"c{self._count}"
        text = msgspec.json.encode({**content, "id": id_})
        command = self.pending[id_] = Command(id_, content, text, due)
        self._send(command.text)
        if self.table.bench.plan.duplicates and "game" in content:
            self._repeat(command)

    def _repeat(self, command: Command) -> None:
        """Do what a bad network does: send it again, and an old one late."""
        for _ in range(random.randrange(3)):
            self._send(command.text)
        self._old.append(command)
        if random.random() < 0.1:
            self._send(random.choice(self._old).text)
        del self._old[:-100]

    def _send(self, text: bytes) -> None:
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, text)

    def ping(self) -> None:
        """Say how far we have read; the server sends what is missing."""
        if self.welcomed:
            message = {"type": "ping", "game": self.game, "seq": self.seq}
            self._send(msgspec.json.encode(message))

    def ask_for_truth(self) -> None:
        """Ask for a snapshot, whatever we have."""
        self._send(b'{"type":"sync"}')

    # --- Messages -------------------------------------------------------------------------

    def hear(self, payload: bytes) -> None:
        """Take in one message."""
        message = self.table.decode(payload)
        match message:
            case messages.Update():
                self._update(message, payload)
            case messages.Ack():
                self._ack(message)
            case messages.Welcome():
                self._welcome(message, payload)
            case messages.Snapshot():
                self._take(message.game, message.seq, message.view, payload)
                self.table.bench.truths += 1
            case messages.Error():
                self._refused(message)
            case messages.Bye():
                self._retry_s = message.retry / 1000
            case _:
                return
        self.table.step()

    def _take(self, game: str | None, seq: int, view: messages.View | None, payload: bytes) -> None:
        if game == self.game and seq < self.seq:
            self.table.problem(f"player {self.player}: {game} went back to {seq} from {self.seq}")
        self.game, self.seq, self.view, self.payload = game, seq, view, payload

    def _welcome(self, message: messages.Welcome, payload: bytes) -> None:
        self._take(message.game, message.seq or 0, message.view, payload)
        self.welcomed = True
        self._came_back_at_seq = self.seq
        for command in self.pending.values():
            command.resent = True
            self.table.bench.result.resent += 1
            self._send(command.text)
        away_s = None if self._lost_at is None else time.perf_counter() - self._lost_at
        self._lost_at = None
        self.table.bench.welcomed(away_s)

    def _update(self, message: messages.Update, payload: bytes) -> None:
        known = self.seq if message.game == self.game else 0
        if message.game == self.game and message.seq <= known:
            self.table.bench.result.repeats += 1
            return
        if message.events[0].seq > known + 1:
            # A hint was lost between two servers: the cure is to ask.
            self.table.bench.result.gaps += 1
            self._send(msgspec.json.encode({"type": "sync", "game": self.game, "seq": self.seq}))
            return
        self.table.saw(message, payload)
        self._take(message.game, message.seq, message.view, payload)
        self._finish_acked()

    def _ack(self, message: messages.Ack) -> None:
        command = self.pending.get(message.id)
        if command is None:
            self._check_old_answer(message)
            return
        if command.seq is not None:
            return  # answered twice: it was sent twice
        command.seq = message.seq
        if message.seq is None:
            del self.pending[message.id]
            return
        if command.resent and message.seq <= self._came_back_at_seq:
            self.table.bench.result.old_answers += 1
        self.table.bench.acked(self, command)
        self._finish_acked()

    def _check_old_answer(self, message: messages.Ack) -> None:
        """A command that was sent again gets the answer that it got."""
        for command in self._old:
            if command.id == message.id and command.seq != message.seq:
                self.table.problem(f"{command} was answered again with seq {message.seq}")

    def _finish_acked(self) -> None:
        """A command is finished when both its ack and the update are here."""
        for command in list(self.pending.values()):
            if command.seq is not None and (
                command.content["game"] != self.game or command.seq <= self.seq
            ):
                del self.pending[command.id]
                self.table.moved(command)

    def _refused(self, message: messages.Error) -> None:
        command = self.pending.get(message.id or "")
        if message.code == "stale" and any(old.id == message.id for old in self._old):
            return  # a copy that came after its game had ended
        if message.code in TRY_AGAIN and command is not None:
            self.table.bench.result.retried += 1
            asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._send, command.text)
            return
        if command is not None:
            del self.pending[command.id]
            if command.content["type"] == "rematch" and message.code == "already_started":
                return  # it was done just before the server died
            self.table.bench.refused(f"{self.player}:{command.id}")
        self.table.problem(f"player {self.player}: {message.code} for {command}")
