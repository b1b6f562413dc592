"""No socket tells apart two worlds that differ only in a game whose dice others may still play, or
in whether a private table is a circle's.
"""

import pytest

from games.models import DiceShare, Game, Room, User
from games.people.circles import membership
from games.platform.database.threads import in_database
from games.record.reveals.shared_dice import open_share, reveal_share
from games.tables.live.registry import Hubs, close_current_hubs
from games.tables.rooms.shared_games import open_shared_game
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import cookie_of, open_room
from tests.support.played import play_out, take_turn
from tests.tables.matchmaking.tab import PATH, LobbyTab


class Tab(LobbyTab, AsgiClient):
    """The lobby in this process, with its frames as they came."""


async def lobby_of(player: User | None) -> Tab:
    cookie = None if player is None else await in_database(lambda: cookie_of(player))
    return await Tab(PATH, cookie).open()


async def frames(room: Room, player: User | None) -> list[object]:
    """Return how a room and the lobby greet somebody, and whether the room closes the door."""
    table, lobby = await visit(room, player, whole=False), await lobby_of(player)
    found: list[object] = [table.closed, table.frames, lobby.frames]
    for tab in (table, lobby):
        if tab.closed is None:
            await tab.leave()
    return found


def game_of(player: User, share: str) -> tuple[Game, Room]:
    room = open_shared_game(player, "yacht", share)
    assert room.game is not None
    return room.game, room


@pytest.mark.parametrize("sees", [False, True])
async def test_a_table_and_the_lobby_tell_nothing(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User, sees: bool
) -> None:
    share = await in_database(open_share)
    groups = DiceShare.objects.filter(code=share)
    await in_database(lambda: groups.update(finishers_see=sees))
    game, room = await in_database(lambda: game_of(bob, share))
    mine, _ = await in_database(lambda: game_of(alice, share))
    await in_database(lambda: [take_turn(each) for each in (game, mine)])
    viewers = (None, alice, charlie)
    before = [await frames(room, viewer) for viewer in viewers]
    await close_current_hubs()
    await in_database(lambda: play_out(game))
    after = [await frames(room, viewer) for viewer in viewers]
    assert before == after
    assert [found[:2] for found in after] == [[4404, []]] * 3
    # Only who has finished too gets in, and everybody after the reveal.
    await in_database(lambda: play_out(mine))
    assert [(await visit(room, viewer)).closed for viewer in viewers] == [
        4404,
        None if sees else 4404,
        4404,
    ]
    await in_database(lambda: reveal_share(share))
    assert [(await visit(room, viewer)).closed for viewer in viewers] == [None] * 3


async def test_a_circle_s_table_is_to_others_a_private_one(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: open_room(alice))
    viewers = (None, charlie)
    before = [await frames(room, viewer) for viewer in viewers]
    await close_current_hubs()

    def open_for_circle() -> None:
        circle = membership.open_circle(alice, "Tuesdays", "anchor", "UTC", "en")
        membership.join(circle, bob)
        Room.objects.filter(pk=room.pk).update(circle=circle)

    await in_database(open_for_circle)
    assert [await frames(room, viewer) for viewer in viewers] == before
    lobby = await lobby_of(charlie)
    assert room.code not in str(lobby.frames)
    await lobby.leave()
