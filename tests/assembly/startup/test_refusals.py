"""A site that cannot start says why in one line, ends with an error, and writes nothing."""

import base64
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management.base import CommandError
from django.db import OperationalError

from games.assembly.startup import NotStartable, looking, prepared, preparing
from tests.environment import ROOT
from tests.system.migrations.database import SETTINGS, old_site, unpack

GIB = 1 << 30


def start(directory: Path, **environment: str) -> tuple[int, str]:
    """Try to start a site; return its exit code, and what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", "start", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(directory), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr.strip()


def contents(directory: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in directory.rglob("*")
        # SQLite makes these while a database is only read.
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


def without(environment: dict[str, str], name: str | None) -> dict[str, str]:
    return {each: value for each, value in environment.items() if each != name}


def usual(path: Path) -> None:
    unpack(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")


def newer(path: Path) -> None:
    usual(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('games', '9000_from_the_future', '2030-01-01')"
        )


def nothing(path: Path) -> None:
    """A new site."""


def garbage(path: Path) -> None:
    path.write_bytes(b"no database at all, " * 500)


IN_MEMORY = ("sqlite://", "sqlite:///", "sqlite://:memory:")
WRONG = [
    ("TRUSTED_PROXIES", "nonsense", "TRUSTED_PROXIES has 'nonsense'"),
    ("EXTRA_SLURS", "/nowhere/words", "EXTRA_SLURS cannot be read"),
    ("SITE_URL", "example", "SITE_URL is not the address"),
    ("VAPID_KEY", "short", "VAPID_KEY"),
    ("LOG_LEVEL", "loud", "LOG_LEVEL is 'loud'"),
    ("METRICS_PORT", "many", "METRICS_PORT cannot be read"),
    ("SOCKET_RATE", "fast", "SOCKET_RATE cannot be read"),
    ("VARIANT_NAMES", "yacht", "VARIANT_NAMES cannot be read"),
    ("LIMITS", "room", "LIMITS cannot be read"),
    ("LIMITS", "room=5", "LIMITS has room=5"),
    ("LIMITS", "room=5/0", "LIMITS has room=5/0"),
    ("LIMITS", "rooms=5/60", "LIMITS has rooms=5/60"),
    ("BACKUP_DIR", "static", "BACKUP_DIR cannot be used: .*sends to everybody"),
    ("BACKUP_DIR", "static/backups/mine", "sends to everybody"),
    ("BACKUP_DIR", str(ROOT / "static"), "sends to everybody"),
    ("BACKUP_DIR", str(ROOT / "manage.py"), "manage.py is no directory"),
]


@pytest.mark.process
@pytest.mark.parametrize(
    ("make", "environment", "says"),
    [
        (newer, {}, "newer release than .*games.9000_from_the_future.*restore a backup"),
        (garbage, {}, "cannot be read .*Restore a backup"),
        (usual, {"DICE_KEYS": base64.b64encode(b"b" * 32).decode()}, "do not open this database"),
        (usual, {"DICE_KEYS": "short"}, "key 1 is not 32 bytes"),
        (usual, {"SECRET_KEY_FILE": "/nowhere/key"}, "SECRET_KEY_FILE: /nowhere/key: No such"),
        (usual, {"DATABASE_URL": "postgres://a:b@127.0.0.1:none/x"}, "DATABASE_URL"),
        (usual, {"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
        (nothing, {"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"}, "/nowhere/at.* written"),
        *((nothing, {"DATABASE_URL": url}, "in memory only") for url in IN_MEMORY),
        # Every setting is read before anything is written.
        *((nothing, {name: value}, says) for name, value, says in WRONG),
    ],
)
def test_it_says_what_to_do(
    make: Callable[[Path], None], environment: dict[str, str], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "yacht.sqlite3"
    make(path)
    before = contents(tmp_path)
    code, said = start(tmp_path, **{**SETTINGS, **environment})
    assert code == 1
    assert "\n" not in said
    assert re.search(says, said), said
    assert contents(tmp_path) == before


DAMAGED = [b"", b"  \n", b"abc", bytes(86), b"\xff" * 86, None]
"""Cut off, zeros after a power failure, no text; None: a directory."""


@pytest.mark.process
@pytest.mark.parametrize("content", DAMAGED)
@pytest.mark.parametrize("name", ["secret_key", "dice_keys", "vapid_key"])
def test_it_uses_no_damaged_key_and_makes_no_other(
    name: str, content: bytes | None, tmp_path: Path
) -> None:
    own = {"secret_key": "SECRET_KEY", "dice_keys": "DICE_KEYS"}.get(name)
    path = tmp_path / name
    if content is None:
        path.mkdir(mode=0o700)
    else:
        path.touch(mode=0o600)
        path.write_bytes(content)
    environment = without(SETTINGS, own)
    before = contents(tmp_path)
    code, said = start(tmp_path, **environment)
    assert code == 1
    assert "\n" not in said
    assert re.search(f"{name} (is damaged|cannot be read)", said), said
    assert contents(tmp_path) == before


@pytest.mark.parametrize("error", [OperationalError, CommandError, ValueError, OSError])
def test_it_says_in_one_line_what_fails_around_an_update(error: type[Exception]) -> None:
    # Such as the commit on a full disk, or a lock that another server keeps.
    with pytest.raises(NotStartable) as raised, preparing._as_before():
        raise error("canceling statement\n\tdue to lock timeout")
    assert str(raised.value) == (
        "The update failed: canceling statement due to lock timeout. The database is as before:"
        " start the release that you had, and report this."
    )


@pytest.mark.process
def test_it_makes_no_key_for_a_database_that_needs_another(tmp_path: Path) -> None:
    with old_site(tmp_path, None) as site:
        site.manage("prepare")
        before = contents(tmp_path)
        del site.environment["DICE_KEYS"]
        code, said = start(tmp_path, **without(SETTINGS, "DICE_KEYS"))
        assert code == 1
        assert "\n" not in said
        assert "do not open this database" in said
        assert contents(tmp_path) == before
        # The keys may be lost for good.
        site.manage("prepare", "--new-keys")
        assert (tmp_path / "dice_keys").exists()


@pytest.mark.process
def test_it_says_that_the_directory_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    code, said = start(tmp_path / "file" / "data")
    assert code == 1
    assert "\n" not in said
    assert "cannot be used" in said
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize(
    ("free", "may_write", "says"),
    [(GIB, False, "cannot be written"), (1 << 20, True, "is full: 1 MB are free")],
)
def test_it_needs_a_disk_that_it_can_write(
    free: int, may_write: bool, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: may_write)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free))
    with pytest.raises(NotStartable, match=says), prepared():
        pass


@pytest.mark.parametrize("limit", ["100000000\n", "max\n", f"{GIB}\n", None])
def test_it_needs_enough_memory(
    limit: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "memory.max"
    if limit is not None:
        file.write_text(limit)
    monkeypatch.setattr(looking, "MEMORY_LIMIT", file)
    if limit == "100000000\n":
        with pytest.raises(NotStartable, match="may use 95 MB"):
            looking._look_at_memory()
    else:
        looking._look_at_memory()


@pytest.mark.process
def test_it_says_that_the_database_does_not_let_it_in(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres").new_database()
    server, _, name = url.rpartition("/")
    code, said = start(tmp_path, **SETTINGS, DATABASE_URL=f"{server}/not_{name}")
    assert code == 1
    assert "\n" not in said
    assert "does not exist" in said
    assert "Correct DATABASE_URL" in said
