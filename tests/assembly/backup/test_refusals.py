"""What cannot be backed up or restored is refused before anything changes."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.assembly.backup import BackupError, back_up, restore
from games.assembly.backup.sqlite import database_file
from games.models import Room, User
from tests.support.people import open_room, person
from tests.support.pools import close_connections


@pytest.fixture(autouse=True)
def room(transactional_db: None) -> Room:
    """A room, which must still be there at the end, and no connection of an earlier test."""
    close_connections()
    return open_room(person("Alice"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    path = tmp_path / "copy"
    back_up(path)
    return path


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement)


def refused(path: Path) -> str:
    """Try to restore, and return why that is refused."""
    with pytest.raises(CommandError) as refusal:
        call_command("restore", path)
    assert User.objects.get().name == "Alice"
    return str(refusal.value)


def test_it_refuses_what_is_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    assert "cannot be read" in refused(path)
    path.write_text("not a database, but long enough for a signature")
    assert "is not a backup" in refused(path)


def test_it_refuses_another_database(tmp_path: Path) -> None:
    path = tmp_path / "dump"
    path.write_bytes(b"PGDMP\x01\x0e\x00")
    assert "is a backup of postgresql" in refused(path)


def test_it_refuses_a_sqlite_database_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    change(path, "CREATE TABLE notes (text)")
    assert "no such table: django_migrations" in refused(path)
    change(path, "CREATE TABLE django_migrations (app, name)")
    assert "is not a backup of this site" in refused(path)


def test_it_refuses_a_newer_release(copy: Path) -> None:
    values = "('games', '9999_dice_with_wings', CURRENT_TIMESTAMP)"
    change(copy, f"INSERT INTO django_migrations (app, name, applied) VALUES {values}")
    assert "games.9999_dice_with_wings" in refused(copy)


def test_it_refuses_a_damaged_file(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[len(content) // 3 :] = os.urandom(len(content) - len(content) // 3)
    copy.write_bytes(content)
    assert "damaged" in refused(copy) or "malformed" in refused(copy)


def test_it_refuses_while_somebody_has_the_database_open(copy: Path) -> None:
    with closing(sqlite3.connect(database_file())) as other:
        other.execute("SELECT count(*) FROM games_user").fetchone()
        assert "is in use" in refused(copy)


def test_it_replaces_no_file_by_accident(tmp_path: Path) -> None:
    path = tmp_path / "copy"
    path.write_text("last week's")
    with pytest.raises(BackupError, match="exists"):
        back_up(path)
    assert path.read_text() == "last week's"
    back_up(path, overwrite=True)
    assert path.read_bytes().startswith(b"SQLite format 3\0")
    assert [each.name for each in tmp_path.iterdir()] == ["copy"]


def test_it_is_not_held_up_by_what_an_earlier_test_left_open(copy: Path) -> None:
    opened, done = threading.Event(), threading.Event()

    def read_and_stay() -> None:
        User.objects.count()
        opened.set()
        done.wait(60)

    thread = threading.Thread(target=read_and_stay)
    thread.start()
    try:
        assert opened.wait(60)
        assert "is in use" in refused(copy)
        close_connections()
        restore(copy)
    finally:
        done.set()
        thread.join()


def test_it_leaves_nothing_of_a_backup_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.assembly.backup.sqlite.database_file", lambda: tmp_path / "missing")
    with pytest.raises(BackupError, match="cannot be copied"):
        back_up(tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_it_names_the_directory_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be written"):
        back_up(tmp_path / "nowhere" / "copy")
    with pytest.raises(BackupError, match="cannot be read"):
        restore(tmp_path / "nowhere" / "copy")
