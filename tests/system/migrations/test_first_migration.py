"""A database with the 47 migrations that one has replaced opens, and nothing in it is lost.

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

from tests.support.services import Postgres
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

FIRST = "0001_tables"

# The old database's own figures.
GAMES = 38
RESULTS = 15
PLAYED_ON = {"finished": 12, "cancelled": 1}
PLAIN_SECRETS = 4

PLAY = "from tests.system.migrations.playing import main; main()"
# Tables that a migration may add rows to: what it made of apps and models.
GROWING = {"django_migrations", "django_content_type", "auth_permission"}

Contents = dict[str, Counter[str]]


class Opened(NamedTuple):
    """A site with the old database, and its rows before `migrate`, after the first migration, and
    the names of the applied migrations then.
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
        site.manage("migrate", "games", FIRST)
        after = contents(site.query, columns)
        applied = site.query("SELECT name FROM django_migrations WHERE app = 'games'")
        site.manage("migrate")
        yield Opened(site, before, after, sorted(name for (name,) in applied))


def test_it_changes_nothing_but_the_list_of_migrations(opened: Opened) -> None:
    for table, before in opened.before.items():
        after = opened.after[table]
        assert before - after == Counter(), f"{table}: lost or changed"
        assert table in GROWING or after == before, f"{table}: new"
    assert len(opened.applied) == len(set(opened.applied)) == 48
    assert FIRST in opened.applied


def test_a_new_database_has_the_same_tables(
    opened: Opened, server: Postgres | None, tmp_path: Path
) -> None:
    with site_of(tmp_path, server) as new:
        new.manage("migrate")
        made = schema_of(new)
    old = schema_of(opened.site)
    assert old.keys() == made.keys()
    for table, definitions in made.items():
        assert definitions == old[table], table
    assert len(old) > 45


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
    assert found == {"failed": {}, "unproved": [], "played": PLAYED_ON}
    assert re.match(rf"{GAMES}\b", manage("verifylog"))
    manage("verify_fair_log")
    manage("recompute_ratings", "--check")


# A database in between


def forget_a_migration(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DELETE FROM django_migrations WHERE name = '0047_foresight_of_tables'")


def test_it_refuses_a_database_with_only_some_of_them(tmp_path: Path) -> None:
    with old_site(tmp_path, None) as site:
        forget_a_migration(tmp_path / DATABASE)
        with pytest.raises(AssertionError, match=r"games\.E007[^$]*0be3948c"):
            site.manage("migrate")


def test_it_restores_a_backup_with_all_of_them_only(tmp_path: Path) -> None:
    backup, directory = tmp_path / "backup", tmp_path / "site"
    unpack(backup)
    directory.mkdir()
    with site_of(directory, None) as site:
        assert "games agree with their logs" in site.manage("restore", str(backup))
        assert "No planned migration operations" in site.manage("migrate", "--plan")
    forget_a_migration(backup)
    with site_of(directory, None) as site, pytest.raises(AssertionError, match="development"):
        site.manage("restore", "--overwrite", str(backup))
