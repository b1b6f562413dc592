"""Simulated players: each has the tournament's page open, joins, plays, pauses and comes back."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from games.core.protocol import errors
from games.core.protocol.tournament_messages import MyEntry, MyEntryMessage, read_tournament_message
from games.people.conduct.contact import OPEN, Contact
from games.platform.clock import monotonic
from games.platform.database.threads import in_database
from games.site.events.tournaments import joining
from games.tables.live.registry import Hubs
from games.tables.live.tournaments import TournamentHub
from games.tables.rooms import opening, seating
from games.tables.rooms.models import Room, Seat
from workshop.lab.tournaments.games_played import play_to_the_end

T = TypeVar("T")

# Of a hundred games, so many are left by a player.
LEFT_PERCENT = 4
# Of a hundred returns from a game, so many begin with a break.
BREAK_PERCENT = 8
# How long the others at a table are looked for.
LOOK_S = 0.5


@dataclass
class Figures:
    """What is measured, in seconds by name, and what has gone wrong."""

    times: dict[str, list[float]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    games: int = 0
    late: int = 0
    ended: defaultdict[str, asyncio.Event] = field(
        default_factory=lambda: defaultdict(asyncio.Event)
    )
    """By the code of a table: its game is over, and its players come back."""

    def note(self, name: str, seconds: float) -> None:
        """Add a measured time."""
        self.times.setdefault(name, []).append(seconds)

    async def measured(self, name: str, work: Callable[[], T]) -> T:
        """Run work in the database, and measure it."""
        began = monotonic()
        done = await in_database(work)
        self.note(name, monotonic() - began)
        return done


def session_of(player: int) -> str:
    """Return the key of the player's session."""
    return f"player{player}"


class Player:
    """A player with one tab. It is a listener of the tournament while the page is open."""

    def __init__(self, id_: int, hubs: Hubs, figures: Figures, rng: random.Random) -> None:
        self.player: int | None = id_
        self.account: int | None = id_
        self.id = id_
        self.me: MyEntry | None = None
        self.heard_at = monotonic()
        self.whole = False
        self.name: str | None = None
        self.guest = False
        self.address = ""
        self.session: str | None = session_of(id_)
        self.password = ""
        self.contact = OPEN
        self.contact_rev = 0
        self._hubs = hubs
        self._figures = figures
        self._rng = rng
        self._news = asyncio.Event()
        self._rooms: set[str] = set()

    # As a listener

    def adopt_contact(self, rev: int, contact: Contact) -> None:
        """Ignore it: nobody here blocks anybody."""

    def send_text(self, text: str) -> None:
        """Take a frame."""
        if '"type":"me"' not in text[:20]:
            return
        message = read_tournament_message(text)
        assert isinstance(message, MyEntryMessage)
        self.me = message.me
        self._news.set()

    def drop(self, code: int) -> None:
        """Never happens: the player is heard of."""
        self._figures.problems.append(f"player {self.id} was dropped with {code}")

    def enforce_timeout(self, now: float) -> None:
        """Nothing takes long."""

    # What the player does

    async def take_part(self, hub_id: int, until: float, seconds: tuple[float, float]) -> None:
        """Play until this moment (monotonic seconds); a game takes between so many `seconds`."""
        await asyncio.sleep(self._rng.uniform(0, 10))
        joined = False
        while monotonic() < until:
            hub = await self._hubs.tournaments.enter(hub_id)
            assert hub is not None
            self.heard_at = monotonic()
            self.me = hub.state.mine.get(self.id)
            hub.listeners.add(self)
            try:
                if not joined or (self.me is not None and self.me.row.state == "paused"):
                    joined = await self._join(hub)
                code = await self._table(hub, until)
            finally:
                self._hubs.tournaments.discard(hub, self)
            if code is not None:
                await self._play(code, seconds, until)
                await asyncio.sleep(self._rng.uniform(1, 5))

    async def _join(self, hub: TournamentHub) -> bool:
        await self._figures.measured("join", partial(joining.join, hub.id, self.id))
        self._hubs.tournaments.notify()
        return True

    async def _table(self, hub: TournamentHub, until: float) -> str | None:
        """Wait for a table and return its code; None when the time is up."""
        began = monotonic()
        if self._rng.random() < BREAK_PERCENT / 100:
            await in_database(partial(joining.pause, hub.id, self.id))
            await asyncio.sleep(self._rng.uniform(2, 20))
            await self._join(hub)
            began = monotonic()
        while monotonic() < until:
            self.heard_at = monotonic()
            if self.me is not None and self.me.room and self.me.room not in self._rooms:
                if not self.me.paired_from:
                    self._figures.note("wait for a table", monotonic() - began)
                self._rooms.add(self.me.room)
                return self.me.room
            self._news.clear()
            try:
                async with asyncio.timeout(1):
                    await self._news.wait()
            except TimeoutError:
                continue
        return None

    async def _play(self, code: str, seconds: tuple[float, float], until: float) -> None:
        """Send the seed; the first seat plays the game for all, unless its player has gone."""
        room = await in_database(lambda: Room.objects.get(code=code))
        seed = partial(seating.set_seed, room.pk, self.id, f"seed{self.id}")
        try:
            await self._figures.measured("seed", seed)
        except errors.Refused:
            # They come back from a break so late that the game has begun.
            self._figures.late += 1
        seat = await in_database(lambda: Seat.objects.get(room=room, player=self.id).number)
        ended = self._figures.ended[code]
        if seat != 0:
            longest = seconds[1] + 2 * opening.PAIRED_WAIT.total_seconds()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0, until - monotonic()) + longest):
                    await ended.wait()
            return
        try:
            await self._play_for_all(room, self._rng.uniform(*seconds))
        finally:
            ended.set()

    async def _play_for_all(self, room: Room, length: float) -> None:
        """Wait until the game has begun and taken so many seconds, then play it."""
        began = monotonic()
        while (
            room.game_id is None and monotonic() - began < 2 * opening.PAIRED_WAIT.total_seconds()
        ):
            await asyncio.sleep(LOOK_S)
            await in_database(partial(room.refresh_from_db, fields=["game"]))
        if room.game_id is None:
            self._figures.problems.append(f"no game began in room {room.code}")
            return
        await asyncio.sleep(length)
        leaver = 0 if self._rng.random() < LEFT_PERCENT / 100 else None
        game_id = room.game_id
        await in_database(partial(play_to_the_end, game_id, self._rng, leaver))
        self._figures.games += 1
