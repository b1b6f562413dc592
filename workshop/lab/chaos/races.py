"""E16: eight sockets of a player, an opponent and spectators send the same move at once."""

import asyncio
import time
from typing import Any

from workshop.lab.chaos.lab import Lab
from workshop.lab.loadtest.generator_process import seat_tables
from workshop.lab.loadtest.history import History
from workshop.lab.loadtest.messages import Error, Event, SeenEvent, TableSpec, Update
from workshop.lab.loadtest.table import next_command
from workshop.lab.wire_player import WirePlayer, room_path

SOCKETS = 8
OPPONENTS = 2
SPECTATORS = 2
# `game_over`: of the race for the last box.
LOSERS = {"stale", "not_your_turn", "game_over", "sign_in_first", "busy"}


class Racer:
    """One socket, and the events that came over it."""

    def __init__(self, url: str, table: TableSpec, seat: int | None) -> None:
        player = None if seat is None else table.players[seat]
        self.player = player.id if player else None
        self.room = table.room
        self.events: list[SeenEvent] = []
        self.problems: list[str] = []
        cookie = player.cookie if player else ""
        self.wire = WirePlayer(url, room_path(table.room), cookie, self)

    def take(self, message: Any, payload: bytes) -> None:
        """Keep the events."""
        if isinstance(message, Update):
            self.events += [seen(message.game, event) for event in message.events]

    def closed_with(self, code: int) -> None:
        """Note that a server ended the connection: none may."""
        self.problem(f"closed with {code}")

    def problem(self, text: str) -> None:
        """Note a violation."""
        self.problems.append(f"room {self.room}: {text}")

    async def wait_for(self, seq: int) -> None:
        """Wait until this event has come. Raises ConnectionError if the connection ends."""
        await self.wire.until(lambda: self.wire.seq >= seq)
        if self.wire.closed is not None:
            raise ConnectionError(f"room {self.room} was closed with {self.wire.closed}")


def seen(game: str, event: Event) -> SeenEvent:
    """Return an event as the history holds it."""
    data = bytes(event.data).decode()
    return SeenEvent(game, event.seq, event.type, event.seat, event.at, data, event.by)


def races(lab: Lab) -> None:
    """Race for every move of a game at each table, on two servers."""
    servers = lab.add_servers(2)
    lab.tables = seat_tables(lab.rooms, 2, "yacht", lab.testbed.env)
    history = History()
    urls = [server.url for server in servers]
    end = time.monotonic() + lab.seconds

    async def race_all() -> list[int]:
        return await asyncio.gather(*(race(table, urls, history, end) for table in lab.tables))

    steps = asyncio.run(race_all())
    path = str(lab.path("races.jsonl"))
    history.write(path)
    lab.outcome.histories.append(path)
    lab.must_finish = False
    each = 2 * SOCKETS + OPPONENTS
    lab.note("races", f"{sum(steps)} moves at {len(steps)} tables, about {each} senders for each")


async def race(table: TableSpec, urls: list[str], history: History, end: float) -> int:
    """Play a game; return the number of moves."""
    seats: list[int | None] = [0] * SOCKETS + [1] * SOCKETS + [None] * SPECTATORS
    racers = [Racer(urls[number % len(urls)], table, seat) for number, seat in enumerate(seats)]
    for racer in racers:
        await racer.wire.enter()
        await racer.wait_for(1)
    first = racers[0]
    steps = 0
    while first.wire.view.status == "playing" and time.monotonic() < end:
        await step(racers, steps, history)
        steps += 1
    for event in first.events:
        history.add("see", "race", room=table.room, value=event)
    for number, racer in enumerate(racers):
        history.add("state", f"socket {number}", room=table.room, value=racer.wire.whole_view())
        for problem in racer.problems:
            history.problem(problem)
        racer.wire.close()
    return steps


async def step(racers: list[Racer], number: int, history: History) -> None:
    """Let all sockets of the player whose turn it is send the move, and some who may not."""
    first = racers[0]
    view, game = first.wire.view, first.wire.game
    assert game is not None
    command = next_command(game, view)
    mover = view.seats[view.acting[0]].player
    senders = [racer for racer in racers if racer.player == mover]
    senders += [racer for racer in racers if racer.player not in (mover, None)][:OPPONENTS]
    senders += [racer for racer in racers if racer.player is None]
    ids = [f"r{number}-{index}" for index in range(len(senders))]
    for racer, id_ in zip(senders, ids, strict=True):
        history.add("invoke", str(racer.player), room=racer.room, rid=id_, op=command)
    for racer, id_ in zip(senders, ids, strict=True):
        racer.wire.say({**command, "id": id_})
    wins = []
    for racer, id_ in zip(senders, ids, strict=True):
        answer = await racer.wire.answer(id_)
        who: dict[str, Any] = {
            "client": str(racer.player),
            "room": racer.room,
            "rid": id_,
            "op": command,
        }
        if isinstance(answer, Error):
            history.add("unknown" if answer.code == "busy" else "err", **who)
            if answer.code not in LOSERS:
                history.problem(f"room {racer.room}: {answer.code} for {command}")
        else:
            wins.append(answer.seq)
            history.add("ok", version=answer.seq, **who)
    if len(wins) != 1:
        history.problem(f"room {first.room}: {len(wins)} of {len(senders)} won: {command}")
    for racer in racers:
        await racer.wait_for(max(wins, default=0))
