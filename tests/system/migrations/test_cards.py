"""Cards on a database of release 1.0.0, beside an event and a replay that are being played."""

import json
from collections.abc import Iterator

import pytest

from tests.support.services import Postgres
from tests.system.migrations.database import OldSite, old_site

pytestmark = pytest.mark.process

PLAY = "from tests.system.migrations.carding import main; main()"
CHOICES = "played, beaten, closes, revealed"


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def server(request: pytest.FixtureRequest) -> Postgres | None:
    """A PostgreSQL, or None for SQLite."""
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest.fixture(scope="module")
def site(server: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OldSite]:
    """The old database, migrated."""
    with old_site(tmp_path_factory.mktemp("old"), server) as site:
        site.manage("migrate")
        yield site


def test_it_keeps_the_old_rows_and_tells_of_cards(site: OldSite) -> None:
    choices = site.query(f"SELECT {CHOICES} FROM games_notificationchoice")
    assert choices
    assert all(all(row) for row in choices)
    ((shares, seen),) = site.query(
        "SELECT count(*), sum(CASE WHEN finishers_see THEN 1 ELSE 0 END) FROM games_diceshare"
    )
    assert (shares > 10, seen) == (True, 0)


def test_it_offers_no_clocks_that_release_1_0_cannot_read(site: OldSite) -> None:
    assert site.query("SELECT count(*) FROM games_sitesettings WHERE NOT long_clocks") == [(1,)]


def test_release_1_0_adds_rows_to_its_tables(site: OldSite) -> None:
    yes, no = ("true", "false") if site.is_postgres else ("1", "0")
    site.query(
        "INSERT INTO games_notificationchoice"
        f' (player_id, confirmed, turn, "over", challenge, mail)'
        f" SELECT max(id), '', {yes}, {no}, {yes}, 'never' FROM games_user"
    )
    site.query(f"INSERT INTO games_diceshare (code, closed) VALUES ('fromthepast', {no})")
    told = site.query(
        f"SELECT {CHOICES} FROM games_notificationchoice ORDER BY player_id DESC LIMIT 1"
    )
    seen = site.query("SELECT finishers_see FROM games_diceshare WHERE code = 'fromthepast'")
    site.query("DELETE FROM games_diceshare WHERE code = 'fromthepast'")
    assert ([*map(bool, told[0])], [*map(bool, seen[0])]) == ([True] * 4, [False])


def test_a_card_is_played_beside_the_old_games(site: OldSite) -> None:
    found = json.loads(site.manage("shell", "-c", PLAY).splitlines()[-1])
    assert min(found["running"].values()) > 0
    assert found["still"] == found["running"]
    assert found["card"] == ["commitment", "commitment", "reveal", "log", "closed"]
    site.manage("verify_fair_log")
    assert "agree with their logs" in site.manage("verifylog")
