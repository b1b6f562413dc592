"""E16: eight sockets of a player, an opponent and spectators send the same move at once."""

import asyncio
import json
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from workshop.lab.chaos.lab import Lab
from workshop.lab.chaos.socket import next_message, open_socket
from workshop.lab.loadtest.generator_process import seat_tables
from workshop.lab.loadtest.history import History
from workshop.lab.loadtest.messages import SeenEvent, TableSpec, View
from workshop.lab.loadtest.table import next_command

SOCKETS = 8
OPPONENTS = 2
SPECTATORS = 2
# `game_over`: of the race for the last box.
LOSERS = {"stale", "not_your_turn", "game_over", "sign_in_first", "busy"}


class Racer:
    """One socket: it sends commands, and follows the game."""

    def __init__(self, connection: ClientConnection, room: str, player: int | None) -> None:
        self.player = player
        self.room = room
        self.seq = 0
        self.game = ""
        self.view: Any = None
        self.events: list[SeenEvent] = []
        self.answers: dict[str, Any] = {}
        self._connection = connection
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            message = await next_message(
                self._connection, "welcome", "update", "snapshot", "ack", "error"
            )
            if message["type"] in ("ack", "error"):
                self.answers[message.get("id", "")] = message
            else:
                self.game, self.view = message["game"], message["view"]
                self.seq = message["seq"]
                for event in message.get("events", []):
                    self.events.append(seen(self.game, event))
            self._changed.set()

    async def send(self, command: dict[str, Any]) -> None:
        """Send a command."""
        await self._connection.send(json.dumps(command))

    async def wait_for(self, seq: int) -> None:
        """Wait until this event has come; ask for it now and then."""
        await self._until(lambda: self.seq >= seq)

    async def answer(self, id_: str) -> Any:
        """Return the ack or error for a command."""
        await self._until(lambda: id_ in self.answers)
        return self.answers.pop(id_)

    async def _until(self, condition: Any) -> None:
        while not condition():
            self._changed.clear()
            try:
                async with asyncio.timeout(5):
                    await self._changed.wait()
            except TimeoutError:
                await self.send({"type": "sync", "game": self.game, "seq": self.seq})

    async def leave(self) -> None:
        """Disconnect."""
        self._reading.cancel()
        await self._connection.close()


def seen(game: str, event: dict[str, Any]) -> SeenEvent:
    """Return an event as the history holds it."""
    data = msgspec.json.encode(event["data"]).decode()
    where = (game, event["seq"], event["type"], event["seat"], event["at"])
    return SeenEvent(*where, data, event.get("by", ""))


def races(lab: Lab) -> None:
    """Race for every move of a game at each table, on two servers."""
    servers = lab.add_servers(2)
    lab.tables = seat_tables(lab.rooms, 2, "yacht", lab.testbed.env)
    history = History()
    ports = [server.port for server in servers]
    end = time.monotonic() + lab.seconds

    async def race_all() -> list[int]:
        return await asyncio.gather(*(race(table, ports, history, end) for table in lab.tables))

    steps = asyncio.run(race_all())
    path = str(lab.path("races.jsonl"))
    history.write(path)
    lab.outcome.histories.append(path)
    lab.must_finish = False
    each = 2 * SOCKETS + OPPONENTS
    lab.note("races", f"{sum(steps)} moves at {len(steps)} tables, about {each} senders for each")


async def race(table: TableSpec, ports: list[int], history: History, end: float) -> int:
    """Play a game; return the number of moves."""
    people = [table.players[0]] * SOCKETS + [table.players[1]] * SOCKETS + [None] * SPECTATORS
    racers = []
    for number, player in enumerate(people):
        connection = await open_socket(ports[number % len(ports)], table.room, player)
        racers.append(Racer(connection, table.room, player.id if player else None))
    for racer in racers:
        await racer.wait_for(1)
    first = racers[0]
    steps = 0
    while first.view["status"] == "playing" and time.monotonic() < end:
        await step(racers, steps, history)
        steps += 1
    for event in first.events:
        history.add("see", "race", room=table.room, value=event)
    for number, racer in enumerate(racers):
        history.add("state", f"socket {number}", room=table.room, value=racer.view)
    await asyncio.gather(*(racer.leave() for racer in racers))
    return steps


async def step(racers: list[Racer], number: int, history: History) -> None:
    """Let all sockets of the player whose turn it is send the move, and some who may not."""
    first = racers[0]
    view = msgspec.convert(first.view, View)
    command = next_command(first.game, view)
    mover = view.seats[view.acting[0]].player
    senders = [racer for racer in racers if racer.player == mover]
    senders += [racer for racer in racers if racer.player not in (mover, None)][:OPPONENTS]
    senders += [racer for racer in racers if racer.player is None]
    ids = [f"r{number}-{index}" for index in range(len(senders))]
    for racer, id_ in zip(senders, ids, strict=True):
        history.add("invoke", str(racer.player), room=racer.room, rid=id_, op=command)
    await asyncio.gather(
        *(racer.send({**command, "id": id_}) for racer, id_ in zip(senders, ids, strict=True))
    )
    wins = []
    for racer, id_ in zip(senders, ids, strict=True):
        answer = await racer.answer(id_)
        who: dict[str, Any] = {
            "client": str(racer.player),
            "room": racer.room,
            "rid": id_,
            "op": command,
        }
        if answer["type"] == "ack":
            wins.append(answer["seq"])
            history.add("ok", version=answer["seq"], **who)
        else:
            history.add("unknown" if answer["code"] == "busy" else "err", **who)
            if answer["code"] not in LOSERS:
                history.problem(f"room {racer.room}: {answer['code']} for {command}")
    if len(wins) != 1:
        history.problem(f"room {first.room}: {len(wins)} of {len(senders)} won: {command}")
    for racer in racers:
        await racer.wait_for(max(wins, default=0))
