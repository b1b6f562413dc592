"""A backup of an older release gets the tables of this one."""

from pathlib import Path

import pytest

from tests.support.servers import Site
from tests.upgrade.database import unpack

pytestmark = pytest.mark.process


def test_it_applies_the_missing_migrations(tmp_path: Path) -> None:
    old = tmp_path / "old"
    unpack(old)
    directory = tmp_path / "site"
    directory.mkdir()
    site = Site(directory)
    said = site.manage("restore", str(old))
    assert "of an older release" in said
    assert "games agree with their logs" in said
    assert "No planned migration operations" in site.manage("migrate", "--plan")
