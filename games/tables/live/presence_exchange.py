"""Tells other processes who is in the rooms of this one, in one message for all changes.

Hints may be lost, so processes repeat what they know. With a message for each room that would be
the largest cost of an idle process.
"""

import asyncio
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TypeVar

from games.tables.live.hints import LOBBY_ID, PeopleHere, RoomPeople

T = TypeVar("T")

TELL_S = 0.1
"""Changes within this time leave together."""
ASK_AGAIN_S = 1.0
"""Each question is asked twice: if it were lost, neither process would know of the shared room."""
MAX_ROOMS = 500
"""The most rooms in one message: the receiver handles a message in one go, while moves wait."""


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
        """Tell no more."""
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
