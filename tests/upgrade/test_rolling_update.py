"""An earlier release and this one on the same database while games run; an update of one process.

The earlier release is a pinned commit of this repository (`tests.services.releases.EARLIER`), with
the packages of today.
"""

import asyncio
import json
import operator
import os
import re
from collections.abc import Mapping
from contextlib import AsyncExitStack, ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.environment import clean
from tests.services import running_redis
from tests.services.postgres_server import Postgres
from tests.services.processes import ROOT
from tests.services.releases import EARLIER, CommitMissing, Release, check_out
from tests.upgrade.player import Player, View, at_table

pytestmark = pytest.mark.long

ROOMS = 2
OLD_FORMS = {"WRITE_OLD_FORMS": "1"}


class Table(NamedTuple):
    """The players of a room, at two servers."""

    alice: Player
    bob: Player

    async def play_turns(self, count: int = 2) -> None:
        """Let the player whose turn it is play it, so many times; the other one sees it."""
        for _ in range(count):
            seq = max(each.view["seq"] for each in self)
            for each in self:
                await each.until(partial(has_reached, seq))
            mover, other = self if self.alice.acts(self.alice.view) else (self.bob, self.alice)
            await mover.play_turn()
            await other.until(partial(operator.eq, mover.view))

    async def end_and_play_again(self) -> None:
        """Let alice resign, and both ask for the next game, which then starts."""
        before = self.alice.view["game"]
        await ask(self.alice, "resign", game=before)
        for each in self:
            await each.until(lambda view: view["status"] != "playing")
        for each in self:
            await ask(each, "rematch", seed=f"seed{each.me}")
        for each in self:
            await each.until(lambda view: view["game"] != before and bool(view["acting"]))


def has_reached(seq: int, view: View) -> bool:
    """Return whether a view shows so many events."""
    return int(view["seq"]) >= seq


async def ask(player: Player, type_: str, **fields: str) -> None:
    """Send a command that names no moment of a turn, and wait for its ack."""
    await player.socket.send(json.dumps({"type": type_, "id": type_, **fields}))
    while (answer := await player.read()).get("id") != type_:
        assert answer["type"] != "error", answer


class Room(NamedTuple):
    """A room, and the sessions of its players."""

    code: str
    alice: str
    bob: str


def new_rooms(release: Release, count: int = ROOMS) -> list[Room]:
    """Open rooms with a running game, with the code of a release."""
    answer = release.run("-m", "tests.support.seed", str(count))
    return [Room(**room) for room in json.loads(answer)]


async def play_everywhere(rooms: list[Room], ports: tuple[int, int], rematch: bool) -> None:
    """Play in all rooms, alice at the first server and bob at the second."""
    for room in rooms:
        async with AsyncExitStack() as stack:
            sessions = zip(ports, (room.alice, room.bob), strict=True)
            alice, bob = [
                await stack.enter_async_context(at_table(port, room.code, session))
                for port, session in sessions
            ]
            table = Table(alice, bob)
            await table.play_turns()
            if rematch:
                await table.end_and_play_again()
                await table.play_turns()


def environment_of(directory: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of all processes of a site."""
    environment = dict(os.environ)
    clean(environment)
    return {**environment, "DATA_DIR": str(directory), "DEBUG": "true", **settings}


@pytest.fixture(scope="module")
def earlier_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the earlier release."""
    return check_out(EARLIER, tmp_path_factory.mktemp("earlier"))


class Site(NamedTuple):
    """One database, and the two releases that use it. `new_beside` writes what `old` can read."""

    old: Release
    new: Release
    new_beside: Release


def site(earlier_code: Path, directory: Path, settings: Mapping[str, str]) -> Site:
    """Return a site whose database the earlier release has made."""
    environment = environment_of(directory, settings)
    logs = directory / "logs"
    logs.mkdir()
    made = Site(
        Release("old", earlier_code, environment, logs),
        Release("new", ROOT, environment, logs),
        Release("beside", ROOT, environment | OLD_FORMS, logs),
    )
    made.old.manage("migrate", "-v0")
    return made


def check_all(release: Release) -> None:
    """All logs, the public log and the ratings agree, as this release sees it."""
    assert re.match(r"\d+ games", release.manage("verifylog"))
    release.manage("verify_fair_log")
    assert "all as stored" in release.manage("recompute_ratings", "--check")


async def test_it_plays_across_both_releases_while_they_run_beside_each_other(
    earlier_code: Path, tmp_path: Path, postgres: Postgres
) -> None:
    with ExitStack() as stack:
        redis = stack.enter_context(running_redis())
        settings = {
            "DATABASE_URL": postgres.new_database(),
            "REDIS_URL": redis.url,
            "EMBEDDED_WORKER": "0",
        }
        old, new, beside = site(earlier_code, tmp_path, settings)
        with ExitStack() as before:
            old_port = before.enter_context(old.serving())
            before.enter_context(old.working())
            rooms = new_rooms(old)
            await play_everywhere(rooms, (old_port, old_port), rematch=False)
            await asyncio.to_thread(beside.manage, "migrate", "-v0")
            # The old processes go on with the new tables.
            await play_everywhere(rooms, (old_port, old_port), rematch=True)
            port = stack.enter_context(beside.serving())
            stack.enter_context(beside.working())
            await play_everywhere(rooms, (old_port, port), rematch=True)
            rooms += await asyncio.to_thread(new_rooms, beside)
            await play_everywhere(rooms, (port, old_port), rematch=True)
            assert "games" in await asyncio.to_thread(old.manage, "verifylog")
        # The old processes have ended.
        await play_everywhere(rooms, (port, port), rematch=True)
        with new.serving() as port:
            await asyncio.to_thread(new.manage, "encrypt_secrets")
            await play_everywhere(rooms, (port, port), rematch=True)
        check_all(new)


async def test_it_goes_on_after_an_update_of_the_only_process(
    earlier_code: Path, tmp_path: Path
) -> None:
    old, new, _ = site(earlier_code, tmp_path, {})
    rooms = new_rooms(old)
    with old.serving() as port:
        await play_everywhere(rooms, (port, port), rematch=True)
    await asyncio.to_thread(new.manage, "migrate", "-v0")
    with new.serving() as port:
        await play_everywhere(rooms, (port, port), rematch=True)
        rooms += await asyncio.to_thread(new_rooms, new)
        await play_everywhere(rooms, (port, port), rematch=True)
    check_all(new)


def test_it_says_what_to_do_in_a_clone_without_the_commit(tmp_path: Path) -> None:
    with pytest.raises(CommitMissing, match=r"git fetch --unshallow"):
        check_out("0" * 40, tmp_path)
