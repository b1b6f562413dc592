"""Staff close rooms: the game is aborted, its secret revealed, and the room hidden."""

import random
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from django.utils import timezone

from games.core.engine import Roll
from games.core.engine.fairness import commitment
from games.models import Room, User
from games.platform.database.threads import in_database
from games.record.log import ending
from games.record.log.batches import Conflict
from games.record.log.ending import abort_game
from games.record.log.loading import load_game
from games.record.log.verifying import problems_of
from games.tables.live.admin import end_room
from games.tables.live.registry import Hubs, use_hubs
from tests.fixtures import Processes
from tests.support import desk
from tests.support.client import visit
from tests.support.people import current_game, open_room, playing
from tests.support.play import move
from tests.support.staff import act, staff, staff_acts
from tests.tables.matchmaking.tab import look


async def open_public(room: Room) -> None:
    await in_database(lambda: Room.objects.filter(pk=room.pk).update(public=True))


async def test_it_calls_the_game_off_before_everybodys_eyes(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    await open_public(room)
    one, watching, tab = await visit(room, alice), await visit(room), await look()
    await move(one, random.Random(1))
    await staff_acts("end", room)
    for client in (one, watching):
        view = await client.reach(3)
        assert view["status"] == "aborted"
        secret = bytes.fromhex(view["fairness"]["secret"])
        assert commitment(secret) == view["fairness"]["commitment"]
    await one.reach_room(status="over", public=False)
    await tab.no_row(room.code)
    answer = await one.ask("roll", game=one.table["game"], turn=1, roll=1)
    assert answer["code"] == "game_over"
    game = await in_database(lambda: current_game(room))
    assert (game.status, await in_database(lambda: problems_of(game))) == ("aborted", [])


async def test_it_tells_other_processes(processes: Processes, alice: User, bob: User) -> None:
    here, there = await processes(InMemoryChannelLayer())
    room = await in_database(lambda: playing(alice, bob))
    use_hubs(there)
    one = await visit(room, alice)
    await one.ask("ping")
    use_hubs(here)
    await staff_acts("end", room)
    assert (await one.reach(2))["status"] == "aborted"


def test_it_ends_rooms_between_games(alice: User) -> None:
    room = open_room(alice)
    Room.objects.filter(pk=room.pk).update(public=True, begins_by=timezone.now())
    page = act(staff(), "end", room)
    assert "no game was running" in page.content.decode()
    room.refresh_from_db()
    assert (room.public, room.begins_by, room.game) == (False, None, None)


def test_it_needs_nothing_but_the_right_to_change_rooms(alice: User, bob: User) -> None:
    room = playing(alice, bob)
    act(staff("view_room"), "end", room)
    assert current_game(room).status == "playing"
    client = staff("view_room", "change_room")
    assert client.post(f"/admin/games/room/{room.pk}/change/", {"code": "x"}).status_code == 403
    act(client, "end", room)
    assert current_game(room).status == "aborted"


def test_it_tries_again_when_a_player_is_faster(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = playing(alice, bob)
    game = current_game(room)
    moved: list[int] = []

    def load_then_move(game_id: int) -> Any:
        loaded = load_game(game_id)
        if len(moved) < 3:
            moved.append(1)
            desk.act(game, 0, Roll(1, len(moved) - 1))
        return loaded

    monkeypatch.setattr(ending, "load_game", load_then_move)
    assert abort_game(game.pk, "ended by staff")
    types = list(game.events.values_list("type", flat=True))
    assert types == ["game.started", *["dice.rolled"] * 3, "game.aborted"]
    assert problems_of(current_game(room)) == []
    assert not abort_game(game.pk, "ended by staff")


def test_it_says_so_when_it_was_never_fast_enough(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = playing(alice, bob)
    tries: list[list[Any]] = []

    def conflict(batch: list[Any]) -> list[Conflict]:
        tries.append(batch)
        return [Conflict()]

    monkeypatch.setattr(ending, "write", conflict)
    page = act(staff(), "end", room)
    assert "could not be ended" in page.content.decode()
    assert len(tries) == ending.TRIES
    room.refresh_from_db()
    assert current_game(room).status == "playing"


async def test_it_lets_nobody_play_on_by_the_link(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, watching = await visit(room, alice), await visit(room, charlie)
    await in_database(lambda: end_room(room))
    await hubs.rooms[room.code].refresh()
    await one.reach_room(ended=True, status="over")
    for client, command in (
        (one, ("rematch", {})),
        (one, ("ready", {})),
        (one, ("start", {})),
        (one, ("chat", {"text": "hello"})),
        (watching, ("sit", {})),
    ):
        answer = await client.ask(command[0], **command[1])
        assert answer["code"] == "forbidden"
        assert "closed this table" in answer["message"]
    # Who wants to leave may.
    assert (await one.ask("stand"))["type"] == "ack"
    assert (await in_database(lambda: current_game(room))).number == 1
