"""A game goes on from a backup that was made in its middle."""

import asyncio
import random
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.support.play import move, play_to_the_end
from tests.support.servers import Server, Site, SocketClient

pytestmark = pytest.mark.server

MOVES = 10
PAUSE_S = 1.0
"""Between moves during the backup: the game must not end before it."""


async def players(server: Server, room: dict[str, Any]) -> list[SocketClient]:
    return [await server.connect(room["code"], room[name]) for name in ("alice", "bob")]


async def play(clients: list[SocketClient], rng: random.Random, moves: int) -> int:
    """Make some moves, and return the seq of the last one."""
    seq = 0
    for _ in range(moves):
        answer = await move(clients[clients[0].table["acting"][0]], rng)
        seq = answer["seq"]
        for client in clients:
            await client.reach(seq)
    return seq


async def leave(clients: list[SocketClient]) -> None:
    for client in clients:
        await client.leave()


async def backed_up_while_playing(
    server: Server, site: Site, room: dict[str, Any], file: Path, rng: random.Random
) -> tuple[int, int, int]:
    """Return the seqs before and after the backup, and after some more moves."""
    clients = await players(server, room)
    before = await play(clients, rng, MOVES)
    backup = asyncio.create_task(asyncio.to_thread(site.manage, "backup", str(file)))
    after = before
    while not backup.done():
        after = await play(clients, rng, 1)
        await asyncio.sleep(PAUSE_S)
    assert "the whole database" in await backup
    newest = await play(clients, rng, MOVES)
    await leave(clients)
    return before, after, newest


async def test_it_goes_on_from_the_backup(site: Site, tmp_path: Path) -> None:
    (room,) = await asyncio.to_thread(site.rooms, 1)
    file = tmp_path / "copy"
    rng = random.Random(1)
    with site.serving() as server:
        before, after, newest = await backed_up_while_playing(server, site, room, file, rng)
        with pytest.raises(AssertionError, match="is in use"):
            site.manage("restore", "--overwrite", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert before <= after < newest
    with pytest.raises(AssertionError, match="The database has games"):
        site.manage("restore", str(file))
    said = site.manage("restore", "--overwrite", str(file))
    # The game goes on in another way than before the restore.
    SocketClient.known.clear()
    assert "1 games agree with their logs" in said
    assert "commitments are open" in said
    with site.serving() as server:
        clients = await players(server, room)
        assert before <= clients[0].table["seq"] <= after
        view = await play_to_the_end(clients, rng)
        await leave(clients)
    assert view["status"] == "finished"
    assert "1 games agree" in site.manage("verifylog")
    site.manage("verify_fair_log")


async def test_it_goes_on_at_another_machine(site: Site, empty_site: Site, tmp_path: Path) -> None:
    (room,) = await asyncio.to_thread(site.rooms, 1)
    file = tmp_path / "copy"
    site.manage("backup", str(file))
    assert "1 games agree with their logs" in empty_site.manage("restore", str(file))
    SocketClient.known.clear()
    with empty_site.serving() as server:
        clients = await players(server, room)
        assert await play(clients, random.Random(2), 2) > 1
        await leave(clients)
