"""Sessions survive the migration that gives them players."""

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.services import Postgres
from tests.system.migrations.database import OldSite, old_site

pytestmark = pytest.mark.process

BEFORE = "0007_pools"
COPIES = 1200
COPY = f"""
INSERT INTO django_session (session_key, session_data, expire_date)
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {COPIES})
SELECT substr(session_key, 1, 30) || n, session_data, expire_date FROM django_session, numbers
"""
UNREADABLE = """
INSERT INTO django_session VALUES ('unreadable', 'e30:1abcde:forged', '2100-01-01 00:00:00')
"""


def player_in(data: str) -> int | None:
    """Return the player in the data of a session, without a look at the signature."""
    payload = data.partition(":")[0]
    packed = payload.removeprefix(".")
    text = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    content = json.loads(zlib.decompress(text) if payload.startswith(".") else text)
    player = content.get("_auth_user_id")
    return None if player is None else int(player)


@pytest.fixture(params=["sqlite", "postgres"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OldSite]:
    """An old site before the migration, with many sessions."""
    server: Postgres | None = None
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")
    with old_site(tmp_path, server) as site:
        site.manage("migrate", "games", BEFORE)
        site.query(COPY)
        site.query(UNREADABLE)
        yield site


def test_it_keeps_every_session_and_names_its_player(site: OldSite) -> None:
    before = site.query("SELECT session_key, session_data, expire_date FROM django_session")
    assert len(before) == 2 * (COPIES + 1) + 1
    expected = {(*row, player_in(row[1])) for row in before}
    assert sum(player is not None for *_, player in expected) == len(before) - 1
    site.manage("migrate")
    columns = "session_key, session_data, expire_date, player_id"
    assert set(site.query(f"SELECT {columns} FROM games_session")) == expected


def test_a_player_is_still_signed_in_and_can_be_banned(site: OldSite) -> None:
    site.manage("migrate")
    found = site.query(
        "SELECT session_key, player_id FROM games_session JOIN games_user ON id = player_id"
        " WHERE is_active AND expire_date > '2026-01-01' ORDER BY session_key LIMIT 1"
    )
    ((key, player),) = found
    program = (
        "from games.people.accounts.tokens import find_session;"
        "from games.site.account.membership.moderation import ban;"
        f"print(find_session({key!r}).user.pk);"
        "from games.models import User;"
        f"ban(User.objects.get(pk={player}));"
        f"print(find_session({key!r}))"
    )
    said = site.manage("shell", "-c", program).split()
    assert said[-2:] == [str(player), "None"]
    assert site.query(f"SELECT * FROM games_session WHERE player_id = {player}") == []
