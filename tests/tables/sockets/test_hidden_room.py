"""The room of a game whose dice others also get admits its player only."""

import pytest

from games.models import Game, Room, User
from games.platform.database.threads import in_database
from games.record.reveals.shared_dice import open_share
from games.tables.live.registry import Hubs
from games.tables.rooms.shared_games import open_shared_game
from tests.support.client import visit


@pytest.fixture
async def room(hubs: Hubs, alice: User) -> Room:
    return await in_database(lambda: open_shared_game(alice, "yacht", open_share()))


async def test_it_admits_nobody_else(room: Room, bob: User) -> None:
    for stranger in (bob, None):
        tab = await visit(room, stranger)
        assert tab.closed == 4404
        assert tab.frames == []


async def test_its_player_plays_it_without_hints(room: Room, alice: User) -> None:
    tab = await visit(room, alice)
    game = tab.table["game"]
    answer = await tab.ask("roll", game=game, turn=1, roll=0, hold=[])
    assert answer["type"] == "ack"
    refusal = await tab.ask("hint", game=game, turn=1, roll=1)
    assert (refusal["type"], refusal["code"]) == ("error", "forbidden")


async def test_it_is_for_one_game_only(room: Room, alice: User) -> None:
    tab = await visit(room, alice)
    await tab.ask("resign", game=tab.table["game"])
    assert (await tab.ask("rematch"))["code"] == "forbidden"
    assert (await tab.ask("open", seat=0))["code"] == "forbidden"
    assert await in_database(Game.objects.count) == 1
