"""One table of a soak: two people play, reload, chat, ask for rematches and leave."""

import asyncio
import random
from collections import Counter
from typing import Any

from games.core.rules import VARIANTS
from workshop.lab.loadtest.table import next_command
from workshop.lab.soak.person import Gone, Person, Refused

# Chances after each game.
REMATCH = 0.6
OTHER_ROOM = 0.2
# Chances with each move.
RELOAD = 0.01
CHAT = 0.01
SELECT = 0.2
LEAVE = 0.001
STAND_STILL = 0.0005
# Of all rooms: those with a bot, and those whose turns have a clock.
BOTS = 0.1
CLOCKS: tuple[int | None, ...] = (None, None, 30, 60)
# A bot, or the clock of someone who has left, is waited for this long.
OTHERS_S = 90.0
STAND_STILL_S = 80.0


class Pace:
    """The mean pause before a move, adjusted until all tables together make `rate` a second."""

    def __init__(self, tables: int, rate: float) -> None:
        self.pause_s = tables / rate
        self._rate = rate

    def adjust(self, moves_per_second: float) -> None:
        """Shorten or lengthen the pauses a little, from the rate of the last seconds."""
        factor = min(1.25, max(0.8, moves_per_second / self._rate))
        self.pause_s = min(20.0, max(0.05, self.pause_s * factor))


class Table:
    """One table after the other, for the same place in the plan.

    games: codes of finished games, of all tables. rooms:
    codes of the rooms in use.
    """

    def __init__(
        self, url: str, pace: Pace, counts: Counter[str], games: list[str], rooms: list[str]
    ) -> None:
        self._url = url
        self._pace = pace
        self._counts = counts
        self._games = games
        self._rooms = rooms
        self._people: list[Person] = []

    async def live(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                await self._evening()
            except Exception as error:  # one odd answer must not end hours of play: it is counted
                self._counts[f"evenings ended by {type(error).__name__}"] += 1
                if not isinstance(error, Gone | Refused | OSError):
                    self._counts[f"{error!r}"[:100]] += 1
                await asyncio.sleep(1.0)
            finally:
                self._leave()

    def _leave(self) -> None:
        for person in self._people:
            person.leave()

    async def _evening(self) -> None:
        """Meet, play in one room after another, and leave."""
        with_bot = random.random() < BOTS
        self._people = [Person(self._url, self._counts) for _ in range(1 if with_bot else 2)]
        for person in self._people:
            await person.become_guest()
        while True:
            await self._sit_down(with_bot)
            while await self._play() and random.random() < REMATCH:
                await self._ask_for_rematch()
            self._leave()
            if random.random() > OTHER_ROOM / (1 - REMATCH):
                return

    async def _sit_down(self, with_bot: bool) -> None:
        host, *guests = self._people
        variants = [*VARIANTS] + ["yacht"] * 4
        code = await host.open_room(
            variant=random.choice(variants),
            clock=random.choice(CLOCKS),
            public=random.random() < 0.5,
        )
        self._rooms.append(code)
        del self._rooms[:-500]
        path = f"/ws/v1/rooms/{code}/?whole=1"
        for person in self._people:
            await person.connect(path)
        if with_bot:
            await host.ask("add_bot", bot="pip")
        for guest in guests:
            await guest.ask("sit")
        for person in self._people:
            await person.seal()
        await host.ask("start")
        await self._see_start(None)

    async def _see_start(self, before: str | None) -> None:
        """Wait until everybody has shown their seed, and the game has begun."""
        for person in self._people:
            await person.wait_until(
                lambda person=person: (
                    person.game != before and person.view is not None and person.view.acting
                )
            )

    async def _ask_for_rematch(self) -> None:
        before = self._people[0].game
        for person in self._people:
            await person.seal("rematch")
        await self._see_start(before)
        self._counts["rematches"] += 1

    async def _play(self) -> bool:
        """Play a game to its end. Returns whether the people are still there."""
        first = self._people[0]
        while first.view is not None and first.view.status == "playing":
            await asyncio.sleep(random.expovariate(1 / self._pace.pause_s))
            if random.random() < LEAVE:
                self._counts["games left"] += 1
                return False
            await self._move()
        assert first.game is not None
        self._games.append(first.game)
        del self._games[:-1000]
        self._counts["games finished"] += 1
        return True

    async def _move(self) -> None:
        """Make the next move, if it is one of ours, and see that all others hear of it."""
        first = self._people[0]
        view, seq = first.view, first.seq
        if view is None or not view.acting or view.status != "playing":
            return
        mover = view.seats[view.acting[0]].player
        person = next((each for each in self._people if each.player == mover), None)
        if person is None or random.random() < STAND_STILL:
            # A bot's turn, or someone who thinks for long: perhaps until their clock runs out.
            patience = OTHERS_S if person is None else STAND_STILL_S
            try:
                await first.wait_until(lambda: first.seq > seq or first.game is None, patience)
            except Gone:
                if person is None or not first.is_connected:
                    raise
            return
        if random.random() < RELOAD:
            person.leave()
            await person.connect(person.path)
            self._counts["reloads"] += 1
            return
        await self._talk(person, view)
        await self._act(person)

    async def _talk(self, person: Person, view: Any) -> None:
        if random.random() < CHAT:
            await person.ask("chat", text=f"Good luck {random.randrange(1000)}")
        turn = view.seats[view.acting[0]].turn
        if turn.dice and random.random() < SELECT:
            await person.ask("select", game=person.game, turn=turn.number, hold=[0, 1])

    async def _act(self, person: Person) -> None:
        if person.view is None or person.game is None or not person.view.acting:
            return
        if person.view.seats[person.view.acting[0]].player != person.player:
            return
        command = next_command(person.game, person.view)
        try:
            seq = await person.ask(**{"type_": command.pop("type"), **command})
        except Refused:
            return  # The clock was faster.
        self._counts["moves"] += 1
        for each in self._people:
            await each.wait_until(lambda each=each: each.seq >= (seq or 0))
