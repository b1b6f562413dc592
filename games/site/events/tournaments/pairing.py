"""Pairs the players who wait in a tournament: a pure function, called about once a second.

Neighbours in the standings play each other. At first, tables must be full, and players who have
just met are kept apart. For a player who has waited for `PATIENCE` seconds, only blocks count, and
two players are enough. Players of whom one has blocked the other meet only if nobody else is free.
docs/events.md explains the rules.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

PATIENCE = 10.0
"""Seconds of waiting after which a player gets any table."""


class Candidate(NamedTuple):
    """A player who waits. `waited`: seconds; `met`: the players at their last table; `blocked`:
    those whom they meet only if nobody else is free; `apart`: those whom they must not meet.
    """

    entry: int
    player: int
    score: int
    rating: float
    waited: float
    met: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()

    @property
    def is_overdue(self) -> bool:
        return self.waited >= PATIENCE


PairedTable = tuple[Candidate, ...]


def may_meet(one: Candidate, other: Candidate) -> bool:
    return other.player not in one.apart and one.player not in other.apart


def is_wanted(one: Candidate, other: Candidate) -> bool:
    blocked = other.player in one.blocked or one.player in other.blocked
    return may_meet(one, other) and not blocked


def is_match(one: Candidate, other: Candidate) -> bool:
    """Whether two players may meet now."""
    if not is_wanted(one, other):
        return False
    just_met = other.player in one.met or one.player in other.met
    return not just_met or one.is_overdue or other.is_overdue


def pair(candidates: Iterable[Candidate], seats: int) -> list[PairedTable]:
    """Return the tables that start, with up to `seats` players each. Nobody is at two of them.

    The order of `candidates` does not matter. Raises ValueError if an entry or a player occurs
    twice, or for a table that is too small.
    """
    ordered = sorted(candidates, key=_standing)
    for ids in ({each.entry for each in ordered}, {each.player for each in ordered}):
        if len(ids) < len(ordered):
            raise ValueError("a player can wait only once")
    if seats < 2:
        raise ValueError("a table has two players or more")
    # If the tables cannot take everybody, the players who came last stay out at first.
    longest = sorted(ordered, key=_wait)
    resting = set(longest[len(ordered) - len(ordered) % seats :])
    tables, left = _full_tables([each for each in ordered if each not in resting], seats)
    more, left = _full_tables(sorted([*left, *resting], key=_wait), seats)
    tables.extend(more)
    return _seat_overdue(tables, left, seats)


def _standing(one: Candidate) -> tuple[float, ...]:
    return -one.score, -one.rating, one.entry


def _wait(one: Candidate) -> tuple[float, ...]:
    return -one.waited, one.entry


def _full_tables(
    waiting: Sequence[Candidate], seats: int
) -> tuple[list[PairedTable], list[Candidate]]:
    """Return full tables of neighbours in this order, and the players left over."""
    pool, tables, left = list(waiting), [], []
    while pool:
        first = pool.pop(0)
        table = [first]
        for other in pool:
            if len(table) == seats:
                break
            if all(is_match(other, each) for each in table):
                table.append(other)
        if len(table) < seats:
            left.append(first)
            continue
        chosen = set(table)
        pool = [each for each in pool if each not in chosen]
        tables.append(tuple(table))
    return tables, left


def _seat_overdue(
    tables: list[PairedTable], left: Sequence[Candidate], seats: int
) -> list[PairedTable]:
    """Return the tables, with seats for players who have waited too long, if anybody may meet them.

    They get a table with others who are left. If there are none, a larger table gives up a player.
    The last resort is a table of two with somebody whom one has blocked.
    """
    waiting = sorted(left, key=_wait)
    for agree, most in ((is_wanted, seats), (may_meet, 2)):
        for first in [each for each in waiting if each.is_overdue]:
            if first not in waiting:
                continue
            table = [first]
            for other in [each for each in waiting if each is not first]:
                if len(table) < most and all(agree(other, each) for each in table):
                    table.append(other)
            if len(table) > 1:
                waiting = [each for each in waiting if each not in table]
                tables.append(tuple(table))
            elif _take_from(tables, first):
                waiting.remove(first)
    return tables


def _take_from(tables: list[PairedTable], lonely: Candidate) -> bool:
    """Move a player from a table of three or four to a new one with this player, if possible."""
    for number, table in enumerate(tables):
        for giver in table if len(table) > 2 else ():
            if is_wanted(giver, lonely):
                tables[number] = tuple([each for each in table if each is not giver])
                tables.append((lonely, giver))
                return True
    return False
