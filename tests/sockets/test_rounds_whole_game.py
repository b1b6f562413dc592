"""Whole games in rounds over sockets: the rematch, and their analysis."""

from typing import Any

import pytest

from games.analysis import api
from games.analysis.game_analysis import analyse_game
from games.api import reading
from games.database.threads import in_database
from games.engine import SHOW_MS
from games.live.registry import Hubs
from games.models import Game, Room, Scorecard, User
from games.protocol import BoxScored
from tests.support.client import AsgiClient
from tests.support.clock import FakeClock
from tests.support.people import cookie_of, current_game, playing


async def enter(room: Room, user: User, number: int) -> AsgiClient:
    """Connect; every second one asks for whole views."""
    cookie = await in_database(lambda: cookie_of(user))
    query = "?whole=1" if number % 2 else ""
    client = AsgiClient(f"/ws/v1/rooms/{room.code}/{query}", cookie)
    return await client.open()


async def start(clock: FakeClock, *people: User) -> tuple[Room, list[AsgiClient]]:
    asked: dict[str, Any] = {"mode": "rounds", "clock": 60, "public": True}
    room = await in_database(lambda: playing(*people, **asked))
    return room, [await enter(room, user, number) for number, user in enumerate(people)]


async def play_round(clients: list[AsgiClient], clock: FakeClock) -> None:
    """Everybody rolls once; those further back choose worse boxes."""
    begun = clients[0].table["seq"]
    for number, client in enumerate(clients):
        await client.roll()
        options = client.table["seats"][number]["options"]
        ranked = sorted(options, key=lambda option: -option["points"])
        await client.score(ranked[min(number, len(ranked) - 1)]["category"])
    for client in clients:
        await client.reach(begun + 2 * len(clients) + 1)
    clock.ms += SHOW_MS


async def play_out(room: Room, clients: list[AsgiClient], clock: FakeClock) -> Game:
    for _ in range(clients[0].table["rounds"]):
        await play_round(clients, clock)
    game = await in_database(lambda: current_game(room))
    assert game.status == Game.Status.FINISHED
    return game


async def test_it_plays_a_rematch_in_rounds_and_analyses_both_seats(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, clients = await start(clock, alice, bob)
    game = await play_out(room, clients, clock)
    one, two = clients
    for client in clients:
        assert (await client.ask("rematch"))["type"] == "ack"
    await one.reach_room(status="playing")
    for client in clients:
        await client.say("sync")
        await client.hear("snapshot")
        assert client.table["game"] != game.code
        assert (client.table["mode"], client.table["round"]) == ("rounds", 1)
    await play_round(clients, clock)
    assert [seat["turn"]["number"] for seat in two.table["seats"]] == [2, 2]

    def read() -> None:
        assert analyse_game(game.pk)
        found = reading.find(game.code)
        log = reading.events(found, 0).events
        seats = api.game_analysis(found).seats
        assert [len({move.turn for move in seat.moves}) for seat in seats] == [12, 12]
        curves = [seat.chances for seat in seats]
        assert [len(curve) for curve in curves] == [len(log)] * 2
        assert [sum(both) for both in zip(*curves, strict=True)] == pytest.approx([1] * len(log))
        assert [curve[0] for curve in curves] == pytest.approx([0.5, 0.5])
        totals = [card.total for card in Scorecard.objects.filter(game=game).order_by("seat")]
        best = max(totals)
        assert [curve[-1] for curve in curves] == pytest.approx(
            [(total == best) / totals.count(best) for total in totals]
        )
        # A box that is not revealed yet counts: the curve follows the log.
        first_boxes = [event.seq - 1 for event in log if isinstance(event, BoxScored)][:2]
        assert curves[0][first_boxes[0]] != curves[0][first_boxes[1]]

    await in_database(read)
