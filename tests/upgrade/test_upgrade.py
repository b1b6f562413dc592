"""A database made by an older version opens in this one, and nothing in it is lost.

`database-0016.sql.gz` is the dump of a SQLite database that commit aa966ce made (newest migration
of this app: 0016), with its own rooms, engine, bots, counting and analysis. It holds

- 42 games. 25 are finished, in all variants with all joker rules: by two, three, and alone; with
  bots, hints, a stand-in, an away seat that came back, time-outs and resignations; a rematch; two
  games with the dice of an older one; extra Yahtzees and jokers. Two were aborted. Two results are
  neither counted nor analysed.
- 15 running games: in all variants with all joker rules; before the first roll of a turn, after
  each roll with dice held, with a hint for these dice, just begun, in a bot's turn, one turn
  before the end against a bot, with a clock of a day (rated, and not), with away seats (with a
  stand-in and without one), with a resigned seat, with an older game's dice, with a snapshot.
- accounts, guests, a guest who became an account, a deleted and a banned player, staff, bots;
  ratings, tallies, skill indexes, analyses, leavers, a listed rating; results that did not count
  (same address, broken off).
- rooms without a game: one with a closed seat, a bot, a player and all spectators muted, and a
  guest sent away; a rated one; two paired ones. Chat, blocks, tickets (free and paired), challenges
  (open, accepted, declined, withdrawn), sessions, a line of the admin's log.

Never make it again: an old database is what it is for. A migration that drops a table or changes
values on purpose says so in `CHANGED_ON_PURPOSE`.
"""

import asyncio
import contextlib
import os
import re
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.environment import clean
from tests.services import free_port, given_or_running_postgres, run_python
from tests.services.processes import ROOT, start_child, stop_child, tail, wait_until
from tests.upgrade.database import (
    Contents,
    Query,
    columns_of,
    contents,
    fill_postgres,
    postgres_query,
    sqlite_query,
    tables_of,
    unpack,
)
from tests.upgrade.player import at_table

# The sessions and the marks of addresses in the database were made with it.
SECRET_KEY = "upgrade-test"
SESSIONS = {name: name.lower().ljust(32, "0") for name in ("Alice", "Bob")}

# The fixture's own figures.
GAMES = 42
COUNTED = 21
NOT_COUNTED = 2
RUNNING = 15
PAIRED = 2

# Tables that each migration may add rows to: what it made of apps and models.
GROWING = {"django_migrations", "django_content_type", "auth_permission"}
# Tables (and columns, as "table.column") that migrations after 0016 drop or fill otherwise.
CHANGED_ON_PURPOSE: set[str] = set()


class Site(NamedTuple):
    """A database that has been migrated, and all that was in it before."""

    directory: Path
    environment: dict[str, str]
    query: Query
    columns: dict[str, list[str]]
    before: Contents

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py and return what it says. Raises AssertionError."""
        return run_python(["manage.py", *arguments], self.environment)


@contextlib.contextmanager
def upgraded(backend: str, directory: Path) -> Iterator[Site]:
    """Put the old database on this backend, and migrate it."""
    environment = dict(os.environ)
    clean(environment)
    environment |= {"DATA_DIR": str(directory), "SECRET_KEY": SECRET_KEY, "DEBUG": "true"}
    old = directory / "yacht.sqlite3"
    unpack(old)
    columns = {table: columns_of(old, table) for table in tables_of(old)}
    with contextlib.ExitStack() as stack:
        if backend == "postgres":
            server = stack.enter_context(given_or_running_postgres(durable=False))
            environment["DATABASE_URL"] = server.new_database()
            fill_postgres(environment["DATABASE_URL"], old, environment)
            query = stack.enter_context(postgres_query(environment["DATABASE_URL"]))
        else:
            query = stack.enter_context(sqlite_query(old))
        before = contents(query, columns)
        run_python(["manage.py", "migrate", "-v0"], environment)
        yield Site(directory, environment, query, columns, before)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """The old database after all migrations. The last test here changes it."""
    with upgraded(request.param, tmp_path_factory.mktemp("upgrade")) as made:
        yield made


def test_it_keeps_every_row_of_every_table(site: Site) -> None:
    for table, before in site.before.items():
        if table in CHANGED_ON_PURPOSE:
            continue
        names = [
            name for name in site.columns[table] if f"{table}.{name}" not in CHANGED_ON_PURPOSE
        ]
        after = contents(site.query, {table: names})[table]
        old, new = (
            Counter(repr([row[name] for name in names]) for row in rows) for rows in (before, after)
        )
        assert old - new == Counter(), f"{table}: lost or changed"
        assert table in GROWING or new - old == Counter(), f"{table}: new"


def test_it_finds_in_every_game_what_its_log_says(site: Site) -> None:
    assert re.match(rf"{GAMES}\b", site.manage("verifylog"))


def test_it_finds_the_same_ratings_from_the_logs(site: Site) -> None:
    assert re.match(rf"{COUNTED}\b", site.manage("recompute_ratings", "--check"))


def test_it_proves_the_dice_of_a_finished_game_of_each_variant(site: Site) -> None:
    games = site.query(
        "SELECT variant, min(code) FROM games_game WHERE status = 'finished' GROUP BY variant"
    )
    assert {variant for variant, _ in games} == {"yacht", "yahtzee", "triple_yahtzee", "yatzy"}
    for _, code in games:
        events = [
            row["data"]
            for row in site.before["games_gameevent"]
            if row["game_id"] == id_of_game(site, code) and row["type"] == "game.started"
        ]
        (commitment,) = re.findall(r'"commitment":"([0-9a-f]{64})"', events[0])
        assert commitment in site.manage("verify_game", code)


def id_of_game(site: Site, code: str) -> int:
    (id_,) = [row["id"] for row in site.before["games_game"] if row["code"] == code]
    return int(id_)


@contextlib.contextmanager
def serving(site: Site) -> Iterator[int]:
    """Serve the site, its worker inside, and give the port."""
    port, log = free_port(), site.directory / "serve.log"
    command = [sys.executable, "manage.py", "serve", f"--port={port}"]
    child = start_child(command, log=log, cwd=ROOT, env=site.environment)
    try:
        assert wait_until(lambda: b"is ready" in log.read_bytes(), child, log), tail(log)
        yield port
    finally:
        stop_child(child)
    assert "Traceback" not in log.read_text(), log.read_text()


async def test_it_plays_the_running_games_on_and_counts_what_was_left(site: Site) -> None:
    rooms, last_turns = running_rooms(site), room_near_its_end(site)
    with serving(site) as port:
        assert "Alice" in page(port, "/", SESSIONS["Alice"])
        await asyncio.gather(*(play_on(port, room) for room in rooms))
        await wait_for_end(port, last_turns)
        # The worker has begun the games of the paired rooms, too.
        wait_for(lambda: counts(site) == (GAMES + PAIRED, COUNTED + NOT_COUNTED + 1))
    check_again(site)


def check_again(site: Site) -> None:
    """Logs, results and ratings still agree, and the old part of each log is what it was."""
    games, results = counts(site)
    assert re.match(rf"{games}\b", site.manage("verifylog"))
    assert re.match(rf"{results}\b", site.manage("recompute_ratings", "--check"))
    log = "games_gameevent"
    old, new = site.before[log], contents(site.query, {log: site.columns[log]})[log]
    assert {repr(row) for row in old} <= {repr(row) for row in new}
    longer = Counter(row["game_id"] for row in new) - Counter(row["game_id"] for row in old)
    assert len(longer) == RUNNING + PAIRED


def running_rooms(site: Site) -> list[str]:
    """Return the codes of the rooms with a running game."""
    found = site.query(
        "SELECT room.code FROM games_game AS game JOIN games_room AS room ON room.id = game.room_id"
        " WHERE game.status = 'playing' ORDER BY game.id"
    )
    assert len(found) == RUNNING
    return [code for (code,) in found]


def room_near_its_end(site: Site) -> str:
    """Return the code of the room in which Alice and the bot Pip have one turn left each."""
    ((code,),) = site.query(
        "SELECT room.code FROM games_game AS game JOIN games_room AS room ON room.id = game.room_id"
        " JOIN games_scorecard AS card ON card.game_id = game.id"
        " WHERE game.status = 'playing' AND card.name = 'Pip'"
    )
    return str(code)


def counts(site: Site) -> tuple[int, int]:
    """Return how many games there are, and how many counted results."""
    ((games, results),) = site.query("SELECT count(*), count(result_number) FROM games_game")
    return games, results


async def play_on(port: int, room: str) -> None:
    """Have the person whose turn it is play it; a bot plays its own first."""
    async with at_table(port, room, SESSIONS["Alice"]) as alice:
        (acting,) = alice.view["acting"]
        if alice.view["seats"][acting]["name"] == "Bob":
            async with at_table(port, room, SESSIONS["Bob"]) as bob:
                await bob.play_turn()
                return
        await alice.until(alice.acts)
        await alice.play_turn()


async def wait_for_end(port: int, room: str) -> None:
    """Wait until the bot has played the last turn, and the game has a result."""
    async with at_table(port, room, SESSIONS["Alice"]) as alice:
        view = await alice.until(lambda view: view["status"] != "playing")
    assert view["status"] == "finished"
    totals = [seat["card"]["total"] for seat in view["seats"]]
    assert [seat["place"] for seat in view["seats"]] == [
        1 + sum(other > total for other in totals) for total in totals
    ]


def page(port: int, path: str, cookie: str) -> str:
    """Return a page as the browser of a person gets it."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", headers={"Cookie": f"sessionid={cookie}"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


def wait_for(ready: Callable[[], bool], seconds: float = 90) -> None:
    """Wait until `ready()`. Raises AssertionError after so many seconds."""
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline, "the worker did not get so far"
        time.sleep(0.1)
