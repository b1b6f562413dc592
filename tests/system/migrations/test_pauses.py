"""A leaver who pauses during an update pauses on, as long as before."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.services import Postgres
from tests.system.migrations.database import OldSite, old_site

pytestmark = pytest.mark.process

BEFORE = "0018_mail_of_decisions"


@pytest.fixture(params=["sqlite", "postgres"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OldSite]:
    """An old site before the migration."""
    server: Postgres | None = None
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")
    with old_site(tmp_path, server) as site:
        site.manage("migrate", "games", BEFORE)
        yield site


def test_it_keeps_every_pause_that_is_not_over(site: OldSite) -> None:
    rows = site.query("SELECT id FROM games_user ORDER BY id")
    first, second = rows[0][0], rows[1][0]
    site.query("UPDATE games_user SET paused_until = NULL")
    site.query(
        f"UPDATE games_user SET paused_until = '2999-01-01 12:00:00+00:00' WHERE id = {first}"
    )
    site.query(
        f"UPDATE games_user SET paused_until = '2001-01-01 12:00:00+00:00' WHERE id = {second}"
    )
    site.manage("migrate")
    kept = site.query("SELECT player_id, kind, reason, automatic, ends_at FROM games_sanction")
    assert [
        (player, kind, reason, bool(by_itself)) for player, kind, reason, by_itself, _ in kept
    ] == [(first, "no rated", "leaving", True)]
    assert str(kept[0][4]).startswith("2999-01-01")
