"""A database of release 1.0.0, whose migrations one has replaced, opens, and nothing in it is lost.

The tests of a site run in their order: the last ones change it.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.services import MigratedPostgres, Postgres, copy_migrated_sqlite
from tests.support.services.migrated import DATABASE
from tests.system.migrations.database import (
    OldSite,
    Query,
    columns_by_table,
    old_site,
    site_of,
    unpack,
)
from tests.system.migrations.schema import schema_of

pytestmark = pytest.mark.process

REPLACING = "0002_release_1_0"
REPLACED = 21

# The old database's own figures.
GAMES = 38
RESULTS = 15
PLAYED_ON = {"finished": 12, "cancelled": 1}
# Of duplicate events: one has not begun; three people play another one, and three have played one.
EVENTS = {"called off": 1, "unfinished": 0, "placed": 6, "active series": 0}
PLAIN_SECRETS = 4

PLAY = "from tests.system.migrations.playing import main; main()"
# Tables that a migration may add rows to: what it made of apps and models.
GROWING = {"django_migrations", "django_content_type", "auth_permission"}

Contents = dict[str, Counter[str]]


class Opened(NamedTuple):
    """A site with the old database, its rows before `migrate` and after the migration that replaces
    those of 1.0.0, and the names of the applied migrations then.
    """

    site: OldSite
    before: Contents
    after: Contents
    applied: list[str]


def contents(query: Query, columns: dict[str, list[str]]) -> Contents:
    """The rows of each table, with these columns."""
    found: Contents = {}
    for table, names in columns.items():
        listed = ", ".join(f'"{name}"' for name in names)
        found[table] = Counter(map(repr, query(f'SELECT {listed} FROM "{table}"')))
    return found


def needed_by_column(site: OldSite, table: str) -> dict[str, bool]:
    """Return, for each column of a table, whether a new row must have a value for it."""
    statement = (
        "SELECT column_name, is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'"
        f" FROM information_schema.columns WHERE table_name = '{table}'"
        if site.is_postgres
        else f"SELECT name, \"notnull\" AND dflt_value IS NULL FROM pragma_table_info('{table}')"
    )
    return {name: bool(is_needed) for name, is_needed in site.query(statement)}


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def server(request: pytest.FixtureRequest) -> Postgres | None:
    """A PostgreSQL, or None for SQLite."""
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest.fixture(scope="module")
def opened(server: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """The old database, migrated."""
    directory = tmp_path_factory.mktemp("old")
    unpack(directory / "again.sqlite3")
    columns = columns_by_table(directory / "again.sqlite3")
    with old_site(directory, server) as site:
        before = contents(site.query, columns)
        site.manage("migrate", "games", REPLACING)
        after = contents(site.query, columns)
        applied = site.query("SELECT name FROM django_migrations WHERE app = 'games'")
        site.manage("migrate")
        yield Opened(site, before, after, sorted(name for (name,) in applied))


def test_it_changes_nothing_but_the_list_of_migrations(opened: Opened) -> None:
    for table, before in opened.before.items():
        after = opened.after[table]
        assert before - after == Counter(), f"{table}: lost or changed"
        assert table in GROWING or after == before, f"{table}: new"
    assert len(opened.applied) == len(set(opened.applied)) == 47 + 1 + REPLACED + 1
    assert REPLACING in opened.applied


def test_a_new_database_has_the_same_tables(
    opened: Opened, server: Postgres | None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    new: MigratedPostgres | None = None
    if server is None:
        copy_migrated_sqlite(tmp_path)
    else:
        new = request.getfixturevalue("migrated_postgres")
    with site_of(tmp_path, new) as site:
        made = schema_of(site)
    old = schema_of(opened.site)
    assert old.keys() == made.keys()
    for table, definitions in made.items():
        assert definitions == old[table], table
    assert len(old) > 45


def test_release_1_0_can_run_on_its_tables_beside_us(opened: Opened, tmp_path: Path) -> None:
    """While servers are updated one by one, it reads all its columns, and writes no others."""
    unpack(tmp_path / "old.sqlite3")
    for table, names in columns_by_table(tmp_path / "old.sqlite3").items():
        needed = needed_by_column(opened.site, table)
        assert set(names) <= needed.keys(), f"{table}: 1.0.0 misses a column"
        added = needed.keys() - set(names)
        assert {name for name in added if needed[name]} == set(), f"{table}: 1.0.0 cannot add rows"


def test_every_game_agrees_with_its_log(opened: Opened) -> None:
    manage = opened.site.manage
    assert re.match(rf"{GAMES}\b", manage("verifylog"))
    manage("verify_fair_log")
    assert re.match(rf"{RESULTS} results, all as stored", manage("recompute_ratings", "--check"))


def test_it_encrypts_plain_secrets(opened: Opened) -> None:
    plain = "SELECT count(*) FROM games_dicesecret WHERE length(secret) = 32"
    assert opened.site.query(plain) == [(PLAIN_SECRETS,)]
    opened.site.manage("encrypt_secrets")
    assert opened.site.query(plain) == [(0,)]


def test_it_shows_old_games_and_plays_the_running_ones_on(opened: Opened) -> None:
    manage = opened.site.manage
    found: dict[str, Any] = json.loads(manage("shell", "-c", PLAY).splitlines()[-1])
    assert found == {"failed": {}, "unproved": [], "played": PLAYED_ON, "events": EVENTS}
    assert re.match(rf"{GAMES}\b", manage("verifylog"))
    manage("verify_fair_log")
    manage("recompute_ratings", "--check")


def test_a_player_is_still_signed_in_and_can_be_banned(opened: Opened) -> None:
    site = opened.site
    found = site.query(
        "SELECT session_key, player_id FROM games_session JOIN games_user ON id = player_id"
        " WHERE is_active AND expire_date > '2026-01-01' ORDER BY session_key LIMIT 1"
    )
    ((key, player),) = found
    program = (
        "from games.people.accounts.tokens import find_session;"
        "from games.site.account.membership.moderation import ban;"
        f"print(find_session({key!r}).user.pk);"
        "from games.models import User;"
        f"ban(User.objects.get(pk={player}));"
        f"print(find_session({key!r}))"
    )
    said = site.manage("shell", "-c", program).split()
    assert said[-2:] == [str(player), "None"]
    assert site.query(f"SELECT * FROM games_session WHERE player_id = {player}") == []


# Older databases


def forget_migrations(path: Path, condition: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(f"DELETE FROM django_migrations WHERE app = 'games' AND {condition}")


ALL_REPLACED = "id BETWEEN 66 AND 86"


@pytest.mark.parametrize(
    "forgotten",
    [
        "name = '0022_real_dice_games'",
        "name = '0009_three_boards'",
        "name = '0047_foresight_of_tables'",
    ],
)
def test_it_refuses_a_database_with_only_some_of_them(tmp_path: Path, forgotten: str) -> None:
    with old_site(tmp_path, None) as site:
        forget_migrations(tmp_path / DATABASE, forgotten)
        with pytest.raises(AssertionError, match=r"games\.E007[^$]*1\.0\.0"):
            site.manage("migrate")


def test_it_refuses_a_database_with_none_of_them_and_changes_nothing(tmp_path: Path) -> None:
    with old_site(tmp_path, None) as site:
        path = tmp_path / DATABASE
        forget_migrations(path, ALL_REPLACED)
        before = contents(site.query, columns_by_table(path))
        left = site.query("SELECT count(*) FROM django_migrations WHERE app = 'games'")
        assert left == [(48,)]
        with pytest.raises(AssertionError, match=r"with 1\.0\.0 first"):
            site.manage("migrate")
        after = contents(site.query, columns_by_table(path))
        assert {name: rows for name, rows in after.items() if rows != before[name]} == {}


def test_it_restores_a_backup_with_all_of_them_only(tmp_path: Path) -> None:
    backup, directory = tmp_path / "backup", tmp_path / "site"
    unpack(backup)
    directory.mkdir()
    with site_of(directory, None) as site:
        assert "games agree with their logs" in site.manage("restore", str(backup))
        assert "No planned migration operations" in site.manage("migrate", "--plan")
    forget_migrations(backup, "name = '0009_three_boards'")
    with site_of(directory, None) as site, pytest.raises(AssertionError, match="before release 1"):
        site.manage("restore", "--overwrite", str(backup))
