"""A site moves from SQLite to PostgreSQL with every row, or not at all."""

import gc
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.assembly.backup import moving
from games.assembly.backup.comparison import differences
from games.assembly.backup.sqlite import database_file
from tests.support.people import open_room, person
from tests.support.services import MigratedPostgres, Postgres
from tests.support.services.migrated import DATABASE
from tests.support.services.postgres_server import libpq_url
from tests.system.migrations.database import OldSite, columns_by_table, old_site

pytestmark = pytest.mark.postgres

# What the old database lacks. (One of its users and one of its games are number 1.)
ROWS_OF_EMPTY_TABLES = (
    "INSERT INTO auth_group (name) VALUES ('referees')",
    "INSERT INTO auth_group_permissions (group_id, permission_id) VALUES (1, 1)",
    "INSERT INTO games_user_groups (user_id, group_id) VALUES (1, 1)",
    "INSERT INTO games_user_user_permissions (user_id, permission_id) VALUES (1, 1)",
    "INSERT INTO games_gamesnapshot (game_id, state) VALUES (1, '')",
    "INSERT INTO games_user_silenced (from_user_id, to_user_id) VALUES (1, 2)",
    "INSERT INTO games_familymember (owner_id, member_id, at) VALUES (1, 2, '2026-01-01')",
    "INSERT INTO games_case (key, state, about_talk, evidence, opened_at, note) VALUES"
    " ('player:1', 'open', true, '[]', '2026-01-01', '')",
    "INSERT INTO games_report (case_id, reporter_id, reason, text, at) VALUES"
    " (1, 2, 'insult', '', '2026-01-01')",
    "INSERT INTO games_sanction (player_id, kind, reason, words, automatic, begins_at) VALUES"
    " (1, 'warning', 'insult', '', false, '2026-01-01')",
    "INSERT INTO games_appeal (sanction_id, text, at, answer) VALUES (1, 'No.', '2026-01-01', '')",
    "INSERT INTO games_auditentry (seq, at, action, data, previous, hash) VALUES"
    " (1, '2026-01-01', 'reported', '{}', '', '')",
    "INSERT INTO games_keptrules (player_id, name, text, kept_at) VALUES"
    " (1, 'Ours', 'yatzy+bonus-100', '2026-01-01')",
    "INSERT INTO games_ruleset (text, state, asker_id, asked_at, expected) VALUES"
    " ('yatzy+bonus-100', 'solved', 1, '2026-01-01', 294.441638)",
    "INSERT INTO games_realdicegame (code, player_id, text, digest, card, verdict, kept_at) VALUES"
    " ('r1', 1, 'yatzy', 'd', '{}', '{}', '2026-01-01')",
    "INSERT INTO games_pastname (player_id, name, until) VALUES (1, 'Anna', '2026-01-01')",
    "INSERT INTO games_slowmode (until) VALUES ('2026-01-01')",
    "INSERT INTO games_authenticator (player_id, secret, last_step) VALUES (1, x'01ff', 0)",
    "INSERT INTO games_recoverycode (player_id, hash) VALUES (1, 'x')",
    "INSERT INTO games_passkey (player_id, credential, public_key, sign_count, name, created_at)"
    " VALUES (1, x'01ff', x'00', 0, 'Laptop', '2026-01-01')",
    "INSERT INTO games_sentform (key, at, answer) VALUES ('f', '2026-01-01', x'01ff')",
    "INSERT INTO games_providerlink"
    " (player_id, issuer, subject, mail_hash, role, linked_at, used_at)"
    " VALUES (1, 'https://id.example.org', 's', '', '', '2026-01-01', '2026-01-01')",
    "INSERT INTO games_barredidentity (hash) VALUES ('h')",
    "INSERT INTO games_firstlink (id, token_hash, ends_at) VALUES (1, 'h', '2026-01-01')",
    "INSERT INTO games_card (code, sender_id, variant, switches, seal, base, created_at, closes_at)"
    " VALUES ('c1', 1, 'yatzy', '{}', 's', 'b', '2026-01-01', '2026-01-08')",
    "INSERT INTO games_cardentry (card_id, player_id, game_id, browser, created_at, loss) VALUES"
    " (1, 1, 1, 'x', '2026-01-01', 0.1)",
    "INSERT INTO games_cardwitness (card_id, player_id, seen_at) VALUES (1, 2, '2026-01-01')",
    "INSERT INTO games_appointment (code, kind, host_id, title, variant, switches, mode, dice,"
    " seats, minutes, starts_at, zone, weekly, series, changes, news, created_at, reminded) VALUES"
    " ('d1', 'table', 1, '', 'yatzy', '{}', 'turns', 'own', 2, 0, '2026-01-01', 'UTC', false, 'd1',"
    " 0, '', '2026-01-01', false)",
    "INSERT INTO games_appointmentanswer (appointment_id, player_id, comes, at) VALUES"
    " (1, 2, true, '2026-01-01')",
    "INSERT INTO games_holiday (player_id, starts_at, ends_at) VALUES"
    " (1, '2026-01-01', '2026-01-03')",
    "INSERT INTO games_circle (id, code, pair, name, emblem, zone, language, season,"
    " season_began_at, weekly, created_at, active_at, rev) VALUES (1, 'g1', false, 'Tuesdays',"
    " 'dice', 'UTC', 'en', 'month', '2026-01-01', '', '2026-01-01', '2026-01-01', 1)",
    "INSERT INTO games_circlemember (circle_id, player_id, role, joined_at, shows, told) VALUES"
    " (1, 1, 'owner', '2026-01-01', true, true)",
    "INSERT INTO games_circlelink (circle_id, word, made_by_id, made_at, asks, used) VALUES"
    " (1, 'w', 1, '2026-01-01', false, 0)",
    "INSERT INTO games_circlerequest (circle_id, player_id, at) VALUES (1, 2, '2026-01-01')",
    "INSERT INTO games_circleban (circle_id, player_id, at) VALUES (1, 2, '2026-01-01')",
    "INSERT INTO games_friendrequest (asker_id, asked_id, at) VALUES (1, 2, '2026-01-01')",
    "INSERT INTO games_circleevening (id, circle_id, night, people, games, last_at, announced)"
    " VALUES (1, 1, '2026-01-01', 'x', 1, '2026-01-01', false)",
    "INSERT INTO games_circleeveningplace (evening_id, player_id, name, games, wins, points) VALUES"
    " (1, 1, 'Anna', 1, 1, 200)",
    "INSERT INTO games_circleplay (circle_id, game_id, evening_id, seat, player_id, name, at,"
    " variant, total, place, season, weighed, loss, luck) VALUES"
    " (1, 1, 1, 0, 1, 'Anna', '2026-01-01', 'yatzy', 200, 1, '2026-01', true, 0.1, -0.1)",
    "INSERT INTO games_circlestanding (circle_id, season, player_id, name, games, wins, points,"
    " weighed, loss, luck) VALUES (1, '2026-01', 1, 'Anna', 1, 1, 200, 1, 0.1, -0.1)",
    "INSERT INTO games_circlepair (circle_id, one_id, other_id, games, one_ahead, other_ahead)"
    " VALUES (1, 1, 2, 1, 1, 0)",
    "INSERT INTO games_circlehook (circle_id, address, form, secret, made_at, failures, last_error)"
    " VALUES (1, 'https://example.com', 'json', X'00', '2026-01-01', 0, '')",
    "INSERT INTO games_circlemessage (hook_id, subject, facts, created_at, tries) VALUES"
    " (1, 'test', '{}', '2026-01-01', 0)",
    "INSERT INTO games_invitation (room_id, sender_id, asked_id, status, created_at, expires_at)"
    " VALUES (1, 1, 2, 'open', '2026-01-01', '2026-01-02')",
    "UPDATE games_sitesettings SET logo = x'01ff'",
    "UPDATE games_chatmessage SET text = '\\N \\\\. 🎲 ''\t\r\n'",
    # The number of a deleted row must not come again.
    "UPDATE sqlite_sequence SET seq = 7777 WHERE name = 'games_room'",
    "UPDATE games_user SET leaves = 0.1 WHERE id = 1",
    # SQLite gives new numbers all the same.
    "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'auth_permission'",
)


class Moved(NamedTuple):
    """An old site, the same site on PostgreSQL, what the command said, and the rows before it."""

    old: OldSite
    new: OldSite
    said: str
    before: list[str]


def rows_of(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


@pytest.fixture(scope="module")
def moved(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Moved:
    """A site with a row in every table, after its move."""
    directory = tmp_path_factory.mktemp("moved")
    with old_site(directory, None) as site:
        site.manage("migrate")
        for statement in ROWS_OF_EMPTY_TABLES:
            site.query(statement)
    before = rows_of(directory / DATABASE)
    url = postgres.new_database()
    said = site.manage("move_to_postgresql", url)
    return Moved(site, OldSite({**site.environment, "DATABASE_URL": url}, site.query), said, before)


@pytest.fixture
def source(moved: Moved) -> Iterator[sqlite3.Connection]:
    path = Path(moved.old.environment["DATA_DIR"]) / DATABASE
    with closing(sqlite3.connect(path)) as database:
        yield database


@pytest.fixture
def target(moved: Moved) -> Iterator[psycopg.Connection[Any]]:
    """PostgreSQL, in a transaction that is rolled back."""
    with psycopg.connect(libpq_url(moved.new.environment["DATABASE_URL"])) as database:
        database.execute("SET TIME ZONE 'UTC'")
        yield database
        database.rollback()


def dumped(site: OldSite) -> list[str]:
    """Return all rows as Django sees them."""
    rows: list[Any] = json.loads(site.manage("dumpdata", "--all"))
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def test_it_moves_every_row(
    moved: Moved, source: sqlite3.Connection, target: psycopg.Connection[Any]
) -> None:
    tables = columns_by_table(Path(moved.old.environment["DATA_DIR"]) / DATABASE)
    assert len(tables) > 50
    for table in tables:
        (count,) = source.execute(f'SELECT count(*) FROM "{table}"').fetchone()
        assert count > 0, f"{table} tests nothing"
        assert f"{table}: {count:,} rows\n" in moved.said
    assert dumped(moved.new) == dumped(moved.old)
    applied = "SELECT app, name FROM django_migrations ORDER BY id"
    assert target.execute(applied).fetchall() == source.execute(applied).fetchall()


def test_it_leaves_the_source_as_it_was(moved: Moved) -> None:
    assert rows_of(Path(moved.old.environment["DATA_DIR"]) / DATABASE) == moved.before


def test_new_rows_get_new_numbers(moved: Moved, postgres: Postgres) -> None:
    copy = postgres.new_database(moved.new.environment["DATABASE_URL"])
    with psycopg.connect(libpq_url(copy)) as database:
        statement = "INSERT INTO auth_group (name) VALUES ('guides') RETURNING id"
        assert database.execute(statement).fetchone() == (2,)
        default = "SELECT nextval(pg_get_serial_sequence('games_room', 'id'))"
        assert database.execute(default).fetchone() == (7778,)


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("games_user_blocked", "DELETE FROM games_user_blocked"),
        ("auth_group", "INSERT INTO auth_group (id, name) VALUES (9, 'guides')"),
        ("games_user", "UPDATE games_user SET seen_at = seen_at + interval '1 microsecond'"),
        ("games_user", "UPDATE games_user SET is_bot = NOT is_bot WHERE id = 1"),
        ("games_user", "UPDATE games_user SET leaves = 0.10000000000000002 WHERE id = 1"),
        ("games_user", "UPDATE games_user SET name = name || ' ' WHERE id = 1"),
        ("games_game", "UPDATE games_game SET fault = '' WHERE fault IS NULL"),
        ("games_dicesecret", "UPDATE games_dicesecret SET secret = secret || '\\x00'"),
        ("games_seatanalysis", "UPDATE games_seatanalysis SET data = jsonb_build_array(data)"),
        ("games_daily", "UPDATE games_daily SET day = day - 1000"),
        ("games_seat", "UPDATE games_seat SET number = number + 10"),
        ("games_room", "ALTER SEQUENCE games_room_id_seq RESTART WITH 7777"),
        ("games_game", "SELECT setval('games_game_id_seq', 1)"),
        ("games_gamesnapshot", "ALTER TABLE games_gamesnapshot ADD COLUMN extra integer"),
        ("games_usedseal", "DROP TABLE games_usedseal"),
    ],
)
def test_it_finds_what_differs(
    source: sqlite3.Connection, target: psycopg.Connection[Any], table: str, statement: str
) -> None:
    sequences = "SELECT last_value FROM games_game_id_seq"
    before = target.execute(sequences).fetchone()
    assert before is not None
    target.execute(statement.encode())
    assert table in differences(source, target, print)[0]
    # Unlike all else, this is not rolled back.
    target.execute("SELECT setval('games_game_id_seq', %s)", before)


# Refusals: the site of the tests, which has one room.


@pytest.fixture
def room(transactional_db: None) -> str:
    close_other_connections()
    return open_room(person("Alice")).code


def close_other_connections() -> None:
    """Close what threads of earlier tests have left open: it looks as if the site ran."""
    for each in gc.get_objects():
        if issubclass(type(each), BaseDatabaseWrapper) and each is not connections["default"]:
            each.inc_thread_sharing()
            each.close()
            each.dec_thread_sharing()


@pytest.fixture
def empty(migrated_postgres: MigratedPostgres) -> str:
    """The address of a database with all tables."""
    return migrated_postgres.new_database()


def refused(url: str) -> str:
    """Try to move, and return why that is refused."""
    with pytest.raises(CommandError) as refusal:
        call_command("move_to_postgresql", url)
    return str(refusal.value)


def count_users(url: str) -> int:
    with psycopg.connect(libpq_url(url)) as database:
        row = database.execute("SELECT count(*) FROM games_user").fetchone()
    assert row is not None
    return int(row[0])


def test_it_refuses_while_the_site_runs(room: str, empty: str) -> None:
    with closing(sqlite3.connect(database_file())) as other:
        other.execute("SELECT count(*) FROM games_user").fetchone()
        assert "is in use: stop all servers" in refused(empty)
    assert count_users(empty) == 0


def test_it_refuses_a_target_that_somebody_uses(room: str, empty: str) -> None:
    with psycopg.connect(libpq_url(empty)):
        assert "is in use: stop all servers" in refused(empty)


def test_it_refuses_a_target_with_rows(room: str, empty: str) -> None:
    call_command("move_to_postgresql", empty, skip_verification=True)
    assert "not empty: games_" in refused(empty)
    assert count_users(empty) == 1


def test_it_refuses_a_database_of_something_else(room: str, postgres: Postgres) -> None:
    url = postgres.new_database()
    with psycopg.connect(libpq_url(url)) as database:
        database.execute("CREATE TABLE invoices (id integer)")
    assert "has a table invoices" in refused(url)
    with psycopg.connect(libpq_url(url)) as database:
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert tables.fetchall() == [("invoices",)]


@pytest.mark.parametrize("url", ["sqlite:///other.sqlite3", "nonsense", "", "mysql://a@b/c"])
def test_it_refuses_what_is_no_postgresql(room: str, url: str) -> None:
    assert "target" in refused(url)


def test_it_refuses_an_address_where_nothing_is(room: str) -> None:
    assert "The target refused" in refused("postgres://alice@127.0.0.1:1/yacht")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("DELETE FROM games_seat", "games_seat has 0 rows instead of 2"),
        ("UPDATE games_user SET name = 'Malice'", "the rows of games_user differ"),
        ("SELECT setval('games_room_id_seq', 1000)", "the numbers of games_room do not go on"),
        ("UPDATE games_room SET host_id = 1000", "violates foreign key constraint"),
    ],
)
def test_a_mistake_in_the_copy_leaves_the_target_empty(
    room: str, empty: str, monkeypatch: pytest.MonkeyPatch, change: str, reason: str
) -> None:
    set_sequence = moving._set_sequence

    def set_wrongly(database: psycopg.Connection[Any], sequence: Any, used: int) -> None:
        set_sequence(database, sequence, used)
        database.execute(change.encode())

    monkeypatch.setattr(moving, "_set_sequence", set_wrongly)
    assert reason in refused(empty)
    assert count_users(empty) == 0
    monkeypatch.undo()
    call_command("move_to_postgresql", empty, skip_verification=True)
    assert count_users(empty) == 1


def test_it_refuses_a_source_that_is_not_migrated(postgres: Postgres, tmp_path: Path) -> None:
    with old_site(tmp_path, None) as site:
        pass
    with pytest.raises(AssertionError, match=r"lacks \d+ migrations: migrate it first"):
        site.manage("move_to_postgresql", postgres.new_database())
