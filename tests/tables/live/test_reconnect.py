"""Reconnecting: the state comes first, gaps are filled, lost ends are repaired."""

import asyncio
import random

import pytest

from games.core.engine import Roll
from games.models import User
from games.platform.clock import now_ms
from games.platform.database.threads import in_database
from games.record.log.loading import HashedRow, read_rows
from games.tables.live import game as live_game
from games.tables.live import game_news, registry
from games.tables.live.registry import Hubs
from games.tables.live.room import RoomHub
from tests.support.client import AsgiClient, visit
from tests.support.people import open_room, playing
from tests.support.play import move


async def played(client: AsgiClient, moves: int) -> None:
    rng = random.Random(4)
    for _ in range(moves):
        assert (await move(client, rng))["type"] == "ack"


@pytest.mark.parametrize(
    "known", [{"seq": 1}, {"game": "zzzzzzzzzzzz", "seq": 3}, {"seq": 999_999}, {}]
)
async def test_it_sends_a_snapshot_to_a_client_that_knows_another_game_or_none(
    hubs: Hubs, alice: User, known: dict[str, object]
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    await played(client, 3)
    truth = client.table
    if known.get("seq") == 999_999:
        known = {**known, "game": truth["game"]}
    await client.ask("sync", **known)
    assert [frame["type"] for frame in client.frames].count("snapshot") == 1
    assert client.table == truth


async def test_it_sends_a_snapshot_when_the_gap_is_long(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_news, "MAX_MISSING", 4)
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    await played(client, 8)
    late = await visit(room)
    await late.ask("sync", game=client.table["game"], seq=2)
    assert late.frames[-2]["type"] == "snapshot"
    late.view = {"game": client.table["game"], "seq": 5}
    await late.ask("sync", game=client.table["game"], seq=5)
    assert late.frames[-2]["type"] == "update"


async def test_it_answers_pong_with_its_time_and_position(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    client = await visit(room)
    await client.send('{"type":"ping"}')
    pong = await client.hear("pong")
    assert pong.keys() == {"type", "time", "rev"}
    assert abs(pong["time"] - now_ms()) < 5000
    assert pong["rev"] == client.rev


async def test_it_reads_the_log_when_a_client_knows_more_than_this_process(
    hubs: Hubs, alice: User
) -> None:
    room = await in_database(lambda: playing(alice))
    ahead = Hubs()
    elsewhere = await ahead.enter(room.code)
    here = await visit(room)
    assert isinstance(elsewhere, RoomHub)
    assert elsewhere.game is not None
    await elsewhere.game.submit(0, Roll(1, 0), "x:1")
    # With a layer, joining its group reads the log, perhaps only now.
    assert here.table["seq"] in (1, 2)
    await here.ask("ping", game=here.table["game"], seq=2)
    assert here.table["seq"] == 2
    await ahead.close()


async def test_it_does_not_read_the_log_for_every_client_that_claims_to_know_more(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []

    def counted(game_id: int, after: int = 0) -> list[HashedRow]:
        reads.append(after)
        return read_rows(game_id, after)

    monkeypatch.setattr(live_game, "read_rows", counted)
    room = await in_database(lambda: playing(alice))
    client, liars = await visit(room, alice), [await visit(room) for _ in range(3)]
    game = client.table["game"]
    for _ in range(5):
        await asyncio.gather(*(liar.ask("ping", game=game, seq=1_000_000) for liar in liars))
        await liars[0].ask("sync", game=game, seq=1_000_000)
    # One read for the claims; with a layer, joining its group reads once too.
    assert len(reads) in (1, 2)
    assert (await client.roll())["type"] == "ack"


async def test_it_drops_a_client_that_has_been_silent_for_too_long(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    silent, lively = await visit(room, alice), await visit(room, bob)
    (listener,) = (each for each in hubs.rooms[room.code].listeners if each.player == alice.pk)
    listener.heard_at -= registry.SILENT_S + 1
    await hubs._tick()
    assert await silent.end() == 4408
    assert lively.closed is None
    assert (await lively.ask("ping"))["type"] == "ack"


async def test_it_closes_the_socket_of_a_session_that_has_ended(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two, watching = await visit(room, alice), await visit(room, bob), await visit(room)
    await in_database(lambda: User.objects.filter(pk=alice.pk).update(is_active=False))
    await hubs._recheck_sessions()
    assert await one.end() == 4401
    assert (two.closed, watching.closed) == (None, None)
