"""Several workers and players at the same instant, on PostgreSQL: on SQLite writers wait for each
other anyway.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from games.core.protocol.errors import Refused
from games.models import Seat, User
from games.platform.database.threads import in_database
from tests.support.people import person


async def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do all this work at the same instant; return what came of it, refusals among it."""

    def done(work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Refused as refusal:
            return refusal

    return await asyncio.gather(*(in_database(partial(done, work)) for work in works))


async def people(count: int) -> list[User]:
    return await in_database(lambda: [person(f"P{number}") for number in range(count)])


def seats() -> Counter[int]:
    taken = Seat.objects.exclude(player=None).values_list("player_id", flat=True)
    return Counter(player for player in taken if player is not None)
