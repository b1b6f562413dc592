"""PostgreSQL's own programs make and read the backup."""

from pathlib import Path

import pytest

from tests.support.servers import Site
from tests.support.services import Postgres

pytestmark = pytest.mark.postgres


@pytest.fixture
def site(tmp_path: Path, migrated_postgres: Postgres) -> Site:
    """A site on a machine without PostgreSQL's programs, whose account has a password."""
    url = migrated_postgres.new_database().replace("//yacht@", "//yacht:swordfish@")
    return Site(tmp_path, DATABASE_URL=url, PATH="/nonexistent")


def test_it_shows_the_password_to_nobody(site: Site, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    seen = tmp_path / "seen"
    dump = programs / "pg_dump"
    dump.write_text(f'#!/bin/sh\necho "$*" >{seen}\necho "$PGPASSWORD" >>{seen}\nexit 1\n')
    dump.chmod(0o700)
    site.environment["PATH"] = str(programs)
    with pytest.raises(AssertionError, match="pg_dump failed"):
        site.manage("backup", str(tmp_path / "copy"))
    arguments, password = seen.read_text().splitlines()
    assert "swordfish" not in arguments
    assert password == "swordfish"
