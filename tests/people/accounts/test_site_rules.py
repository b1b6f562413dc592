"""Each switch of the operator holds on every way to what it forbids."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.protocol.errors import Refused
from games.models import Room, User
from games.people.accounts.site_rules import set_slow_mode
from games.platform.clock import utc_now
from games.site.account.membership.upgrade import upgrade_guest
from games.site.events.tournaments.scheduling import Plan, open_tournament
from games.tables.matchmaking import tickets
from games.tables.rooms import chat
from games.tables.rooms.game_settings import GameSettings
from games.tables.rooms.opening import open_room

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

YACHT = GameSettings("yacht", {}, 60, False)
ACCOUNT = {"name": "Newcomer", "password": "a long password 1", "email": ""}


def guest_by_page(client: Client) -> bool:
    client.post("/guest/", {"name": "Newcomer"})
    return User.objects.filter(name="Newcomer").exists()


def guest_by_form(client: Client) -> bool:
    client.post("/new/", {"variant": "yacht", "who": "friends", "name": "Newcomer"})
    return User.objects.filter(name="Newcomer").exists()


def guest_by_program(client: Client) -> bool:
    client.post("/api/v1/guests", {"name": "Newcomer"}, content_type="application/json")
    return User.objects.filter(name="Newcomer").exists()


def account_by_page(client: Client) -> bool:
    client.post("/sign-up/", ACCOUNT)
    return User.objects.filter(name="Newcomer", is_guest=False).exists()


GUESTS = (guest_by_page, guest_by_form, guest_by_program)
CASES: list[tuple[str, bool, Callable[[Client], bool]]] = [
    *(("GUESTS", False, way) for way in GUESTS),
    *(("INVITE_ONLY", True, way) for way in (*GUESTS, account_by_page)),
    ("SIGN_UP", False, account_by_page),
]


@pytest.mark.parametrize(("switch", "value", "way"), CASES)
def test_nobody_new_comes_in(
    client: Client, settings: Settings, switch: str, value: bool, way: Callable[[Client], bool]
) -> None:
    setattr(settings, switch, value)
    assert not way(client)
    setattr(settings, switch, not value)
    assert way(Client())


def test_a_guest_cannot_become_an_account_where_sign_up_is_closed(
    guest: User, settings: Settings
) -> None:
    settings.SIGN_UP = False
    with pytest.raises(Exception, match="sign up"):
        upgrade_guest(guest, "Newcomer", "a long password 1")
    assert User.objects.get(pk=guest.pk).is_guest


@pytest.mark.parametrize("way", ["a table", "a link"])
def test_an_invitation_lets_a_new_player_in(
    client: Client, alice: User, settings: Settings, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.INVITE_ONLY = True
    if way == "a table":
        room = open_room(alice, "yacht", {}, 2, None, public=False)
        client.get(f"/r/{room.code}/")
        client.defaults["HTTP_REFERER"] = f"http://testserver/r/{room.code}/"
    else:
        call_command("invite")
        client.get("/invited/" + capsys.readouterr().out.split("/invited/")[1].split("\n")[0])
    assert guest_by_page(client)


def test_links_to_public_tables_and_of_guests_and_forged_ones_invite_nobody(
    client: Client, alice: User, guest: User, settings: Settings
) -> None:
    settings.INVITE_ONLY = True
    public = open_room(alice, "yacht", {}, 2, None, public=True)
    theirs = open_room(guest, "yacht", {}, 2, None, public=False)
    for path in (f"/r/{public.code}/", f"/r/{theirs.code}/", "/invited/forged/"):
        client.get(path)
        client.defaults["HTTP_REFERER"] = f"http://testserver{path}"
        assert not guest_by_page(client)


def test_slow_mode_needs_an_invitation_until_it_ends_by_itself(client: Client) -> None:
    call_command("slow_mode", "on", minutes=60)
    assert not guest_by_page(client)
    set_slow_mode(utc_now() - timedelta(seconds=1))
    assert guest_by_page(client)
    call_command("slow_mode", "on")
    call_command("slow_mode", "off")
    assert guest_by_form(Client())


def test_without_chat_nobody_writes_at_any_table(alice: User, settings: Settings) -> None:
    settings.CHAT = False
    room = open_room(alice, "yacht", {}, 2, None, public=False)
    with pytest.raises(Refused, match="no chat on this site"):
        chat.say(room.pk, alice.pk, "k1", "hello")
    chat.check_may_react(room.pk, alice.pk)


@pytest.mark.parametrize("switch", ["PUBLIC_TABLES", "STRANGERS"])
def test_no_table_is_public(alice: User, settings: Settings, client: Client, switch: str) -> None:
    setattr(settings, switch, False)
    open_room(alice, "yacht", {}, 2, None, public=True)
    client.post("/new/", {"variant": "yacht", "who": "friends", "name": "Anna", "public": "on"})
    assert Room.objects.count() == 2
    assert not Room.objects.filter(public=True).exists()


def test_strangers_do_not_meet_and_lists_of_people_are_for_members(
    alice: User, settings: Settings, client: Client, outsider: Client
) -> None:
    settings.STRANGERS = False
    with pytest.raises(Refused, match="with those they know"):
        tickets.play(alice.pk, YACHT, 2)
    with pytest.raises(Refused, match="with those they know"):
        open_tournament(alice.pk, Plan("The cup", "yacht", 60, 2, False, 5, 30))
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    for path in ("/leaderboards/", "/community/", "/@Alice/", "/tournaments/"):
        assert outsider.get(path)["Location"].startswith("/sign-in/")
        assert client.get(path).status_code == 200
    assert outsider.get("/api/v1/players/Alice").status_code == 401
    assert 'value="strangers"' not in outsider.get("/").content.decode()
