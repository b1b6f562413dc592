"""Two accounts that help each other to points in an arena, over real sockets: they earn nothing."""

import random

import pytest
from pytest_django.fixtures import Settings

from games.models import Game, GameAddress, Room, Tournament, User
from games.platform.database.threads import in_database
from games.platform.limits import rates
from games.site.events.tournaments.hub import TournamentHubs
from games.site.events.tournaments.jobs import run_arenas
from games.site.events.tournaments.results import settle_tables
from games.tables.live.registry import Hubs
from games.tables.live.results import count_finished_games
from tests.fixtures import idle
from tests.site.events.tournaments.arena import arena, enter, entry_of, look
from tests.site.events.tournaments.duplicates.event import duplicate
from tests.site.events.tournaments.tab import ArenaTab
from tests.support import desk
from tests.support.client import HOST, AsgiClient
from tests.support.clock import FakeClock
from tests.support.people import cookie_of, open_room
from tests.support.sealing import reveal, seal

HERE, THERE = "8.8.4.4", "9.9.9.9"


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings: Settings) -> None:
    rates.BUCKETS.clear()
    settings.TRUSTED_PROXIES = ["loopback"]


def headers(address: str) -> list[tuple[bytes, bytes]]:
    return [
        (b"host", HOST.encode()),
        (b"origin", f"http://{HOST}".encode()),
        (b"x-real-ip", address.encode()),
    ]


async def visit(code: str, player: User, address: str) -> AsgiClient:
    """Open the table from this address."""
    cookie = await in_database(lambda: cookie_of(player))
    path = f"/ws/v1/rooms/{code}/?protocol=2"
    return await AsgiClient(path, cookie, headers(address)).open()


async def pair(tournament: Tournament, clock: FakeClock, *players: User) -> str:
    """Let both look for a table as long as it takes; return the code of their room."""

    def work() -> str:
        enter(tournament, *players)
        for _ in range(200):
            look(tournament, *players)
            settle_tables()
            if run_arenas():
                return tournament.rooms.latest("pk").code
            clock.advance(5)
        raise AssertionError("they are not paired")

    return await in_database(work)


async def seal_and_reveal(hubs: Hubs, code: str, places: dict[User, str]) -> dict[User, AsgiClient]:
    """Begin the game of a room; return the sockets of its players."""
    sockets = {player: await visit(code, player, at) for player, at in places.items()}
    kept = {player: await seal(socket, player) for player, socket in sockets.items()}
    for player, socket in sockets.items():
        await socket.reach(1)
        assert (await reveal(socket, kept[player]))["type"] == "ack"
    await idle(hubs)
    return sockets


def count() -> None:
    count_finished_games()
    settle_tables()


async def points(tournament: Tournament, *players: User) -> list[tuple[int, int]]:
    """The score and the wins of each player."""

    def read() -> list[tuple[int, int]]:
        entries = [entry_of(tournament, player) for player in players]
        return [(entry.score, entry.wins) for entry in entries]

    return await in_database(read)


@pytest.mark.parametrize(("same", "outcome"), [(False, "counted"), (True, "void")])
async def test_a_whole_casual_game_counts_from_two_addresses_only(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, same: bool, outcome: str
) -> None:
    tournament = await in_database(arena)
    code = await pair(tournament, clock, alice, bob)
    await seal_and_reveal(hubs, code, {alice: HERE, bob: HERE if same else THERE})

    def play() -> str:
        game = Game.objects.get(room__code=code)
        assert GameAddress.objects.filter(game=game.code).count() == 2
        desk.play(game, 1000, random.Random(1), clock.ms)
        count()
        return tournament.games.get().outcome

    assert await in_database(play) == outcome
    total = sum(score for score, _ in await points(tournament, alice, bob))
    assert total == (0 if same else 12)
    assert not await in_database(GameAddress.objects.exists)


async def test_the_page_says_why(hubs: Hubs, clock: FakeClock, alice: User, bob: User) -> None:
    tournament = await in_database(arena)
    cookie = await in_database(lambda: cookie_of(alice))
    tab = await ArenaTab(f"/ws/v1/tournaments/{tournament.code}/", cookie, headers(HERE)).open()
    code = await pair(tournament, clock, alice, bob)
    sockets = await seal_and_reveal(hubs, code, {alice: HERE, bob: THERE})
    game = sockets[bob].room["game"]
    await sockets[bob].ask("resign", game=game)
    await in_database(count)
    hubs.of(TournamentHubs).notify()
    await tab.has(bob, state="paused")
    assert tab.me is not None
    assert tab.me["unscored"] == [
        {"game": game, "reason": "It ended before two players had filled 2 boxes."}
    ]


async def test_a_duplicate_event_stores_no_address(hubs: Hubs, alice: User) -> None:
    def table() -> str:
        room = open_room(alice, clock=30)
        Room.objects.filter(pk=room.pk).update(tournament=duplicate())
        return room.code

    code = await in_database(table)
    socket = await visit(code, alice, HERE)
    await seal(socket, alice)
    assert "tournament" in socket.room
    await idle(hubs)
    assert not await in_database(GameAddress.objects.exists)
