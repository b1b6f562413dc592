"""Whole games while a server and a worker of the release before this one and of this version share
PostgreSQL and Redis, as in the middle of an update: people of one table are on both servers.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support.services import MigratedPostgres
from tests.system.whole_games.dimensions import DIMENSIONS, RULES, Row
from tests.system.whole_games.judges import JUDGES
from tests.system.whole_games.releases import ORDINARY, ROUNDS, TwoReleases
from tests.system.whole_games.trial import Trial

pytestmark = [pytest.mark.server, pytest.mark.release]

MOVING = {**ORDINARY, "watchers": "some", "sockets": "lost"}
"""People lose their connection, and come back to the other server."""
OTHERS: list[dict[str, str]] = [
    {
        **{"seats": "3", "bots": "one", "variant": "yahtzee", "joker": "forced", "clock": "60"},
        **{"again": "rematch", "talk": "chatting"},
    },
    {
        **{**ROUNDS, "seats": "4", "bots": "one", "seals": "some", "listed": "public"},
        **{"sockets": "two tabs", "again": "rematch"},
    },
    {
        **{**ROUNDS, "dice": "same", "seats": "3", "variant": "yatzy", "people": "accounts"},
        **{"seals": "none", "late": "away", "stand_in": "yes"},
    },
    {
        **{"opening": "lobby", "variant": "yahtzee", "joker": "free", "people": "accounts"},
        **{"rated": "rated", "listed": "public", "clock": "30", "late": "a turn", "seals": "plain"},
    },
    {
        **{"opening": "challenge", "variant": "yatzy", "clock": "day", "listed": "public"},
        **{"stand_in": "yes"},
    },
    {
        **{"opening": "company", "seats": "3", "bots": "rest", "people": "guests"},
        **{"listed": "public", "hints": "asked", "stand_in": "yes"},
    },
    {
        **{"opening": "arena", "people": "accounts", "listed": "public", "clock": "30"},
        **{"rated": "rated"},
    },
    {
        **{"opening": "daily", "dice": "same", "seats": "1", "people": "guests"},
        **{"seals": "none", "watchers": "none"},
    },
    {
        **{"before": "another host", "end": "one resigns", "again": "after a cancelled start"},
        **{"hints": "asked"},
    },
]


def rows() -> list[Row]:
    return [{**MOVING, **other} for other in OTHERS]


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, migrated_postgres: MigratedPostgres, redis_url: str
) -> Iterator[TwoReleases]:
    """Both releases, without a game."""
    directory = tmp_path_factory.mktemp("two-releases")
    with ExitStack() as stack:
        yield TwoReleases(stack, directory, migrated_postgres.new_database(), redis_url)


@pytest.fixture(scope="module")
def trial(site: TwoReleases) -> Trial:
    """All rows, played there."""
    return Trial(site, rows())


def test_it_plays_tables_that_exist() -> None:
    assert all(row.keys() == DIMENSIONS.keys() for row in rows())
    assert not [rule.reason for row in rows() for rule in RULES if rule.forbids(row)]


@pytest.mark.parametrize("judge", JUDGES)
def test_judge_finds_nothing_wrong(trial: Trial, judge: str) -> None:
    assert trial.complaints(judge) == []


@pytest.mark.usefixtures("trial")
def test_both_releases_verify_all_games(site: TwoReleases) -> None:
    for each in (site.old, site.new):
        assert "agree with their logs" in each.manage("verifylog")
        each.manage("verify_fair_log")


@pytest.mark.usefixtures("trial")
def test_no_process_met_a_fault(site: TwoReleases) -> None:
    logs = [*site.old.directory.glob("*.log"), *site.new.directory.glob("*.log")]
    assert len(logs) == 2 * len(site.servers)
    assert [text for text in (path.read_text() for path in logs) if "Traceback" in text] == []


@pytest.mark.usefixtures("trial")
def test_pages_of_the_earlier_release_read_what_this_one_sends(site: TwoReleases) -> None:
    messages = dict.fromkeys(site.heard[1])
    assert len(messages) > len(rows())
    assert site.old.problems_with(messages) == {}
    assert site.old.problems_with(['{"type": "nonsense"}']) != {}
