"""The worker computes the tables for win probabilities on a site that has none."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from games.core import winning
from games.core.rules import VARIANTS, Variant, find_variant
from games.core.solver import directory as directory_of_tables
from games.core.solver import tables
from games.core.winning import outlook
from games.models import Game, User
from games.platform.database.threads import in_database
from games.site.study.analysis import jobs
from games.tables.live.registry import Hubs
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.people import playing

YACHT = VARIANTS["yacht"]


@pytest.fixture(autouse=True)
def new_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """There are no tables, neither on disk nor in memory."""
    monkeypatch.setattr(directory_of_tables, "_directory", tmp_path)
    monkeypatch.setattr(tables, "_tables", {})
    monkeypatch.setattr(outlook, "_shapes", {})
    monkeypatch.setattr(jobs, "_prepared", set())
    outlook.at_start.cache_clear()
    yield
    outlook.at_start.cache_clear()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Variant]:
    """The variants whose tables were asked for; none is made."""
    found: list[Variant] = []
    monkeypatch.setattr(winning, "make_ready", found.append)
    return found


async def begin(*people: User, variant: str = "yacht", **switches: str) -> None:
    await in_database(partial(playing, *people, variant=variant, switches=switches))


# The clock stands still: no socket goes silent, however long the tables take.
async def test_it_lets_spectators_see_chances_without_anybody_having_solved_anything(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, watcher = await visit(room, alice), await visit(room, charlie)
    assert not winning.is_ready(YACHT)
    await jobs.prepare_tables()
    assert winning.is_ready(YACHT)
    seq = (await one.roll())["seq"]
    heard = await watcher.hear("chances", seq=seq)
    assert sum(heard["win"]) == pytest.approx(1, abs=1e-3)


async def test_it_makes_those_of_contests_that_go_on_and_no_others(
    hubs: Hubs, alice: User, bob: User, asked: list[Variant]
) -> None:
    await begin(alice, variant="yacht")
    await begin(alice, bob, variant="yatzy")
    await in_database(lambda: Game.objects.update(status=Game.Status.FINISHED))
    await begin(alice, variant="yatzy")
    await begin(alice, bob, variant="yahtzee", joker="free")
    await jobs.prepare_tables()
    assert asked == [find_variant("yahtzee", joker="free")]


@pytest.mark.logs_errors("games.site.study.analysis.jobs")
async def test_it_tries_each_once_and_goes_on_after_a_failure(
    hubs: Hubs, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fail(variant: Variant) -> None:
        tried.append(variant.id)
        raise MemoryError

    monkeypatch.setattr(winning, "make_ready", fail)
    for variant in ("yacht", "yatzy"):
        await begin(alice, bob, variant=variant)
    for _ in range(2):
        await jobs.prepare_tables()
    assert sorted(tried) == ["yacht", "yatzy"]


async def test_it_is_silent_about_what_the_end_of_the_process_breaks_off(
    hubs: Hubs,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(variant: Variant) -> None:
        jobs.end()
        raise RuntimeError("cannot schedule new futures after shutdown")

    monkeypatch.setattr(winning, "make_ready", fail)
    await begin(alice, bob, variant="yacht")
    await jobs.prepare_tables()
    assert not caplog.records
    jobs.begin()


def test_it_makes_none_where_values_are_estimated_or_tables_are_there() -> None:
    winning.make_ready(VARIANTS["triple_yahtzee"])
    assert not tables._tables
    winning.make_ready(YACHT)
    made = outlook._shapes[YACHT]
    winning.make_ready(YACHT)
    assert outlook._shapes[YACHT] is made
