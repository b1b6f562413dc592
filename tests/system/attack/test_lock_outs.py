"""Limits of an account: an outsider who uses one up hurts nobody but themselves.

`LIMITS_OF_ACCOUNTS` is written by hand: who can use each limit up, and who is hurt. Each row has a
test.
"""

from time import time

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.core.signing import get_cookie_signer
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.models import RecoveryCode, User
from games.site.account.membership.mail import send_next_mail
from tests.fixtures import As
from tests.site.account.factors.test_sign_in import code_of, set_up
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, registered
from tests.system.attack.authenticator import Authenticator
from yachtsite.limits import DEFAULT_LIMITS

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

LIMITS_OF_ACCOUNTS = {
    # limit: (who can use it up, who is hurt)
    "sign-in": ("anybody at an address", "new browsers there, for one account"),
    "sign-in-address": ("anybody at an address", "new browsers there"),
    "sign-in-account": ("anybody", "new browsers: a known one, a passkey or a mail signs in"),
    "sign-in-known": ("one known browser", "itself"),
    "sign-in-passkey": ("anybody at an address", "passkeys there"),
    "second-factor": (
        "who knows the password; in settings, a session",
        "new browsers; the session",
    ),
    "second-factor-address": ("who knows a password, at an address", "new browsers there"),
    "second-factor-known": ("one known browser", "itself"),
    "family": ("one session, or copies of one device's cookie", "themselves"),
    "family-address": ("anybody at an address", "codes typed there"),
    "reset": ("anybody at an address", "people there"),
    "reset-address": ("anybody", "nobody: the owner has the mails, whose links work"),
    "device-mail": ("who signs in to an account that confirmed the address", "nobody: they merge"),
    "confirm": ("the account", "itself"),
    "confirm-address": ("accounts with the address but the oldest", "themselves"),
    "held_back": ("the account", "itself"),
    "report": ("the account", "itself"),
    "rename": ("the account", "itself"),
    "room": ("the account", "itself"),
    "local-player": ("the account", "itself"),
    "solve": ("the account, or anybody at an address", "itself, or people there"),
    "tournament": ("the account", "itself"),
    "export": ("the account", "itself"),
    "settings": ("the account", "itself"),
    "test-mail": ("the account", "itself"),
    "puzzle": ("the account", "itself"),
    "change": ("the account", "itself"),
    "reaction": ("the account", "itself"),
    "reaction-watching": ("the account", "itself"),
    "earlier-game": ("the account", "itself"),
    "invite": ("the account", "itself"),
    "invite-person": ("the account", "itself"),
    "invite-circle": ("the account", "itself"),
    "friend": ("the account", "itself"),
    "circle": ("the account", "itself"),
    "circle-new": ("the account", "itself"),
    "appointment": ("the account", "itself"),
    "offline-game": ("the account", "itself"),
}
OF_ADDRESSES = {
    *(
        "guest",
        "account",
        "provider",
        "first-link",
        "scorecard",
        "local-player-address",
        "change-address",
        "chat-address",
    ),
    *("tournament-address", "room-address", "socket", "preview", "api", "api-guest", "api-room"),
    *("chat-room", "report-address", "report-new-guests", "circle-address", "circle-link"),
    *("wording-address", "wording"),
}
"""Limits that name no account: an address, or a room."""


def test_every_limit_is_in_a_table() -> None:
    # Not the setting, which tests may have replaced.
    assert DEFAULT_LIMITS.keys() == LIMITS_OF_ACCOUNTS.keys() | OF_ADDRESSES


HOME = "203.0.113.9"


def guess(times: int, name: str = "Alice", networks: int = 40) -> list[int]:
    """Guess a password from many networks, always with a new browser; return the statuses."""
    form = {"name": name, "password": "no"}
    addresses = [f"2001:db8:1:{number % networks:x}::1" for number in range(times)]
    return [Client().post("/sign-in/", form, REMOTE_ADDR=each).status_code for each in addresses]


def is_signed_in(browser: Client) -> bool:
    return browser.get("/settings/privacy/", secure=True).status_code == 200


@pytest.fixture
def owners(alice: User) -> Client:
    """A browser in which alice has been signed in."""
    browser = Client(REMOTE_ADDR=HOME)
    browser.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    browser.post("/sign-out/")
    return browser


def test_guesses_from_everywhere_spare_a_known_browser(owners: Client) -> None:
    assert 429 in guess(120)
    assert owners.post("/sign-in/", {"name": "Alice", "password": PASSWORD}).status_code == 302


def test_guesses_at_the_same_address_spare_a_known_browser(owners: Client) -> None:
    for name in ("Alice", *(f"name {number}" for number in range(110))):
        for _ in range(12 if name == "Alice" else 1):
            Client(REMOTE_ADDR=HOME).post("/sign-in/", {"name": name, "password": "no"})
    stranger = Client(REMOTE_ADDR=HOME)
    right = {"name": "Alice", "password": PASSWORD}
    assert stranger.post("/sign-in/", right).status_code == 429
    assert owners.post("/sign-in/", right).status_code == 302


def test_one_known_browser_has_few_guesses_and_spares_the_others(owners: Client) -> None:
    other = Client(REMOTE_ADDR=HOME)
    other.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    other.post("/sign-out/")
    answers = [
        other.post("/sign-in/", {"name": "Alice", "password": "no"}, REMOTE_ADDR=f"192.0.2.{n}")
        for n in range(30)
    ]
    assert [each.status_code for each in answers].count(422) == 10
    assert owners.post("/sign-in/", {"name": "Alice", "password": PASSWORD}).status_code == 302


def test_signing_in_elsewhere_gives_a_known_browser_no_new_guesses(
    owners: Client, bob: User
) -> None:
    guesses = 0
    for _ in range(5):
        for _ in range(6):
            answer = owners.post("/sign-in/", {"name": "Alice", "password": "no"})
            guesses += answer.status_code == 422
        owners.post("/sign-in/", {"name": "Bob", "password": PASSWORD})
        owners.post("/sign-out/")
    assert guesses == 10


def test_a_browser_that_version_1_0_remembered_stays_known(alice: User) -> None:
    # Its cookie has the ids of accounts and no number of its own.
    browser = Client(REMOTE_ADDR=HOME)
    signer = get_cookie_signer(salt="known" + "games.known_devices")
    browser.cookies["known"] = signer.sign(f"{alice.pk}")
    guess(120)
    assert browser.post("/sign-in/", {"name": "Alice", "password": PASSWORD}).status_code == 302
    # Version 1.0 reads numbers with dots between them.
    value = browser.cookies["known"].value.rsplit(":", 2)[0]
    assert alice.pk in [int(each) for each in value.split(".")]


def test_guesses_spare_a_passkey_also_at_the_same_address(alice: User, signed_in: As) -> None:
    key = Authenticator()
    browser = signed_in(alice)
    options = browser.post("/settings/passkeys/options", secure=True).json()
    form = {"password": PASSWORD, "answer": key.register(options), "name": "Phone"}
    assert browser.post("/settings/passkeys/add", form, secure=True).status_code == 200
    guess(120)
    for number in range(120):
        form = {"name": f"name {number}", "password": "no"}
        Client(REMOTE_ADDR=HOME).post("/sign-in/", form)
    fresh = Client(REMOTE_ADDR=HOME)
    options = fresh.post("/sign-in/passkey/options", secure=True).json()
    answer = key.sign_in(options)
    assert fresh.post("/sign-in/passkey/", {"answer": answer}, secure=True).status_code == 200
    assert is_signed_in(fresh)


@pytest.mark.parametrize("way", ["code", "recovery code"])
def test_wrong_codes_of_somebody_with_the_password_spare_a_known_browser_and_the_settings(
    alice: User, owners: Client, signed_in: As, clock: FakeClock, way: str
) -> None:
    session = signed_in(alice)
    key, codes = set_up(session, clock)
    assert RecoveryCode.objects.count() == 10
    clock.advance(60)
    for number in range(40):
        thief = Client(REMOTE_ADDR=f"192.0.2.{number}")
        thief.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
        last = thief.post("/sign-in/code/", {"code": f"{number:06}"}).status_code
    assert last == 429
    right = codes[0] if way == "recovery code" else code_of(key, clock)
    owners.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert owners.post("/sign-in/code/", {"code": right}).status_code == 302
    assert is_signed_in(owners)
    asked = {"do": "pass", "code": codes[1]}
    assert session.post("/settings/second-factor/", asked).status_code == 302


def test_guesses_at_the_sign_in_page_spare_forms_with_the_current_password(
    alice: User, signed_in: As
) -> None:
    browser = signed_in(alice)
    for _ in range(30):
        Client(REMOTE_ADDR="127.0.0.1").post("/sign-in/", {"name": "Alice", "password": "no"})
    form = {"current": PASSWORD, "email": "new@example.com"}
    assert browser.post("/account/delete/", form).status_code == 302


def test_mails_that_others_ask_for_leave_the_owner_with_links_that_work(alice: User) -> None:
    for number in range(30):
        Client(REMOTE_ADDR=f"192.0.2.{number}").post(
            "/password/reset/", {"email": "alice@example.com"}
        )
        send_next_mail()
    assert len(mail.outbox) == 5
    answer = Client(REMOTE_ADDR=HOME).post("/password/reset/", {"email": "alice@example.com"})
    assert answer.status_code == 429
    assert "Several mails went to this address" in answer.content.decode()
    uid = urlsafe_base64_encode(force_bytes(alice.pk))
    assert f"/{uid}/" in str(mail.outbox[0].body)
    path = f"/password/reset/{uid}/{default_token_generator.make_token(alice)}/"
    assert Client().get(path, follow=True).status_code == 200


def test_decoys_neither_use_up_nor_hide_the_mail_that_confirms_an_address(alice: User) -> None:
    def ask(account: User) -> int:
        browser = Client()
        browser.force_login(User.objects.get(pk=account.pk))
        form = {"turn": "on", "mail": "always"}
        status = browser.post("/notifications/save", form).status_code
        send_next_mail()
        return status

    answers = []
    for number in range(9):
        decoy = registered(f"Decoy {number}")
        User.objects.filter(pk=decoy.pk).update(email="alice@example.com")
        answers.append(ask(decoy))
    assert answers == [302] * 5 + [429] * 4
    assert ask(alice) == 302
    assert len(mail.outbox) == 6
    assert "Alice\n" in str(mail.outbox[-1].body)


def lock(browser: Client, code: str = "4711") -> None:
    browser.post("/settings/family/", {"code": code})


def test_a_device_code_has_ten_tries_whatever_guest_tries() -> None:
    child = Client(REMOTE_ADDR=HOME)
    lock(child)
    cookie = child.cookies["family"].value
    tried = 0
    for number in range(36):
        browser = Client(REMOTE_ADDR=HOME)
        browser.cookies["family"] = cookie
        browser.post("/guest/", {"name": f"Kid {number}"})
        tried += (
            browser.post("/settings/family/unlock", {"code": f"{number:04}"}).status_code == 422
        )
    assert tried == 10


def test_a_device_code_has_ten_tries_from_all_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    child = Client(REMOTE_ADDR=HOME)
    lock(child)
    cookie = child.cookies["family"].value
    answers = []
    for number in range(36):
        browser = Client(REMOTE_ADDR=f"192.0.2.{number}")
        browser.cookies["family"] = cookie
        answers.append(
            browser.post("/settings/family/unlock", {"code": f"{number:04}"}).status_code
        )
    assert answers == [422] * 10 + [429] * 26
    # The same code on a device of another family has its own tries.
    other = Client(REMOTE_ADDR="203.0.113.77")
    later = time() + 1
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    lock(other)
    assert other.post("/settings/family/unlock", {"code": "4711"}).status_code == 302


def test_a_child_does_not_use_up_the_tries_of_a_parent_in_another_browser(
    alice: User, signed_in: As
) -> None:
    child, parent = signed_in(alice), signed_in(alice)
    parent.post("/settings/family/", {})
    answers = [
        child.post("/settings/family/unlock", {"password": "no"}).status_code for _ in range(20)
    ]
    assert answers == [422] * 10 + [429] * 10
    assert parent.post("/settings/family/unlock", {"password": PASSWORD}).status_code == 302
