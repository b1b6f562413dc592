"""A ban takes effect at once and everywhere: pages, sockets, tickets, challenges, leaderboards."""

import asyncio
import time

import pytest
from channels.layers import InMemoryChannelLayer
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Challenge, Rating, Session, Ticket, User
from games.platform.database.threads import in_database
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.moderation import ban
from games.tables.live import registry
from games.tables.live.registry import Hubs, use_hubs
from games.tables.matchmaking import challenges, tickets
from games.tables.rooms import seating
from games.tables.rooms.game_settings import GameSettings
from tests.fixtures import Processes
from tests.support.client import visit
from tests.support.people import cookie_of, open_room, playing
from tests.support.staff import act, desk_closes, desk_closes_beside, desk_opens, staff
from tests.tables.matchmaking.tab import look

WISH = GameSettings("yacht", {}, 60, False)


async def test_it_closes_all_sockets_of_the_player_at_once(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    tabs = [await visit(room, bob), await look(bob), await visit(room, bob)]
    others = [await visit(room, alice), await look(alice), await visit(room)]
    began = time.monotonic()
    await desk_closes_beside(bob)
    assert [await tab.end() for tab in tabs] == [4401, 4401, 4401]
    assert time.monotonic() - began < registry.RECHECK_S / 2
    for other in others:
        assert (await other.ask("ping"))["type"] == "ack"
    # They come back without a name.
    back = await visit(room, bob)
    assert back.frames[0]["you"]["player"] is None


async def test_it_closes_them_in_other_processes_too(
    processes: Processes, alice: User, bob: User
) -> None:
    here, there = await processes(InMemoryChannelLayer())
    use_hubs(there)
    lobby, kept = await look(bob), await look(alice)
    room = await in_database(lambda: open_room(alice))
    table = await visit(room, bob)
    use_hubs(here)
    await desk_closes_beside(bob)
    assert await lobby.end() == 4401
    assert await table.end() == 4401
    assert (await kept.ask("ping"))["type"] == "ack"


async def test_it_closes_them_a_little_later_where_no_hint_arrives(
    transactional_db: None, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "RECHECK_S", 0.05)
    hubs = Hubs()
    use_hubs(hubs)
    tab = await look(bob)
    use_hubs(None)
    await desk_closes_beside(bob)
    assert await tab.end() == 4401
    await hubs.close()


async def test_it_lets_a_running_game_go_on_without_him(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await visit(room, alice)
    await desk_closes_beside(bob)
    assert (await one.roll())["type"] == "ack"
    assert [seat["player"] for seat in one.table["seats"]] == [alice.pk, bob.pk]


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.django_db
def test_it_ends_his_sessions_and_nobody_elses(alice: User, bob: User) -> None:
    browsers = [sign_in(bob), sign_in(bob), sign_in(alice)]
    desk_closes(bob)
    signed_in = [b"Sign out" in browser.get("/").content for browser in browsers]
    assert signed_in == [False, False, True]
    assert Session.objects.count() == 2  # alice's, and the one of staff
    # The old cookies are worth nothing after the ban either.
    desk_opens(bob)
    bob.refresh_from_db()
    assert bob.is_active
    assert b"Sign out" not in browsers[0].get("/").content


def test_it_takes_him_from_tables_searches_challenges_and_boards(alice: User, bob: User) -> None:
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(is_guest=False)
    bob.refresh_from_db()
    room = open_room(alice, 3)
    seating.sit(room.pk, bob.pk, None, None)
    mine = open_room(bob, 2)
    tickets.play(bob.pk, WISH, 0)
    challenges.challenge(alice.pk, bob, WISH)
    rating = Rating.objects.create(
        player=bob, pool="yacht", mu=1500, sigma=40, shown=1500, eligible=True, listed=True
    )
    desk_closes(bob)
    assert not room.seats.filter(player=bob).exists()
    mine.refresh_from_db()
    assert mine.host is None
    assert not Ticket.objects.exists()
    assert not Challenge.objects.filter(status="open").exists()
    rating.refresh_from_db()
    assert (rating.eligible, rating.listed) == (False, False)
    desk_opens(bob)
    rating.refresh_from_db()
    assert rating.eligible


@pytest.mark.django_db
def test_it_reads_no_session_of_anybody(alice: User, bob: User) -> None:
    for user in (alice, bob, alice, bob):
        cookie_of(user)
    with CaptureQueriesContext(connection) as captured:
        ban(bob)
    asked = [query["sql"] for query in captured if "session" in query["sql"]]
    assert len(asked) == 1
    assert asked[0].startswith("DELETE")
    assert set(Session.objects.values_list("player", flat=True)) == {alice.pk}


def test_the_admin_neither_bans_nor_unbans(alice: User, bob: User) -> None:
    desk_closes(bob)
    root = staff()
    for player, was in ((alice, True), (bob, False)):
        for action in ("ban", "unban"):
            act(root, action, player)
        path = f"/admin/games/user/{player.pk}/change/"
        for form in ({"name": player.name}, {"name": player.name, "is_active": "on"}):
            assert root.post(path, form).status_code == 302
        assert User.objects.get(pk=player.pk).is_active == was


def test_nobody_brings_back_who_deleted_themselves(alice: User) -> None:
    delete_player(alice)
    answer = staff().post(f"/desk/players/{alice.pk}/", {"do": "reopen"})
    assert answer.status_code == 404
    alice.refresh_from_db()
    assert not alice.is_active


async def test_it_tells_nobody_where_no_rooms_are_live(alice: User) -> None:
    use_hubs(None)
    await desk_closes_beside(alice)
    await asyncio.sleep(0)
    assert not await in_database(lambda: User.objects.get(pk=alice.pk).is_active)
