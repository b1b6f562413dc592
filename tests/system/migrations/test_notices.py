"""No wish about notifications and mail is lost, and nobody gets mail that they never asked for."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.support.services import Postgres
from tests.system.migrations.database import OldSite, old_site

pytestmark = pytest.mark.process

BEFORE = "0010_event_perfect"
KINDS = ("turn", "over", "challenge")
OLD = (*(f"push_{kind}" for kind in KINDS), *(f"mail_{kind}" for kind in KINDS), "both")
FIRST = 100_000
"""The id of the first player that the test makes."""


@pytest.fixture(params=["sqlite", "postgres"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OldSite]:
    """An old site before the migration."""
    server: Postgres | None = None
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")
    with old_site(tmp_path, server) as site:
        site.manage("migrate", "games", BEFORE)
        yield site


def make_player(site: OldSite, pk: int, old: tuple[bool, ...], has_browser: bool) -> None:
    """Make a player with this choice."""
    site.query(
        "INSERT INTO games_user (id, username, name, password, email, is_guest, is_bot, is_staff,"
        " is_superuser, is_active, leaves, date_joined, seen_at) VALUES"
        f" ({pk}, 'p{pk}', 'P', '!', '', true, false, false, false, true, 0, '2026-01-01',"
        " '2026-01-01')"
    )
    quoted = '", "'.join(OLD)
    site.query(
        f'INSERT INTO games_notificationchoice (player_id, confirmed, "{quoted}")'
        f" VALUES ({pk}, 'a@example.com', {', '.join(map(str, old))})"
    )
    if has_browser:
        site.query(
            "INSERT INTO games_pushsubscription (player_id, endpoint, key, auth, language,"
            f" created_at) VALUES ({pk}, 'https://x/{pk}', '', '', 'en', '2026-01-01')"
        )


def test_it_keeps_every_wish_and_adds_no_mail(site: OldSite) -> None:
    cases = list(product([False, True], repeat=len(OLD) + 1))
    for number, (*old, has_browser) in enumerate(cases):
        make_player(site, FIRST + number, tuple(old), has_browser)
    site.manage("migrate")
    rows = site.query(
        f"SELECT mail, confirmed, {', '.join(KINDS)} FROM games_notificationchoice"
        f" WHERE player_id >= {FIRST} ORDER BY player_id"
    )
    assert len(rows) == len(cases)
    for (*old, has_browser), (mail, confirmed, *kinds) in zip(cases, rows, strict=True):
        was = dict(zip(OLD, old, strict=True))
        wanted_mail = any(was[f"mail_{kind}"] for kind in KINDS)
        assert confirmed == "a@example.com"
        assert (mail != "never") == wanted_mail
        assert not wanted_mail or (mail == "always") == was["both"]
        for kind, is_on in zip(KINDS, kinds, strict=True):
            by_push, by_mail = was[f"push_{kind}"], was[f"mail_{kind}"]
            if by_mail or (by_push and has_browser):
                assert is_on, (was, kind)  # what reached them before
            elif not by_push or wanted_mail:
                assert not is_on, (was, kind)  # it would come by mail, which they did not want
            else:
                assert is_on, (was, kind)
