"""Staff end rooms at two processes at once, while people play there."""

import asyncio
import json
import random
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.client import Client
from tests.support.play import move
from tests.support.servers import Server, Site
from tests.support.services import MigratedPostgres

pytestmark = pytest.mark.long

ROOMS = 4
TOKEN = "x" * 32
"""Django compares the form's token with the cookie's."""
MAKE_STAFF = """
from games.models import Room, User
from tests.support.people import cookie_of
staff = User.objects.create(username="staff", name="Staff", is_staff=True, is_superuser=True)
print(cookie_of(staff), dict(Room.objects.values_list("code", "pk")))
"""
COUNT_ENDS = """
from collections import Counter
from games.models import GameEvent
import json
ends = GameEvent.objects.filter(type__in=["game.aborted", "game.finished"])
print(json.dumps(Counter(ends.values_list("game__room__code", flat=True))))
"""
OVER = {"game_over", "forbidden", "stale", "not_your_turn", "no_game"}
"""What a move may be answered with once somebody else was faster."""


def end_room(server: Server, cookie: str, room: int) -> int:
    """End a room with the admin's action; return the status of the answer."""
    path, cookies = "/admin/games/room/", f"sessionid={cookie}; csrftoken={TOKEN}"
    form = {"action": "end", "_selected_action": room, "csrfmiddlewaretoken": TOKEN}
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request(
        "POST",
        path,
        urlencode(form),
        {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"},
    )
    return connection.getresponse().status


async def keep_moving(player: Client, seat: int, rng: random.Random) -> None:
    """Move whenever it is the turn of the player's seat, until the game is over."""
    while player.table["status"] == "playing":
        if player.table["acting"] == [seat]:
            answer = await move(player, rng)
            assert answer["type"] == "ack" or answer["code"] in OVER, answer
        await asyncio.sleep(0.01)


async def test_it_ends_each_room_once_and_loses_no_move(
    tmp_path: Path, migrated_postgres: MigratedPostgres, redis_url: str
) -> None:
    url = migrated_postgres.new_database()
    services = {"DATABASE_URL": url, "REDIS_URL": redis_url, "EMBEDDED_WORKER": "0"}
    site = Site(tmp_path, DEBUG="true", **services)
    rooms = site.rooms(ROOMS)
    cookie, _, found = site.manage("shell", "-v0", "-c", MAKE_STAFF).strip().partition(" ")
    ids = json.loads(found.replace("'", '"'))
    rng = random.Random(5)
    with site.serving() as one, site.serving() as other:
        for room in rooms:
            alice = await one.connect(room["code"], room["alice"])
            bob = await other.connect(room["code"], room["bob"])
            moving = [
                asyncio.create_task(keep_moving(each, seat, rng))
                for seat, each in enumerate((alice, bob))
            ]
            await alice.reach(10)
            ends = [
                asyncio.to_thread(end_room, server, cookie, ids[room["code"]])
                for server in (one, other, one)
            ]
            assert await asyncio.gather(*ends) == [302, 302, 302]
            async with asyncio.timeout(30):
                await asyncio.gather(*moving)
            for player in (alice, bob):
                assert player.table["status"] == "aborted"
                assert player.table["fairness"]["secret"]
                refused = await player.ask("rematch", seed="again")
                assert refused["code"] == "forbidden"
                await player.leave()
    counts = json.loads(site.manage("shell", "-v0", "-c", COUNT_ENDS))
    assert counts == {room["code"]: 1 for room in rooms}
    site.manage("verifylog")
