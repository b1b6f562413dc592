"""Who sits at which table of a duplicate event. Pure.

All tables have the same dice, so the seating does not affect the result.
"""

from collections.abc import Mapping, Sequence

SMALLEST = 3
"""With fewer seats at a table, somebody could end up alone."""


def sizes_of(players: int, most: int) -> list[int]:
    """Return the sizes of as few tables as possible, as equal as possible, with at most `most`
    seats. With tables for 16, 17 players sit at two: 9 and 8. With two or more players, nobody sits
    alone.

    Raises ValueError for tables with fewer than `SMALLEST` seats.
    """
    if most < SMALLEST:
        raise ValueError(f"a table has at least {SMALLEST} seats")
    count = -(-players // most)
    return [players // count + (number < players % count) for number in range(count)]


def tables_of(
    players: Sequence[int], blocked: Mapping[int, frozenset[int]], most: int
) -> list[list[int]]:
    """Return the players of each table, in their order. Two players sit apart if one has blocked
    the other and there is a free seat elsewhere.

    Raises what `sizes_of` raises.
    """
    free = sizes_of(len(players), most)
    tables: list[list[int]] = [[] for _ in free]
    # First the players with the fewest choices.
    for player in sorted(players, key=lambda each: -len(blocked.get(each, ()))):
        open_ = [number for number, table in enumerate(tables) if len(table) < free[number]]
        apart = [
            number
            for number in open_
            if not any(_are_apart(player, other, blocked) for other in tables[number])
        ]
        number = min(apart or open_, key=lambda each: len(tables[each]) / free[each])
        tables[number].append(player)
    order = {player: number for number, player in enumerate(players)}
    return [sorted(table, key=order.__getitem__) for table in tables]


def _are_apart(one: int, other: int, blocked: Mapping[int, frozenset[int]]) -> bool:
    return other in blocked.get(one, ()) or one in blocked.get(other, ())
