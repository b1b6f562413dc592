"""Programs become a guest and open a room."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Room, User
from games.people.accounts.tokens import bearer_token, begin_session, find_session
from games.site.account.membership.moderation import ban

pytestmark = pytest.mark.registered

JSON = "application/json"


def post(
    client: Client, path: str, body: Any, token: str | None = None, **headers: str
) -> HttpResponse:
    """Send JSON to the API."""
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    answer: HttpResponse = client.post(
        f"/api/v1/{path}", body, content_type=JSON, headers=headers or None
    )  # type: ignore[assignment]
    return answer


def told(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()["error"]["code"]


def new_token(api: Client, name: str = "Robo") -> str:
    token: str = post(api, "guests", {"name": name}).json()["token"]  # type: ignore[attr-defined]
    return token


def test_it_makes_a_program_a_guest(api: Client) -> None:
    answer: Any = post(api, "guests", {"name": " Robo "})
    assert answer.status_code == 201
    told = answer.json()
    guest = User.objects.get(pk=told["player"])
    assert (guest.name, guest.is_guest, told["name"]) == ("Robo", True, "Robo")
    session = find_session(told["token"])
    assert session is not None
    assert session.user == guest
    ends = timezone.now() + timedelta(days=400)
    assert told["expires"] / 1000 == pytest.approx(ends.timestamp(), abs=60)
    # It is no session of a browser.
    assert not answer.cookies


def test_it_opens_a_room_for_the_guest(api: Client) -> None:
    token = new_token(api)
    asked = {"variant": "yahtzee", "switches": {"joker": "free"}, "seats": 3, "clock": 60}
    answer: Any = post(api, "rooms", {**asked, "public": True}, token)
    assert answer.status_code == 201
    room = Room.objects.get()
    assert answer.json() == {
        "code": room.code,
        "page": f"http://testserver/r/{room.code}/",
        "socket": f"/ws/v1/rooms/{room.code}/",
    }
    assert room.host is not None
    assert room.host.name == "Robo"
    assert (room.variant, room.switches, room.clock) == ("yahtzee", {"joker": "free"}, 60)
    assert (room.public, room.rated, room.seats.count()) == (True, False, 3)
    assert room.seats.get(number=0).player == room.host


def test_it_has_defaults_for_all_but_the_variant(api: Client) -> None:
    assert post(api, "rooms", {"variant": "yacht"}, new_token(api)).status_code == 201
    room = Room.objects.get()
    assert (room.clock, room.public, room.seats.count()) == (None, False, 2)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"variant": "chess"},
        {"variant": "yacht", "seats": 0},
        {"variant": "yacht", "seats": 9},
        {"variant": "yacht", "seats": "2"},
        {"variant": "yacht", "clock": 61},
        {"variant": "yacht", "switches": {"joker": "free"}},
        {"variant": "yahtzee", "switches": {"joker": "wild"}},
        {"variant": "yacht", "public": 1},
        [],
        "yacht",
    ],
)
def test_it_refuses_a_room_that_cannot_be(api: Client, body: Any) -> None:
    assert told(post(api, "rooms", body, new_token(api))) == (400, "bad_parameter")
    assert not Room.objects.exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 100])
def test_it_refuses_a_name_as_the_pages_do(api: Client, name: str) -> None:
    assert told(post(api, "guests", {"name": name})) == (400, "bad_parameter")
    assert not User.objects.exists()


def test_it_refuses_what_is_no_json(api: Client) -> None:
    for body in ("", "{", "\x00", '{"name": "Robo"', "[" * 2000, '{"x":' + "[" * 2000):
        assert told(post(api, "guests", body)) == (400, "bad_parameter")
    assert told(post(api, "guests", b"\xff")) == (400, "bad_parameter")
    assert told(post(api, "guests", {"name": "Robo", "more": "x" * 4096})) == (400, "bad_parameter")


@pytest.mark.parametrize("token", [None, "", "nonsense", "a\x00b", "x" * 4000])
def test_it_opens_no_room_without_a_token(api: Client, token: str | None) -> None:
    answer = post(api, "rooms", {"variant": "yacht"}, token)
    assert told(answer) == (401, "unauthorized")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_it_opens_no_room_with_a_token_that_has_ended(api: Client) -> None:
    token = new_token(api)
    ban(User.objects.get())
    assert told(post(api, "rooms", {"variant": "yacht"}, token)) == (401, "unauthorized")


# Other sites


def test_it_looks_at_no_cookie(alice: User) -> None:
    # With it, a page of another site could open rooms in the name of its visitors.
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert told(post(browser, "rooms", {"variant": "yacht"})) == (401, "unauthorized")
    answer: Any = post(browser, "guests", {"name": "Robo"})
    assert answer.json()["player"] != alice.pk
    assert not answer.cookies


@pytest.mark.parametrize(
    "type_", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_it_takes_nothing_that_a_form_can_send(api: Client, type_: str) -> None:
    # Browsers send these to other sites without asking; JSON only after a preflight.
    answer = api.generic("POST", "/api/v1/guests", b'{"name": "Robo"}', content_type=type_)
    assert told(answer) == (400, "bad_parameter")
    assert not User.objects.exists()


@pytest.mark.parametrize("path", ["guests", "rooms"])
def test_it_allows_no_script_of_another_site(api: Client, path: str) -> None:
    elsewhere = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    asked = api.options(f"/api/v1/{path}", headers=elsewhere)
    assert asked.status_code == 204
    answer: Any = post(api, path, {}, **elsewhere)
    for each in (asked, answer):
        assert not any(name.startswith("Access-Control") for name in each.headers)


@pytest.mark.parametrize("path", ["guests", "rooms"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "BREW"])
def test_it_can_only_be_posted(path: str, method: str) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, f"/api/v1/{path}")
    assert answer.status_code == 405
    assert answer["Allow"] == "POST, OPTIONS"


# Limits


def test_it_limits_the_guests_of_an_address(api: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "api-guest": (2, 3600)}
    answers: list[Any] = [post(api, "guests", {"name": "Robo"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert told(answers[2]) == (429, "rate_limited")
    assert 0 < int(answers[2]["Retry-After"]) <= 1801
    # People at the same address can still come.
    assert api.post("/guest/", {"name": "Gus"}).status_code == 200


def test_it_limits_the_rooms_of_an_address_and_of_a_guest(api: Client, settings: Settings) -> None:
    one, other = new_token(api, "One"), new_token(api, "Other")
    settings.LIMITS = {**settings.LIMITS, "api-room": (3, 3600), "room": (2, 3600)}
    asked = {"variant": "yacht"}
    answers: list[Any] = [post(api, "rooms", asked, who) for who in (one, one, one, other)]
    assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
    assert Room.objects.count() == 2


# Tokens


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Basic abc", None),
        ("", None),
        ("Bearer", ""),
        ("abc", None),
    ],
)
def test_it_reads_the_token_of_a_header(header: str, token: str | None) -> None:
    assert bearer_token(header) == token


def test_it_ends_the_token_with_the_password(alice: User) -> None:
    token = begin_session(alice)
    assert find_session(token) is not None
    alice.set_password("a new password")
    alice.save()
    assert find_session(token) is None
