"""Real servers and workers: workers are killed in the middle of pairing, servers restart, and two
processes share one lobby with Redis and without.
"""

import asyncio
import json
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.support.servers import Site
from tests.support.services import Postgres
from tests.support.services.postgres_server import libpq_url
from tests.support.services.processes import stop_child
from tests.tables.matchmaking.database import game_settings
from tests.tables.matchmaking.tab import SocketTab

pytestmark = pytest.mark.server

PEOPLE = 40
KILLS = 5


def new_people(site: Site, count: int) -> list[str]:
    """The cookies of people that nobody has met."""
    made: list[str] = json.loads(site.run("-m", "tests.tables.matchmaking.people", str(count)))
    return made


def at_tables(url: str) -> Counter[int]:
    """At how many tables each player is, as the database has it."""
    with psycopg.connect(libpq_url(url)) as connection:
        rows = connection.execute(
            "SELECT player_id, count(*) FROM games_seat WHERE player_id IS NOT NULL GROUP BY 1"
        ).fetchall()
    return Counter(dict(rows))


async def kill_workers(site: Site, tabs: list[SocketTab], rng: random.Random) -> None:
    """Start worker after worker, and kill each at some moment of its first waves."""
    for _ in range(KILLS):
        worker = await asyncio.to_thread(site.start_worker)
        # They press Play while it works.
        for tab in rng.sample(tabs, len(tabs) // KILLS):
            if not tab.paired:
                await tab.say("play", **game_settings(players=rng.choice([0, 2, 3])))
        await asyncio.sleep(rng.uniform(0, 0.3))
        worker.kill()
        worker.wait()


async def settled(tabs: list[SocketTab]) -> None:
    """Wait until all have a table, but for one who may be left over."""
    found = await asyncio.gather(*(tab.room_found() for tab in tabs), return_exceptions=True)
    assert sum(isinstance(room, AssertionError) for room in found) <= 1


async def test_it_pairs_everybody_once_though_workers_are_killed(
    migrated_postgres: Postgres, tmp_path: Path
) -> None:
    url = migrated_postgres.new_database()
    site = Site(tmp_path, DATABASE_URL=url, EMBEDDED_WORKER="0")
    cookies = new_people(site, PEOPLE)
    rng = random.Random(11)
    with site.serving() as one, site.serving() as other:
        tabs = [
            await SocketTab.at(server, cookie)
            for cookie, server in zip(cookies, [one, other] * (PEOPLE // 2), strict=True)
        ]
        await kill_workers(site, tabs, rng)
        found = sum(bool(tab.paired) for tab in tabs)
        # Players who are not paired yet want a table for two now, and two workers pair.
        workers = [await asyncio.to_thread(site.start_worker) for _ in range(2)]
        for tab in tabs:
            if not tab.paired:
                await tab.say("play", **game_settings(players=2))
        await settled(tabs)
        for worker in workers:
            stop_child(worker)
        print(f"{KILLS} workers were killed; {found} of {PEOPLE} had heard of a table by then")
        players = {tab.frames[0]["you"]["player"]: tab for tab in tabs}
        tables = at_tables(url)
        assert set(tables.values()) == {1}
        for player, tab in players.items():
            # Everybody at a table was told which, once; nobody else was told anything.
            assert len(tab.paired) == tables[player], (player, tab.paired)
        await asyncio.gather(*(tab.leave() for tab in tabs))


def keep_ticket(site: Site, player: int) -> None:
    """Give a ticket a minute: on a slow machine the next server may take longer to start than
    tickets live without a tab.
    """
    with closing(sqlite3.connect(site.directory / "yacht.sqlite3")) as database, database:
        statement = "UPDATE games_ticket SET alive_until = datetime('now', '+60 seconds')"
        changed = database.execute(f"{statement} WHERE player_id = ?", [player])
        assert changed.rowcount == 1


async def test_it_keeps_tickets_over_a_restart_and_loses_those_who_stay_away(
    tmp_path: Path,
) -> None:
    site = Site(tmp_path, EMBEDDED_WORKER="0")
    alice, bob = new_people(site, 2)
    with site.serving() as server:
        tabs = [await SocketTab.at(server, cookie) for cookie in (alice, bob)]
        for tab in tabs:
            assert (await tab.ask("play", **game_settings(players=2)))["type"] == "ack"
        server.terminate()
        assert await tabs[0].end() == 1012
        assert tabs[0].frames[-1]["type"] == "bye"
        await asyncio.to_thread(server.child.wait, 30)
    keep_ticket(site, tabs[0].frames[0]["you"]["player"])
    with site.serving() as server:
        back = await SocketTab.at(server, alice)
        assert back.frames[0]["ticket"]["players"] == 2
        # Bob does not come back: Bob's ticket ends, Alice's goes on.
        await back.counts(searching=1)
        assert back.ticket is not None
        await back.leave()
