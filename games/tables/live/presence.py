"""Who is in a room, in this and in other processes. Not stored: no game depends on it.

Other processes hear of it in one message for all changes.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from typing import TypeVar

from games.core.protocol.room_messages import Presence as Message
from games.people.conduct.contact import OPEN, Contact
from games.tables.live.process_hints import LOBBY_ID, PeopleHere, RoomPeople

T = TypeVar("T")

TELL_S = 0.1
"""Changes within this time leave together."""
ASK_AGAIN_S = 1.0
"""Each question is asked twice: if it were lost, neither process would know of the shared room."""
MAX_ROOMS = 500
"""The most rooms in one message: the receiver handles a message in one go, while moves wait."""
# A player who leaves counts as here for this long, so that a reload does not show.
LINGER_S = 10.0
# How often processes repeat who is there.
REPEAT_S = 10.0
# A process that has not repeated it for this long no longer counts.
LEASE_S = 25.0
# How many spectators are shown with their names; the others are only counted.
MAX_WATCHERS = 20
MAX_AWAY = 2000
"""Of how many who were in a room it is known when they left: some rooms stay open for weeks. Others
count as away since this process opened the room.
"""


class PresenceExchange:
    """What this process has to tell, and to ask. Must be created in its event loop."""

    def __init__(self, publish: Callable[[PeopleHere], None]) -> None:
        self._publish = publish
        self._loop = asyncio.get_running_loop()
        self._changed: dict[int, RoomPeople] = {}
        self._asked: set[int] = set()
        self._repeated: set[int] = set()
        self._second_timer: asyncio.TimerHandle | None = None
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, people: RoomPeople) -> None:
        """Tell soon who is in a room."""
        self._changed[people.room] = people
        self._tell_soon()

    def ask(self, room_id: int) -> None:
        """Ask soon who is in a room that this process has just begun to follow."""
        self._asked.add(room_id)
        self._repeated.add(room_id)
        self._tell_soon()
        if self._second_timer is None:
            self._second_timer = self._loop.call_later(ASK_AGAIN_S, self._ask_again)

    def _ask_again(self) -> None:
        self._second_timer = None
        self._asked |= self._repeated
        self._repeated = set()
        self._tell_soon()

    def close(self) -> None:
        for timer in (self._timer, self._second_timer):
            if timer is not None:
                timer.cancel()

    def _tell_soon(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(TELL_S, self._tell)

    def _tell(self) -> None:
        self._timer = None
        changed, self._changed = iter(self._changed.values()), {}
        questions, self._asked = self._asked, set()
        asked = iter(questions)
        part = 0
        while True:
            rooms, asks = _some(changed), _some(asked)
            if not rooms and not asks:
                return
            self._publish(PeopleHere(room=LOBBY_ID, part=part, rooms=rooms, asks=asks))
            part += 1


def _some(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(islice(items, MAX_ROOMS))


class Presence:
    """The people of one room. All times are seconds of a monotonic clock."""

    def __init__(self, now: float) -> None:
        self._since = now
        self._sockets: Counter[int] = Counter()
        self._watching = 0
        self._left: dict[int, float] = {}
        self._names: dict[int, str] = {}
        # By process: until when its news count, and who is here through it.
        self._remote: dict[str, tuple[float, RoomPeople]] = {}
        self._last_here: dict[int, float] = {}
        self.operators: Mapping[int, int] = {}
        """Players on somebody else's device: here as long as that person is."""

    @property
    def changes_with_time(self) -> bool:
        """Whether somebody counts as here for a limited time only."""
        return bool(self._left or self._remote)

    def joined(self, player: int | None, name: str | None = None) -> None:
        """Count one more socket: of a player, or (None) of somebody without a name.

        `name`: that of their account; guests are counted without their names.
        """
        if player is None:
            self._watching += 1
        else:
            self._sockets[player] += 1
            self._left.pop(player, None)
            if name is not None:
                self._names[player] = name

    def left(self, player: int | None, now: float) -> None:
        """Count one socket fewer."""
        if player is None:
            self._watching -= 1
            return
        self._sockets[player] -= 1
        if self._sockets[player] <= 0:
            del self._sockets[player]
            self._left[player] = self._last_here[player] = now

    def heard(self, process: str, people: RoomPeople, now: float) -> None:
        self._remote[process] = (now + LEASE_S, people)

    def local(self, room: int, seated: Collection[int]) -> RoomPeople:
        """Return who is here through this process, with those who left just now."""
        players = {*self._sockets, *self._left}
        watchers = sorted(
            (player, name) for player, name in self._names.items() if player not in seated
        )
        return RoomPeople(
            room=room,
            players=tuple(sorted(players)),
            watching=self._watching,
            names=tuple(watchers[:MAX_WATCHERS]),
        )

    def here(self, now: float) -> tuple[frozenset[int], int]:
        """Return all players here and the number of nameless spectators, in all processes."""
        self._left = {player: at for player, at in self._left.items() if now - at < LINGER_S}
        self._remote = {process: lease for process, lease in self._remote.items() if lease[0] > now}
        players = {*self._sockets, *self._left}
        self._names = {player: name for player, name in self._names.items() if player in players}
        watching = self._watching
        for _, others in self._remote.values():
            players.update(others.players)
            watching += others.watching
        players |= {player for player, by in self.operators.items() if by in players}
        for player in players:
            self._last_here[player] = now
        if len(self._last_here) > len(players) + MAX_AWAY:
            newest = sorted(self._last_here.items(), key=lambda item: -item[1])
            self._last_here = dict(newest[: len(players) + MAX_AWAY // 2])
        return frozenset(players), watching

    def message(self, seated: frozenset[int], now: float, contact: Contact = OPEN) -> Message:
        """Return what browsers of players with this contact get, in a room where `seated` have
        seats.
        """
        here, watching = self.here(now)
        return Message(
            here=tuple(sorted(here)),
            away=tuple(sorted(seated - here)),
            watching=watching + len(here - seated),
            watchers=self._watchers(here - seated, contact),
        )

    def _watchers(self, watching: frozenset[int], contact: Contact) -> tuple[str, ...]:
        """Return the names of the spectators who have accounts, by id, if `contact` shows them."""
        names = dict(self._names)
        for _, others in self._remote.values():
            names.update(others.names)
        return tuple(
            [
                names[player]
                for player in sorted(names)
                if player in watching and contact.shows(player)
            ]
        )[:MAX_WATCHERS]

    def away_for(self, player: int, now: float) -> float:
        """Return for how many seconds the player has been away, 0 if they are here."""
        here, _ = self.here(now)
        return 0.0 if player in here else now - self._last_here.get(player, self._since)
