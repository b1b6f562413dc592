"""Who plays what and when: the evenings of a site with constant traffic, in order of time."""

import random
from collections import deque
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from games.platform.database.codes import CODE_ALPHABET, CODE_LENGTH
from workshop.lab.growth.playing import PlannedGame

VARIANTS = {"yahtzee": 40, "yacht": 30, "yatzy": 20, "triple_yahtzee": 10}
TABLES = {1: 8, 2: 60, 3: 20, 4: 12}
REMATCH = 0.5
OF_ACCOUNTS = 0.35
"""The share of evenings where only accounts play. The others are guests, some with an account."""
RATED = 0.8
"""Of the evenings of two or more accounts."""
RATED_CLOCK = 60
RETURNING = 0.3
"""The share of guests who have played before."""
KEPT_GUESTS = 300
ABORTED = 0.02
MS_BETWEEN_GAMES = 720_000


class Someone(NamedTuple):
    """A player: id and name."""

    id: int
    name: str


class Evening(NamedTuple):
    """The games of one room. guests: who of its players is new."""

    room: int
    code: str
    next_code: str
    host: int
    variant: str
    clock: int | None
    rated: bool
    guests: tuple[Someone, ...]
    games: tuple[PlannedGame, ...]


class Planner:
    """Plans one evening after the other.

    accounts: those who play, the busiest first. next_game, next_room, next_user: the ids to use.
    """

    def __init__(
        self,
        rng: random.Random,
        accounts: Sequence[Someone],
        next_game: int,
        next_room: int,
        next_user: int,
    ) -> None:
        self.next_game = next_game
        self.next_room = next_room
        self.next_user = next_user
        self._rng = rng
        self._accounts = accounts
        # Few accounts play many games.
        self._activity = list(accumulate((rank + 10) ** -0.7 for rank in range(len(accounts))))
        self._guests: deque[Someone] = deque(maxlen=KEPT_GUESTS)

    def evening(self, at: int, ends: str = "", clock: int | None = None) -> Evening:
        """Plan the games of a new room from `at` (ms since 1970).

        ends: how its only game ends; "" for the usual evening. clock: that of an unrated game.
        """
        rng = self._rng
        variant = rng.choices(list(VARIANTS), list(VARIANTS.values()))[0]
        size = rng.choices(list(TABLES), list(TABLES.values()))[0]
        only_accounts = rng.random() < OF_ACCOUNTS
        known = self._some_accounts(size if only_accounts else int(rng.random() < 0.3))
        people = known + self._some_guests(size - len(known), known)
        new = tuple(each for each in people if each.id >= self.next_user)
        self.next_user += len(new)
        rated = only_accounts and size > 1 and rng.random() < RATED and not ends
        clock = RATED_CLOCK if rated else clock
        games: list[PlannedGame] = []
        while not games or (not ends and rng.random() < REMATCH):
            end = ends or ("aborted" if rng.random() < ABORTED else "finished")
            seats = tuple((each.id, each.name) for each in people)
            started = at + len(games) * MS_BETWEEN_GAMES
            columns = (len(games) + 1, variant, seats, started, clock, rated, end)
            games.append(PlannedGame(self.next_game, self.code(), self.next_room, *columns))
            self.next_game += 1
            if end != "finished":
                break
        room = self.next_room
        self.next_room += 1
        codes = (self.code(), self.code())
        return Evening(room, *codes, people[0].id, variant, clock, rated, new, tuple(games))

    def _some_accounts(self, count: int) -> list[Someone]:
        found: dict[int, Someone] = {}
        while len(found) < min(count, len(self._accounts)):
            someone = self._rng.choices(self._accounts, cum_weights=self._activity)[0]
            found[someone.id] = someone
        return list(found.values())

    def _some_guests(self, count: int, others: Sequence[Someone]) -> list[Someone]:
        found: dict[int, Someone] = {}
        fresh = self.next_user
        while len(found) < count:
            if self._guests and self._rng.random() < RETURNING:
                someone = self._rng.choice(self._guests)
            else:
                someone = Someone(fresh, f"Mate {fresh}")
                fresh += 1
            found[someone.id] = someone
        self._guests.extend(each for each in found.values() if each.id >= self.next_user)
        return list(found.values())

    def forget_guests(self) -> None:
        # The guests planned last may never have been stored, so only new ones come from now on.
        self._guests.clear()

    def code(self) -> str:
        """Return a new code of a room or a game."""
        return "".join(self._rng.choices(CODE_ALPHABET, k=CODE_LENGTH))
