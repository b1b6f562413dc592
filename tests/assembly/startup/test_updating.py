"""A start brings an older site to this release, or leaves it as it was."""

import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from pytest_django import Settings

from games.management.commands import start
from tests.environment import ROOT
from tests.support.services.migrated import DATABASE, copy_migrated_sqlite
from tests.support.services.processes import (
    free_port,
    listens,
    start_child,
    stop_child,
    tail,
    wait_until,
)
from tests.system.migrations.database import OldSite, site_of

pytestmark = pytest.mark.process

STAFF = "from games.models import User; User.objects.create(name='Nora', is_staff=True)"
TABLES = {
    True: "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    False: "SELECT name FROM sqlite_master WHERE type = 'table'",
}


def migrations(site: OldSite) -> set[tuple[str, str]]:
    return set(site.query("SELECT app, name FROM django_migrations"))


def test_it_updates_and_names_the_copy_from_before(site: OldSite, tmp_path: Path) -> None:
    users = site.query("SELECT count(*) FROM games_user")
    old = [
        tmp_path / "backups" / f"before-0.{number}.0-2024-01-0{number}.backup"
        for number in range(1, 5)
    ]
    if not site.is_postgres:
        old[0].parent.mkdir()
        for path in old:
            path.touch()
    said = site.manage("prepare")
    assert "The tables are those of this release." in said
    assert site.query("SELECT count(*) FROM games_user") == users
    assert "No planned migration operations" in site.manage("migrate", "--plan")
    copies = set((tmp_path / "backups").glob("before-*.backup")) - set(old)
    assert len(copies) == (0 if site.is_postgres else 1)
    assert [path.exists() for path in old] == [
        not site.is_postgres and path in old[2:] for path in old
    ]
    assert all(str(copy) in said for copy in copies)
    assert "tables" not in site.manage("prepare")


def test_it_leaves_the_database_as_it_was_if_the_update_fails(
    site: OldSite, tmp_path: Path
) -> None:
    # The last but one migration makes this table; those before it succeed.
    site.query("CREATE TABLE games_sentform (surprise integer)")
    before = migrations(site), set(site.query(TABLES[site.is_postgres]))
    with pytest.raises(AssertionError, match=r"update failed: .*games_sentform.*as before"):
        site.manage("prepare")
    assert (migrations(site), set(site.query(TABLES[site.is_postgres]))) == before


def test_it_makes_the_keys_once(tmp_path: Path) -> None:
    copy_migrated_sqlite(tmp_path)
    with site_of(tmp_path, None) as site:
        del site.environment["DICE_KEYS"], site.environment["SECRET_KEY"]
        site.environment["PUSH"] = "0"
        site.manage("prepare")
        assert not (tmp_path / "vapid_key").exists()
        del site.environment["PUSH"]
        site.manage("prepare")
        names = ("dice_keys", "secret_key", "vapid_key")
        keys = {name: (tmp_path / name).read_text() for name in names}
        assert {(tmp_path / name).stat().st_mode & 0o777 for name in names} == {0o600}
        assert "new" not in site.manage("prepare")
        assert {name: (tmp_path / name).read_text() for name in names} == keys
        program = (
            "from games.site.account.notifications.web_push import push_key; print(push_key())"
        )
        assert len(site.manage("shell", "-c", program).split()[-1]) == 87


@pytest.mark.parametrize(
    ("dice_keys", "secret_key", "words"),
    [
        ([], "stored", "dice_keys in {0} and secret_key in {0}"),
        ([], "other", "dice_keys in {0} and SECRET_KEY of your settings"),
        (["k"], "stored", "DICE_KEYS of your settings and secret_key in {0}"),
        (["k"], "other", "DICE_KEYS of your settings and SECRET_KEY of your settings"),
    ],
)
def test_it_says_where_the_keys_are_that_somebody_must_copy(
    settings: Settings, tmp_path: Path, dice_keys: list[str], secret_key: str, words: str
) -> None:
    (tmp_path / "secret_key").write_text("stored")
    settings.DATA_DIR, settings.DICE_KEYS, settings.SECRET_KEY = tmp_path, dice_keys, secret_key
    assert start.Command().what_to_copy().endswith(f"the keys ({words.format(tmp_path)}).")


def test_it_adds_the_static_files_of_an_image_to_older_ones(tmp_path: Path) -> None:
    image, data = tmp_path / "image", tmp_path / "data"
    (image / "js").mkdir(parents=True)
    (image / "js/new.123.js").write_text("new")
    (image / "staticfiles.json").write_text("{}")
    (data / "static/js").mkdir(parents=True)
    (data / "static/js/old.456.js").write_text("old")
    copy_migrated_sqlite(data)
    with site_of(data, None) as site:
        site.environment["COLLECTED_FILES"] = str(image)
        assert "static files" in site.manage("prepare")
        found = {path.name for path in (data / "static").rglob("*") if path.is_file()}
        assert found == {"old.456.js", "new.123.js", "staticfiles.json"}
        assert "static files" not in site.manage("prepare")


def test_it_keeps_a_second_server_from_the_same_database(tmp_path: Path) -> None:
    copy_migrated_sqlite(tmp_path)
    with site_of(tmp_path, None) as site:
        log, port = tmp_path / "log", free_port()
        command = [sys.executable, "manage.py", "start", "--port", str(port)]
        child = start_child(command, log=log, cwd=ROOT, env=site.environment)
        try:
            assert wait_until(lambda: "is ready on" in log.read_text(), child, log), tail(log)
            assert re.search(r"Copy two things .*the keys .*DICE_KEYS", log.read_text())
            second = subprocess.run(
                command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False
            )
            assert (second.returncode, second.stdout) == (1, "")
            assert f"Another server uses {tmp_path}" in second.stderr
            # Also with a DATA_DIR of its own, and by another name.
            (tmp_path / "link").symlink_to(tmp_path)
            (tmp_path / "other").mkdir()
            other = {
                "DATA_DIR": str(tmp_path / "other"),
                "DATABASE_URL": f"sqlite:///{tmp_path}/link/{DATABASE}",
            }
            third = subprocess.run(
                command,
                cwd=ROOT,
                env={**site.environment, **other},
                capture_output=True,
                text=True,
                check=False,
            )
            assert third.returncode == 1
            assert f"Another server uses {tmp_path}" in third.stderr
        finally:
            stop_child(child)
        # What is left of the lock stops nobody.
        site.manage("prepare")


@pytest.mark.parametrize("is_set_up", [False, True])
def test_it_prints_a_link_while_nobody_works_for_the_site(is_set_up: bool, tmp_path: Path) -> None:
    if is_set_up:
        copy_migrated_sqlite(tmp_path)
    with site_of(tmp_path, None) as site:
        if is_set_up:
            site.manage("shell", "-c", STAFF)
        log, port = tmp_path / "log", free_port()
        command = [sys.executable, "manage.py", "start", "--port", str(port)]
        child = start_child(command, log=log, cwd=ROOT, env=site.environment)
        try:
            assert wait_until(lambda: listens(port), child, log), tail(log)
            link = f"http://localhost:{port}/first/"
            said = partial(is_in, log, "is ready on" if is_set_up else link)
            assert wait_until(said, child, log), tail(log)
        finally:
            stop_child(child)
        assert ("/first/" in log.read_text()) == (not is_set_up)
        assert "Traceback" not in log.read_text()


def is_in(log: Path, words: str) -> bool:
    return words in log.read_text()
