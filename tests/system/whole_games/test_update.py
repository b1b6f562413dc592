"""Whole games while a site is updated from the release before this one: its processes one after the
other, or all at once after a stop.
"""

import re
from collections.abc import Iterator

import pytest

from tests.support.services import Postgres
from tests.system.whole_games.dimensions import DIMENSIONS, RULES, Row
from tests.system.whole_games.faults import play_through_faults
from tests.system.whole_games.judges import JUDGES
from tests.system.whole_games.releases import ORDINARY, ROUNDS
from tests.system.whole_games.update import UnhurriedParty, Update, Updated, updated_site

pytestmark = [pytest.mark.server, pytest.mark.release]

JUDGED = [name for name in JUDGES if name != "secrecy"]
"""Nobody asks for pages while there is no server."""
OTHERS: list[dict[str, str]] = [
    {
        **{"seats": "3", "bots": "one", "variant": "yahtzee", "joker": "forced"},
        **{"again": "rematch"},
    },
    {
        **{**ROUNDS, "seats": "4", "bots": "one", "listed": "public", "seals": "some"},
        **{"again": "rematch"},
    },
    {
        **{"opening": "lobby", "people": "accounts", "rated": "rated", "listed": "public"},
        **{"clock": "60", "seals": "plain"},
    },
    {
        **{"opening": "arena", "variant": "yatzy", "people": "accounts", "listed": "public"},
        **{"clock": "60"},
    },
    # A duplicate event, which is opened by 1.0.0 only.
    {
        **{**ROUNDS, "opening": "arena", "dice": "same", "seats": "3", "seals": "none"},
        **{"listed": "public"},
    },
    {
        **{"opening": "daily", "dice": "same", "variant": "yatzy", "seats": "1"},
        **{"people": "guests", "seals": "none"},
    },
    {"clock": "day", "variant": "yatzy", "stand_in": "yes"},
]
ERROR = re.compile(r"^[A-Za-z_.]+(?:Error|Exception): .*$", re.MULTILINE)
WAITED = (
    "canceling statement due to lock timeout",
    "terminating connection due to administrator command",
)
"""What PostgreSQL says to servers while it changes their tables."""


def rows() -> list[Row]:
    return [{**ORDINARY, **other} for other in OTHERS]


@pytest.fixture(scope="module", params=[Update.rolling, Update.in_one_step])
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    postgres: Postgres,
    redis_url: str,
) -> Iterator[Updated]:
    """The rows, played during an update without or with a stop."""
    with updated_site(tmp_path_factory.mktemp("update"), postgres, redis_url) as site:
        steps = request.param(site.update)
        play_through_faults(site, lambda over: site.follow(steps, over), rows(), UnhurriedParty)
        site.ask_now("pass_days")
        site.ask_now("settle")
        site.journal.write(site.site.directory / "journal")
        yield site


def test_it_plays_tables_that_exist() -> None:
    assert all(row.keys() == DIMENSIONS.keys() for row in rows())
    assert not [rule.reason for row in rows() for rule in RULES if rule.forbids(row)]


def test_games_outlast_the_update(site: Updated) -> None:
    assert site.playing >= sum(row["clock"] in ("none", "day") for row in rows())


def test_nothing_failed_but_what_waited_for_tables(site: Updated) -> None:
    old, new = (each.directory.glob("*.log") for each in (site.update.old, site.update.new))
    assert [text for text in (path.read_text() for path in new) if "Traceback" in text] == []
    errors = [line for path in old for line in ERROR.findall(path.read_text())]
    assert [line for line in errors if not any(each in line for each in WAITED)] == []


@pytest.mark.parametrize("judge", JUDGED)
def test_judge_finds_nothing_wrong(site: Updated, judge: str) -> None:
    journal = str(site.site.directory / "journal")
    assert site.ask_now("judge", name=judge, journal=journal, damage="") == []


def test_both_releases_verify_all_games(site: Updated) -> None:
    for each in (site.update.old, site.update.new):
        assert "agree with their logs" in each.manage("verifylog")
