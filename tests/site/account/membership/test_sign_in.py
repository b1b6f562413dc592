"""Sign in, and what a guest's account gains by it."""

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from pytest_django.fixtures import Settings

from games.models import User
from games.tables.rooms import seating
from tests.fixtures import As, OpenRoom
from tests.support.people import PASSWORD
from tests.support.played import begin, play_out

pytestmark = pytest.mark.registered


def test_it_signs_in_in_any_letter_case(outsider: Client, alice: User) -> None:
    answer = outsider.post("/sign-in/", {"name": "aLICE", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert outsider.session["_auth_user_id"] == str(alice.pk)


def test_it_changes_the_sessions_key(guest: User, alice: User, signed_in: As) -> None:
    browser = signed_in(guest)
    before = browser.session.session_key
    browser.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert browser.session.session_key not in (None, before)


@pytest.mark.parametrize(
    ("name", "password"),
    [("Alice", "wrong"), ("Nobody", PASSWORD), ("Alice", ""), ("", PASSWORD), ("A\x00", "x")],
)
def test_it_refuses_what_is_wrong(outsider: Client, alice: User, name: str, password: str) -> None:
    answer = outsider.post("/sign-in/", {"name": name, "password": password})
    assert answer.status_code == 422
    assert "_auth_user_id" not in outsider.session


def test_it_says_the_same_for_a_wrong_name_and_a_wrong_password(
    outsider: Client, alice: User
) -> None:
    said = [
        outsider.post("/sign-in/", {"name": name, "password": "wrong"}).context["form"].errors
        for name in ("Alice", "Nobody")
    ]
    assert said[0] == said[1]


def test_it_never_signs_in_as_a_guest(outsider: Client, guest: User) -> None:
    answer = outsider.post("/sign-in/", {"name": guest.username, "password": "!"})
    assert answer.status_code == 422


def test_it_never_signs_in_to_a_blocked_account(outsider: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    answer = outsider.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert answer.status_code == 422


def test_it_stops_guessing_at_one_account_from_one_address(
    outsider: Client, alice: User, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-in": (3, 900)}
    for _ in range(3):
        assert outsider.post("/sign-in/", {"name": "Alice", "password": "no"}).status_code == 422
    right = {"name": "ALICE", "password": PASSWORD}
    answer = outsider.post("/sign-in/", right)
    assert answer.status_code == 429
    assert "Please wait" in answer.content.decode()
    assert outsider.post("/sign-in/", right, REMOTE_ADDR="203.0.113.9").status_code == 302


def test_it_stops_guessing_at_many_accounts_from_one_address(
    outsider: Client, alice: User, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-in-address": (3, 900)}
    for number in range(3):
        outsider.post("/sign-in/", {"name": f"name {number}", "password": "no"})
    answer = outsider.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert answer.status_code == 429


def guess(address: str, name: str = "Alice", password: str = "no") -> int:
    """Try a password in a new browser at this address; return the status."""
    form = {"name": name, "password": password}
    return Client().post("/sign-in/", form, REMOTE_ADDR=address).status_code


def test_it_stops_guessing_at_one_account_from_ever_new_networks(
    alice: User, bob: User, settings: Settings
) -> None:
    times = 8
    settings.LIMITS = {**settings.LIMITS, "sign-in-account": (times, 3600)}
    networks = [f"2001:db8:1:{number:x}::1" for number in range(120)]
    answers = [guess(network, ("Alice", "aLICE")[n % 2]) for n, network in enumerate(networks)]
    assert answers == [422] * times + [429] * (120 - times)
    # Unknown names behave alike, other accounts are not affected.
    assert [guess(each, "Nobody") for each in networks[: times + 1]][-1] == 429
    assert guess(networks[0], "Bob", PASSWORD) == 302


@pytest.mark.parametrize("way", ["signed in", "signed up", "reset"])
def test_who_guesses_cannot_lock_the_owner_out(
    alice: User, outsider: Client, settings: Settings, way: str
) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-in-account": (3, 3600)}
    name, right = "Alice", PASSWORD
    if way == "signed in":
        assert outsider.post("/sign-in/", {"name": name, "password": right}).status_code == 302
    elif way == "signed up":
        name = "Charlie"
        form = {"name": name, "password": right, "email": ""}
        assert outsider.post("/sign-up/", form).status_code == 302
    for number in range(9):
        guess(f"2001:db8:1:{number:x}::1", name)
    if way == "reset":
        right = "blue sails at dusk"
        token = default_token_generator.make_token(alice)
        uid = urlsafe_base64_encode(force_bytes(alice.pk))
        path = outsider.get(f"/password/reset/{uid}/{token}/", follow=True).request["PATH_INFO"]
        form = {"new_password1": right, "new_password2": right}
        assert outsider.post(path, form).status_code == 302
    else:
        outsider.post("/sign-out/")
        assert "_auth_user_id" not in outsider.session
    assert guess("203.0.113.9", name, right) == 429
    assert outsider.post("/sign-in/", {"name": name, "password": right}).status_code == 302


def test_it_believes_no_cookie_that_it_has_not_signed(alice: User, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-in-account": (1, 3600)}
    guess("203.0.113.9")
    liar = Client()
    liar.cookies["known"] = f"{alice.pk}:1tqzzz:abcdefghijklmnopqrstuvwxyz"
    assert liar.post("/sign-in/", {"name": "Alice", "password": PASSWORD}).status_code == 429


def test_it_keeps_what_a_browser_knows_from_scripts_and_other_pages(alice: User) -> None:
    browser = Client()
    browser.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    cookie = browser.cookies["known"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/sign-in/")


def test_it_does_not_count_against_those_who_sign_in_often(alice: User, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-in": (3, 900)}
    right = {"name": "Alice", "password": PASSWORD}
    assert {Client().post("/sign-in/", right).status_code for _ in range(8)} == {302}


def test_it_goes_on_only_to_pages_of_ours(alice: User) -> None:
    for wanted, leads_to in (("/games/", "/games/"), ("https://evil.example/", "/")):
        form = {"name": "Alice", "password": PASSWORD, "next": wanted}
        assert Client().post("/sign-in/", form)["Location"] == leads_to


def test_it_redirects_signed_in_visitors(alice: User, signed_in: As) -> None:
    assert signed_in(alice).get("/sign-in/?next=/games/")["Location"] == "/games/"


def test_it_works_with_csrf_checks(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    form = {"name": "Alice", "password": PASSWORD}
    assert browser.post("/sign-in/", form).status_code == 403
    browser.get("/sign-in/")
    token = browser.cookies["csrftoken"].value
    assert browser.post("/sign-in/", {**form, "csrfmiddlewaretoken": token}).status_code == 302
    assert browser.cookies["csrftoken"].value != token


def test_it_brings_the_guests_finished_games_and_seats(
    guest: User, alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(guest)
    game = play_out(begin(room, guest, bob))
    signed_in(guest).post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert game.scorecards.get(seat=0).player == alice
    assert room.seats.get(number=0).player == alice
    room.refresh_from_db()
    assert room.host == alice
    assert room.seats.get(number=1).player == bob


def test_it_refuses_while_the_guest_is_in_a_running_game(
    guest: User, alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(guest)
    done = play_out(begin(room, guest, bob))
    game = begin(room, guest, bob)
    browser = signed_in(guest)
    assert f"/r/{room.code}/" in browser.get("/sign-in/").content.decode()
    answer = browser.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert answer.status_code == 422
    assert "in the middle of a game as Gus" in answer.content.decode()
    assert browser.session["_auth_user_id"] == str(guest.pk)
    for kept in (done, game):
        assert kept.scorecards.get(player=guest).name == "Gus"


def test_it_moves_nothing_when_the_password_is_wrong(
    guest: User, alice: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(guest)
    seating.sit(room.pk, guest.pk, None, None)
    signed_in(guest).post("/sign-in/", {"name": "Alice", "password": "wrong"})
    assert room.seats.get(number=0).player == guest
