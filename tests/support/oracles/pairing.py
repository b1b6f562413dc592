"""A second implementation of pairing: try all tables."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from games.tables.matchmaking.pairing import Settings, Ticket

YAHTZEE = Settings("yahtzee", (("joker", "forced"),), 60, True)
YACHT = Settings("yacht", (), 60, True)


def ticket(
    id: int,
    size: int | None = 2,
    rating: float = 1500.0,
    created_at: float = 0.0,
    apart: Collection[int] = (),
    settings: Settings = YAHTZEE,
    player: int | None = None,
) -> Ticket:
    return Ticket(
        id,
        id if player is None else player,
        settings,
        size,
        rating,
        created_at,
        frozenset(apart),
    )


def reach(waited: float) -> float:
    return float("inf") if waited >= 30 else 75 + 5 * max(waited, 0)


def agree(table: Sequence[Ticket]) -> bool:
    """Whether these tickets, ratings apart, may make a table."""
    players = {ticket.player for ticket in table}
    return (
        len(players) == len(table)
        and {ticket.settings for ticket in table} == {table[0].settings}
        and all(ticket.size in (None, len(table)) for ticket in table)
        and not any((players - {ticket.player}) & ticket.apart for ticket in table)
    )


def tables_for(one: Ticket, others: Sequence[Ticket], now: float) -> Iterator[tuple[Ticket, ...]]:
    """Yield every table that `one` might begin with some of the others."""
    limit = reach(now - one.created_at)
    near = [ticket for ticket in others if abs(ticket.rating - one.rating) <= limit]
    for count in (1, 2, 3):
        for chosen in combinations(near, count):
            if one not in chosen and agree((one, *chosen)):
                yield (one, *chosen)
