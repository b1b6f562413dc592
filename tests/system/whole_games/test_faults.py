"""Whole games in rounds with bots, on three servers and a worker, while each of them fails, and
PostgreSQL and Redis fail, too: afterwards nothing is wrong.
"""

from collections.abc import Iterator
from itertools import cycle

import pytest

from tests.system.whole_games.dimensions import DIMENSIONS, RULES, Row
from tests.system.whole_games.faults import Failing, failing_site, play_through_faults
from tests.system.whole_games.installation import Installation
from tests.system.whole_games.judges import JUDGES

pytestmark = [pytest.mark.server, pytest.mark.long]

STEADY = {
    "opening": "link",
    "circle": "none",
    "before": "as opened",
    "people": "guests",
    "rated": "casual",
    "listed": "private",
    "stand_in": "no",
    "end": "full cards",
    "late": "nobody",
    "hints": "none",
    "watchers": "none",
    "sockets": "steady",
    "views": "both",
    "again": "rematch",
    "talk": "silent",
    "joker": "no switch",
    "processes": "two and a worker",
    "database": "PostgreSQL and Redis",
    "clock": "60",
}
TABLES = 6
JUDGED = [name for name in JUDGES if name not in ("notices", "puzzles", "secrecy")]
"""Nobody is away from a long game or asks for pages while a server is down; so few games may have
no mistake that makes a puzzle.
"""


def rows() -> list[Row]:
    """Return tables that differ in what matters to logs: mode, dice, seats, bots and seals."""
    kinds = zip(
        cycle(("yacht", "yatzy")),
        cycle(("rounds", "rounds", "turns")),
        cycle(("own", "same", "own")),
        cycle(("4", "3", "4")),
        cycle(("several", "one", "one")),
        cycle(("plain", "all", "some", "none")),
        range(TABLES),
        strict=False,
    )
    names = ("variant", "mode", "dice", "seats", "bots", "seals")
    return [{**STEADY, **dict(zip(names, kind, strict=False))} for kind in kinds]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Installation, Failing]]:
    """The tables, played."""
    with failing_site(tmp_path_factory.mktemp("faults")) as (site, failing):
        play_through_faults(site, failing.keep_failing, rows())
        site.journal.write(site.site.directory / "journal")
        yield site, failing


def test_it_plays_tables_that_exist() -> None:
    assert all(row.keys() == DIMENSIONS.keys() for row in rows())
    assert not [rule.reason for row in rows() for rule in RULES if rule.forbids(row)]


def test_everything_has_failed(played: tuple[Installation, Failing]) -> None:
    assert set(played[1].done) == {
        "kill_server",
        "lose_postgres",
        "kill_worker",
        "lose_redis",
        "restart_server",
    }


@pytest.mark.parametrize("judge", JUDGED)
def test_judge_finds_nothing_wrong(played: tuple[Installation, Failing], judge: str) -> None:
    site, _ = played
    journal = str(site.site.directory / "journal")
    assert site.ask_now("judge", name=judge, journal=journal, damage="") == []


def test_verifylog_finds_nothing_wrong(played: tuple[Installation, Failing]) -> None:
    assert "agree with their logs" in played[0].site.manage("verifylog")
