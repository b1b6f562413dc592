"""Sites to update."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.services import Postgres
from tests.system.migrations.database import OldSite, old_site


@pytest.fixture(params=["sqlite", "postgres"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OldSite]:
    """A site of release 1.0.0."""
    server: Postgres | None = None
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")
    with old_site(tmp_path, server) as site:
        yield site
