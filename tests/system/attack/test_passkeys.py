"""Answers of passkeys that an attacker makes, takes from others, or sends again."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Passkey, User
from tests.support.clock import FakeClock
from tests.support.people import BACKEND, PASSWORD
from tests.system.attack.authenticator import PRESENT, SHARED, VERIFIED, Authenticator

pytestmark = [pytest.mark.registered, pytest.mark.django_db]


def browser() -> Client:
    return Client(headers={"x-test": "1"})


def options_of(client: Client, path: str = "/sign-in/passkey/options") -> dict[str, str]:
    answer = client.post(path, secure=True)
    assert answer.status_code == 200
    found: dict[str, str] = json.loads(answer.content)
    return found


def add(player: User, key: Authenticator, **changes: str) -> int:
    """Register the key as the player; return the status."""
    client = browser()
    client.force_login(player, backend=BACKEND)
    options = options_of(client, "/settings/passkeys/options")
    form = {"password": PASSWORD, "answer": key.register(options), "name": "Phone"} | changes
    return client.post("/settings/passkeys/add", form, secure=True).status_code


def sign_in(client: Client, answer: str) -> int:
    return client.post("/sign-in/passkey/", {"answer": answer}, secure=True).status_code


def is_signed_in(client: Client) -> bool:
    return client.get("/settings/privacy/", secure=True).status_code == 200


@pytest.fixture
def key(alice: User) -> Authenticator:
    made = Authenticator()
    assert add(alice, made) == 200
    return made


def test_it_signs_in_with_the_right_key(key: Authenticator) -> None:
    client = browser()
    assert sign_in(client, key.sign_in(options_of(client))) == 200
    assert is_signed_in(client)


def test_an_answer_works_once(key: Authenticator) -> None:
    client, thief = browser(), browser()
    answer = key.sign_in(options_of(client))
    assert sign_in(client, answer) == 200
    client.logout()
    assert sign_in(client, answer) == 422
    options_of(thief)
    assert sign_in(thief, answer) == 422
    assert not is_signed_in(thief)


def test_an_answer_works_once_for_who_kept_the_cookie_of_its_challenge(
    key: Authenticator,
) -> None:
    client, thief = browser(), browser()
    answer = key.sign_in(options_of(client))
    kept = client.cookies["passkey"].value
    assert sign_in(client, answer) == 200
    Passkey.objects.update(sign_count=0)  # as with passkeys that count nothing
    thief.cookies["passkey"] = kept
    assert sign_in(thief, answer) == 422
    assert not is_signed_in(thief)


@pytest.mark.parametrize(("after_s", "status"), [(290, 200), (310, 422)])
def test_a_challenge_works_for_five_minutes(
    key: Authenticator, clock: FakeClock, after_s: int, status: int
) -> None:
    client = browser()
    answer = key.sign_in(options_of(client))
    clock.advance(after_s)
    assert sign_in(client, answer) == status


def test_the_answer_to_another_browser_is_refused(key: Authenticator) -> None:
    victim, thief = browser(), browser()
    answer = key.sign_in(options_of(victim))
    options_of(thief)
    assert sign_in(thief, answer) == 422
    assert not is_signed_in(thief)


def another_origin(key: Authenticator) -> None:
    key.origin = "https://evil.example"


def another_site(key: Authenticator) -> None:
    key.host = "evil.example"


def plain_http(key: Authenticator) -> None:
    key.origin = "http://testserver"


def nobody_verified(key: Authenticator) -> None:
    key.flags = PRESENT


def nobody_present(key: Authenticator) -> None:
    key.flags = 0


def another_key(key: Authenticator) -> None:
    key.key = Authenticator().key


def unknown_key(key: Authenticator) -> None:
    key.id = Authenticator().id


def a_copy_from_before(key: Authenticator) -> None:
    key.count = -1 + 1
    Passkey.objects.update(sign_count=100)


FORGERIES: list[Callable[[Authenticator], None]] = [
    *(another_origin, another_site, plain_http, nobody_verified, nobody_present),
    *(another_key, unknown_key, a_copy_from_before),
]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda each: each.__name__)
def test_a_forged_answer_signs_nobody_in(
    key: Authenticator, forge: Callable[[Authenticator], None]
) -> None:
    client = browser()
    forge(key)
    assert sign_in(client, key.sign_in(options_of(client))) == 422
    assert not is_signed_in(client)


# By whether several devices share the passkey: as it said when it was added, as it says now, and
# whether a counter that goes back is refused. Version 1.0.0 did not keep what it said: then what it
# signs now counts.
COUNTERS = [
    *((False, False, 422), (False, True, 422)),
    *((True, True, 200), (True, False, 200)),
    *((None, True, 200), (None, False, 422)),
]


@pytest.mark.parametrize(("added", "now", "status"), COUNTERS)
def test_only_a_passkey_that_devices_share_may_count_back(
    alice: User, added: bool | None, now: bool, status: int
) -> None:
    key = Authenticator()
    key.flags |= SHARED if added else 0
    assert add(alice, key) == 200
    if added is None:
        Passkey.objects.update(is_synced=None)  # added by version 1.0.0
    Passkey.objects.update(sign_count=100)
    key.flags = PRESENT | VERIFIED | (SHARED if now else 0)
    client = browser()
    assert sign_in(client, key.sign_in(options_of(client))) == status
    if status == 200:
        assert Passkey.objects.get().is_synced is (now if added is None else added)


@pytest.mark.parametrize(("shared", "status"), [(SHARED, 200), (0, 422)])
def test_it_learns_once_whether_devices_share_an_old_passkey(
    alice: User, shared: int, status: int
) -> None:
    key = Authenticator()
    key.flags |= shared
    assert add(alice, key) == 200
    Passkey.objects.update(is_synced=None)
    for count, expected in ((7, 200), (3, status)):
        key.count = count
        key.flags |= SHARED * (expected == 422)  # too late: it has said that it is on one device
        client = browser()
        assert sign_in(client, key.sign_in(options_of(client))) == expected


@pytest.mark.parametrize("forge", FORGERIES[:5], ids=lambda each: each.__name__)
def test_a_forged_registration_stores_nothing(
    alice: User, forge: Callable[[Authenticator], None]
) -> None:
    key = Authenticator()
    forge(key)
    assert add(alice, key) == 422
    assert not Passkey.objects.exists()


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "[]",
        "{}",
        "null",
        "1",
        '"x"',
        '{"id": 5}',
        '{"id": "!"}',
        '{"id": "YQ"}',
        "{" * 50_000,
        "[" * 50_000,
    ],
)
def test_nonsense_is_refused(key: Authenticator, answer: str) -> None:
    client = browser()
    options_of(client)
    assert sign_in(client, answer) == 422
    assert not is_signed_in(client)


def test_nobody_takes_a_key_of_another_account(key: Authenticator, bob: User) -> None:
    assert add(bob, key) == 422
    assert Passkey.objects.get().player.name == "Alice"


def test_an_open_session_is_not_enough_to_add_one(alice: User) -> None:
    assert add(alice, Authenticator(), password="wrong") == 422
    assert not Passkey.objects.exists()


def test_nobody_removes_the_key_of_another_account(key: Authenticator, bob: User) -> None:
    client = browser()
    client.force_login(bob, backend=BACKEND)
    path = f"/settings/passkeys/{Passkey.objects.get().pk}/remove"
    client.post(path, {"password": PASSWORD}, secure=True)
    assert Passkey.objects.count() == 1


def test_a_closed_account_stays_closed(key: Authenticator, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    client = browser()
    assert sign_in(client, key.sign_in(options_of(client))) == 422
