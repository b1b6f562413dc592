"""A start that ends in the middle of an update leaves the database as it was."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.environment import ROOT
from tests.system.migrations.database import OldSite, sqlite_query

pytestmark = pytest.mark.process

HALFWAY = """
import sys, time
import django
django.setup()
from django.core.management import call_command
from django.db.migrations.executor import MigrationExecutor

apply = MigrationExecutor.apply_migration

def slow(self, state, migration, **options):
    if (migration.app_label, migration.name) in self.loader.graph.leaf_nodes("games"):
        print("halfway", flush=True)
        time.sleep(600)
    return apply(self, state, migration, **options)

MigrationExecutor.apply_migration = slow
call_command("prepare")
"""
"""Prepares a site, and waits before its last migration."""
APPLIED = "SELECT app, name FROM django_migrations"


@contextmanager
def halfway(site: OldSite) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that has made all migrations but one."""
    child = subprocess.Popen(
        [sys.executable, "-c", HALFWAY],
        cwd=ROOT,
        env={**site.environment, "DJANGO_SETTINGS_MODULE": "yachtsite.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    with child:
        try:
            assert child.stdout.readline() == "halfway\n"
            yield child
        finally:
            child.kill()


def test_it_begins_again_from_the_old_tables(site: OldSite, tmp_path: Path) -> None:
    before = set(site.query(APPLIED))
    for number, code in ((signal.SIGKILL, -9), (signal.SIGTERM, 143)):
        with halfway(site) as child:
            child.send_signal(number)
            assert child.wait(timeout=60) == code
        assert set(site.query(APPLIED)) == before
    site.manage("prepare")
    assert set(site.query(APPLIED)) > before
    copies = list((tmp_path / "backups").glob("*"))
    if site.is_postgres:
        assert copies == []
        return
    # One copy, however often it was tried, and of the old tables: the old release restores it.
    (copy,) = copies
    with sqlite_query(copy) as query:
        assert set(query(APPLIED)) == before
