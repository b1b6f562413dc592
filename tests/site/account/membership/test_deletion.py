"""Delete an account: the personal data goes, the games stay."""

import pytest
from django.test import Client

from games.core.rules import find_variant
from games.models import ChatMessage, KeptRules, User
from games.site.study.house_rules.kept import keep
from games.tables.rooms import chat, seating
from tests.fixtures import As, OpenRoom
from tests.support.people import PASSWORD
from tests.support.played import begin, play_out
from tests.support.reading import plain

pytestmark = pytest.mark.registered


def delete(browser: Client) -> int:
    return browser.post("/account/delete/", {"current": PASSWORD}).status_code


def test_it_leaves_nothing_of_the_person(alice: User, signed_in: As) -> None:
    keep(alice, "Grandma's rules", find_variant("yatzy+bonus-100"))
    assert delete(signed_in(alice)) == 302
    gone = User.objects.get(pk=alice.pk)
    assert gone.name == "Deleted player"
    assert gone.email == ""
    assert "alice" not in gone.username
    assert not gone.has_usable_password()
    assert not gone.is_active
    assert not KeptRules.objects.exists()


def test_it_ends_every_session(alice: User, signed_in: As) -> None:
    here, elsewhere = signed_in(alice), signed_in(alice)
    delete(here)
    assert "_auth_user_id" not in here.session
    assert elsewhere.get("/settings/privacy/").status_code == 302
    assert Client().post("/sign-in/", {"name": "Alice", "password": PASSWORD}).status_code == 422


def test_it_makes_the_name_free_for_others(alice: User, signed_in: As) -> None:
    delete(signed_in(alice))
    form = {"name": "Alice", "password": PASSWORD}
    assert Client().post("/sign-up/", form).status_code == 302


def test_it_lets_many_accounts_be_deleted(alice: User, bob: User, signed_in: As) -> None:
    assert [delete(signed_in(player)) for player in (alice, bob)] == [302, 302]


def test_it_needs_the_password(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    for form in ({}, {"current": "wrong"}, {"word": "delete"}):
        assert browser.post("/account/delete/", form).status_code == 422
    alice.refresh_from_db()
    assert alice.is_active


def test_it_does_nothing_on_get(alice: User, signed_in: As) -> None:
    assert signed_in(alice).get("/account/delete/").status_code == 200
    alice.refresh_from_db()
    assert alice.is_active


def test_it_needs_the_typed_word_of_a_guest(guest: User, signed_in: As) -> None:
    browser = signed_in(guest)
    assert browser.post("/account/delete/", {"word": "yes"}).status_code == 422
    assert browser.post("/account/delete/", {"word": " Delete "}).status_code == 302
    guest.refresh_from_db()
    assert not guest.is_active


def test_it_frees_the_seats_and_passes_the_room_on(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room, empty = new_room(alice), new_room(alice)
    for player in (alice, bob):
        seating.sit(room.pk, player.pk, None, None)
    delete(signed_in(alice))
    room.refresh_from_db()
    empty.refresh_from_db()
    assert [seat.player for seat in room.seats.all()] == [None, bob]
    assert room.host == bob
    assert empty.host is None
    seating.sit(empty.pk, bob.pk, None, None)
    empty.refresh_from_db()
    assert empty.host == bob


def test_it_keeps_the_seat_in_a_running_game_for_the_clock_to_play(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    begin(room, alice, bob)
    browser = signed_in(alice)
    assert "played automatically" in browser.get("/account/delete/").content.decode()
    delete(browser)
    assert room.seats.get(number=0).player == alice


def test_it_shows_old_games_without_the_name(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    game = play_out(begin(new_room(alice), alice, bob))
    delete(signed_in(alice))
    answer = signed_in(bob).get(f"/g/{game.code}.json")
    assert "Alice" not in answer.content.decode()
    assert [seat["name"] for seat in answer.json()["view"]["seats"]] == ["Deleted player", "Bob"]
    started = answer.json()["events"][0]["data"]["seats"]
    assert [seat["name"] for seat in started] == ["Deleted player", "Bob"]
    assert "with Deleted player" in plain(signed_in(bob).get("/games/").content.decode())


def test_it_deletes_what_was_said(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    for player in (alice, bob):
        chat.say(room.pk, player.pk, "c1", "hello")
    delete(signed_in(alice))
    assert [line.name for line in ChatMessage.objects.all()] == ["Bob"]
