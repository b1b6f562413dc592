"""Pairs tickets: a pure function from waiting tickets to the tables that start.

`pair` is called in waves, about once a second. In a wave the oldest ticket chooses first. It gets
the matching tickets with the nearest ratings within its *reach*. The reach starts at `FIRST_REACH`
points, grows by `REACH_A_SECOND` for every second of waiting, and has no limit after `PATIENCE`
seconds. From then on, a ticket is paired before all later ones, at any rating distance, as soon as
enough matching tickets wait.

"Any number" means the smallest table that can start: two players, or three if the third would be
left alone. docs/events.md explains the rules and has figures.

Pairing takes O(n log n) time for n tickets, not counting deletions in the middle of lists, which
are cheap for up to ten thousand tickets.
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import combinations, islice, takewhile
from operator import attrgetter, itemgetter
from typing import NamedTuple

SIZES = (2, 3, 4)
FIRST_REACH = 75.0
"""Rating points. At this distance the better player wins 61 % of the games."""
REACH_A_SECOND = 5.0
PATIENCE = 30.0
"""Seconds of waiting after which any rating is accepted."""
MAX_COMPANIONS = 20
"""How many of the nearest tickets to try when some players have blocked each other."""


class Settings(NamedTuple):
    """The settings that all tickets of a table share. `switches`: (name, value) pairs, sorted by
    name. `clock`: seconds per turn, or None.
    """

    variant: str
    switches: tuple[tuple[str, str], ...]
    clock: int | None
    rated: bool


class Ticket(NamedTuple):
    """A player waiting to be paired. `size`: how many players they want at the table, 2 to 4, or
    None for any.

    `rating`: the number shown (see `games.record.ratings.model.shown`). `apart`: the players whom
    this one must not meet, because one has blocked the other. `created_at`: seconds on the same
    clock as `now` of `pair`.
    """

    id: int
    player: int
    settings: Settings
    size: int | None
    rating: float
    created_at: float
    apart: frozenset[int] = frozenset()


class Pairing(NamedTuple):
    """A table that starts: two to four tickets of different players, oldest first."""

    tickets: tuple[Ticket, ...]

    @property
    def settings(self) -> Settings:
        return self.tickets[0].settings

    @property
    def distance(self) -> float:
        """Rating points between the best and the weakest player."""
        ratings = [ticket.rating for ticket in self.tickets]
        return max(ratings) - min(ratings)


def reach(waited: float) -> float:
    """Return the largest rating distance allowed to a ticket after `waited` seconds."""
    return math.inf if waited >= PATIENCE else FIRST_REACH + REACH_A_SECOND * max(waited, 0.0)


def may_meet(one: Ticket, other: Ticket) -> bool:
    """Whether two tickets belong to different players who have not blocked each other."""
    return (
        one.player != other.player
        and other.player not in one.apart
        and one.player not in other.apart
    )


def pair(tickets: Iterable[Ticket], now: float) -> list[Pairing]:
    """Return the tables that start at `now`, in the order in which they were found.

    No player is in two of them, however many tickets they have. The order of `tickets` does not
    matter. Raises ValueError if two tickets share an id, or for a size that no table has.
    """
    ordered = sorted(tickets, key=_age)
    pools: dict[Settings, _Pool] = defaultdict(_Pool)
    of_player: dict[int, list[Ticket]] = defaultdict(list)
    for ticket in sorted(ordered, key=_strength):
        pools[ticket.settings].append(ticket)
        of_player[ticket.player].append(ticket)
    pairings = []
    for ticket in ordered:
        pool = pools[ticket.settings]
        if ticket not in pool:
            continue
        table = pool.table(ticket, reach(now - ticket.created_at))
        if table is not None:
            pairings.append(Pairing(tuple(sorted(table, key=_age))))
            for member in table:
                # Somebody may search for several games, and plays one.
                for spent in of_player[member.player]:
                    pools[spent.settings].discard(spent)
    return pairings


def _age(ticket: Ticket) -> tuple[float, int]:
    return ticket.created_at, ticket.id


def _strength(ticket: Ticket) -> tuple[float, int]:
    return ticket.rating, ticket.id


class _Pool:
    """The tickets of one wave with the same settings: a list for each size, sorted by rating."""

    def __init__(self) -> None:
        self._queues: dict[int | None, list[Ticket]] = {size: [] for size in (None, *SIZES)}
        self._ids: set[int] = set()

    def __contains__(self, ticket: Ticket) -> bool:
        return ticket.id in self._ids

    def append(self, ticket: Ticket) -> None:
        """Add a ticket, whose rating must be the highest so far."""
        if ticket.size not in self._queues:
            raise ValueError(f"there is no table for {ticket.size}")
        if ticket.id in self._ids:
            raise ValueError(f"two tickets have the id {ticket.id}")
        self._queues[ticket.size].append(ticket)
        self._ids.add(ticket.id)

    def discard(self, ticket: Ticket) -> None:
        if ticket.id in self._ids:
            queue = self._queues[ticket.size]
            del queue[bisect_left(queue, _strength(ticket), key=_strength)]
            self._ids.remove(ticket.id)

    def table(self, ticket: Ticket, limit: float) -> tuple[Ticket, ...] | None:
        """Return the table that starts for this ticket, or None. `limit` is in rating points."""
        for size in SIZES if ticket.size is None else (ticket.size,):
            # The nearest tickets nearly always work; more are needed only because of blocks.
            for most in (size - 1, MAX_COMPANIONS):
                companions = self._companions(ticket, size, limit, most)
                for chosen in combinations(companions, size - 1):
                    if all(may_meet(one, other) for one, other in combinations(chosen, 2)):
                        return self._with_the_last((ticket, *chosen), limit)
                if len(companions) < most:
                    break
        return None

    def _companions(self, ticket: Ticket, size: int, limit: float, most: int) -> list[Ticket]:
        """Return tickets for a table of `size` with this one, nearest rating first."""
        queues = [_outward(self._queues[wanted], ticket.rating) for wanted in (size, None)]
        near = takewhile(lambda pair: pair[0] <= limit, merge(*queues, key=itemgetter(0)))
        return list(islice((other for _, other in near if may_meet(ticket, other)), most))

    def _with_the_last(self, table: tuple[Ticket, ...], limit: float) -> tuple[Ticket, ...]:
        """Return the table. Add a third ticket of any number that would be left alone."""
        any_number = self._queues[None]
        if len(table) != 2 or len(any_number) != 3 or self._queues[2]:
            return table
        if any(ticket.size is not None for ticket in table):
            return table
        (last,) = [ticket for ticket in any_number if ticket not in table]
        welcome = all(may_meet(last, ticket) for ticket in table)
        return (*table, last) if welcome and abs(last.rating - table[0].rating) <= limit else table


def _outward(queue: list[Ticket], rating: float) -> Iterator[tuple[float, Ticket]]:
    """Yield (distance, ticket) of a list sorted by rating, nearest to `rating` first."""
    right = bisect_left(queue, rating, key=attrgetter("rating"))
    left = right - 1
    while left >= 0 or right < len(queue):
        below = rating - queue[left].rating if left >= 0 else math.inf
        above = queue[right].rating - rating if right < len(queue) else math.inf
        if below < above:
            yield below, queue[left]
            left -= 1
        else:
            yield above, queue[right]
            right += 1
