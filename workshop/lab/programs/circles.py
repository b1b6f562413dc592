"""Measure what it costs to tell the members of circles who of them is here.

It fills an empty database in memory with circles and people who are all here, gives each a socket,
and reads as a server does, while people come and go. The figure is the share of one core.
"""

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Collection
from datetime import timedelta
from functools import partial

from django.test.utils import setup_databases, teardown_databases
from django.utils.crypto import get_random_string

from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember
from games.people.conduct.contact import OPEN
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.tables.matchmaking import fellows_hub
from games.tables.matchmaking.fellows_hub import FellowsHub

AWAY = timedelta(hours=1)


class Socket:
    """A socket that only counts."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.contact = OPEN
        self.frames = 0

    def send_text(self, text: str) -> None:
        self.frames += 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--circles", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--changes", type=int, default=200, help="people who come or go in a round")


def run(options: argparse.Namespace) -> None:
    """Fill a database, measure, and print the figures."""
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        players = fill(options.members, options.circles)
        asyncio.run(measure(players, options))
    finally:
        teardown_databases(databases, verbosity=0)


def fill(members: int, circles: int) -> list[int]:
    """Create people who are here, and circles with as many members each, everybody in one."""
    now = utc_now()
    User.objects.bulk_create(
        [
            User(username=get_random_string(16), name=f"Player {number}", seen_at=now)
            for number in range(members)
        ],
        batch_size=1000,
    )
    ids = list(User.objects.filter(is_bot=False).values_list("pk", flat=True))
    made = Circle.objects.bulk_create(
        [
            Circle(name=f"Circle {number}", season_began_at=now, active_at=now)
            for number in range(circles)
        ],
        batch_size=1000,
    )
    CircleMember.objects.bulk_create(
        [
            CircleMember(circle=made[place % circles], player_id=id_, joined_at=now)
            for place, id_ in enumerate(ids)
        ],
        batch_size=1000,
    )
    return ids


async def measure(players: list[int], options: argparse.Namespace) -> None:
    """Read again and again, while some people come and go, and print the share of a core."""
    hub, rng = FellowsHub(), random.Random(1)
    sockets = [Socket(id_) for id_ in players]
    for socket in sockets:
        hub.join(socket)  # type: ignore[arg-type]
    began = time.process_time()
    await hub.refresh()
    first = time.process_time() - began
    costs: list[float] = []
    away: set[int] = set()
    for _ in range(options.rounds):
        moved = set(rng.sample(players, options.changes))
        away ^= moved
        await in_database(partial(move, players, away))
        began = time.process_time()
        await hub.refresh()
        costs.append(time.process_time() - began)
    share = statistics.mean(costs) / fellows_hub.EVERY_S
    print(f"{len(sockets)} sockets, {options.circles} circles, {options.changes} changes a round")
    print(f"first reading: {first:.2f} s; later: {1000 * statistics.mean(costs):.0f} ms each")
    print(f"every {fellows_hub.EVERY_S:.0f} s: {100 * share:.1f} % of a core")
    print(f"frames: {sum(socket.frames for socket in sockets)}")


def move(players: Collection[int], away: Collection[int]) -> None:
    """Let these players be away, and all others be here."""
    now = utc_now()
    User.objects.filter(pk__gte=min(players)).update(seen_at=now)
    User.objects.filter(pk__in=away).update(seen_at=now - AWAY)
