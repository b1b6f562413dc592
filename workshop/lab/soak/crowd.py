"""`python -m workshop.lab.soak.crowd URL TABLES RATE`: everybody who visits the site in a soak.

It uses neither Django nor the database, prints its counts as one JSON line every few seconds, and
ends with its standard input.
"""

import asyncio
import json
import sys
from collections import Counter

import uvloop

from workshop.lab.soak.table import Pace, Table
from workshop.lab.soak.visitors import Visitors

REPORT_S = 5.0
# How many visitors of each kind there are for 100 tables.
WATCHING, IN_LOBBY, SEARCHING, READING = 10, 4, 4, 2
READ_EVERY_S = 2.0


async def main(url: str, tables: int, rate: float) -> None:
    """Visit the site until standard input ends. `rate`: moves per second over all tables."""
    counts: Counter[str] = Counter()
    games: list[str] = []
    rooms: list[str] = []
    others = Visitors(url, counts, games, rooms)
    pace = Pace(tables, rate)
    share = max(1, tables // 100)
    lives = [
        *(Table(url, pace, counts, games, rooms).live() for _ in range(tables)),
        *(others.watch() for _ in range(WATCHING * share)),
        *(others.look_at_lobby() for _ in range(IN_LOBBY * share)),
        *(others.search() for _ in range(SEARCHING * share)),
        *(others.read_pages(READ_EVERY_S) for _ in range(READING * share)),
    ]
    tasks = []
    for life in lives:
        tasks.append(asyncio.create_task(life))
        await asyncio.sleep(0.05)
    tasks.append(asyncio.create_task(report(counts, pace)))
    done, _ = await asyncio.wait(
        [*tasks, asyncio.create_task(asyncio.to_thread(sys.stdin.read))],
        return_when=asyncio.FIRST_COMPLETED,
    )
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
    print(json.dumps(counts), flush=True)


async def report(counts: Counter[str], pace: Pace) -> None:
    """Print the counts every few seconds, and keep the pace."""
    while True:
        before = counts["moves"]
        await asyncio.sleep(REPORT_S)
        pace.adjust((counts["moves"] - before) / REPORT_S)
        print(json.dumps(counts), flush=True)


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
