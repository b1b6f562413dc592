"""No socket tells apart two worlds that differ only in a game whose dice others may still play, in
whether a private table is a circle's, or in what happens inside a circle.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.models import Circle, DiceShare, Game, Room, User
from games.people.circles import membership
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.record.reveals.shared_dice import open_share, reveal_share
from games.tables.live.registry import Hubs, close_current_hubs, current_hubs
from games.tables.matchmaking import fellows_hub, invitations
from games.tables.matchmaking.fellows_hub import FellowsHub
from games.tables.matchmaking.lobby_hub import LobbyHub
from games.tables.rooms.shared_games import open_shared_game
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import account, cookie_of, open_room, playing
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
        Room.objects.filter(pk=room.pk).update(circle=circle_of(alice, bob))

    await in_database(open_for_circle)
    assert [await frames(room, viewer) for viewer in viewers] == before
    lobby = await lobby_of(charlie)
    assert room.code not in str(lobby.frames)
    await lobby.leave()


def circle_of(owner: User, other: User) -> Circle:
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "UTC", "en")
    membership.join(circle, other)
    return circle


def comes(room: Room, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(seen_at=utc_now())


def plays(room: Room, bob: User) -> None:
    comes(room, bob)
    assert room.host is not None
    table = playing(bob, room.host)
    Room.objects.filter(pk=table.pk).update(circle=room.circle)
    Game.objects.filter(room=table).update(circle=room.circle)


def is_invited(room: Room, bob: User) -> None:
    assert room.host is not None
    if room.circle is not None:
        invitations.invite(room.host, room.code, bob)


@pytest.mark.parametrize("happens", [comes, plays, is_invited])
async def test_an_open_lobby_tells_others_nothing_of_what_happens_in_a_circle(
    hubs: Hubs,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    alice: User,
    bob: User,
    charlie: User,
    happens: Callable[[Room, User], None],
) -> None:
    monkeypatch.setattr(fellows_hub, "EVERY_S", 3600.0)

    def begin() -> Room:
        room, dana = open_room(alice), account("Dana")
        # Charlie has company, too: that socket is told of it, and of nobody else.
        circle_of(charlie, dana)
        comes(room, dana)
        return room

    room = await in_database(begin)
    member = bob if happens is is_invited else alice
    viewers = {"visitor": None, "outsider": charlie, "member": member}

    def begin_world(circle: bool) -> Room:
        User.objects.filter(pk=bob.pk).update(seen_at="2020-01-01T00:00Z")
        if circle:
            Room.objects.filter(pk=room.pk).update(circle=circle_of(alice, bob))
        return Room.objects.select_related("circle", "host").get(pk=room.pk)

    async def frames_in_world(circle: bool) -> dict[str, list[dict[str, Any]]]:
        table = await in_database(lambda: begin_world(circle))
        tabs = {who: await lobby_of(player) for who, player in viewers.items()}
        await current_hubs().of(FellowsHub).refresh()
        # In both worlds: how many people are online is no secret.
        await in_database(lambda: happens(table, bob))
        await current_hubs().of(LobbyHub).refresh()
        await current_hubs().of(FellowsHub).refresh()
        for tab in tabs.values():
            await tab.ask("ping")
            await tab.leave()
        return {who: list(tab.frames) for who, tab in tabs.items()}

    without = await frames_in_world(circle=False)
    await close_current_hubs()
    within = await frames_in_world(circle=True)
    # Who belongs to the circle is told, so the test does see such frames.
    assert within.pop("member") != without.pop("member")
    assert json.dumps(within) == json.dumps(without)
    assert "Dana" in str(within["outsider"])
