"""What signing in asks after the password, and what helps where a passkey does not work."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Passkey, RecoveryCode, User
from games.site.account.factors import authenticators
from games.site.account.membership.mail import send_next_mail
from games.site.account.notifications.choices import confirm_address
from tests.site.account.factors.people import (
    CODE,
    PAGE,
    PASSKEYS,
    Factors,
    add_passkey,
    code_now,
    knows_password,
    post,
    show_passkey,
)
from tests.support.clock import FakeClock
from tests.support.people import BACKEND, PASSWORD
from tests.system.attack.authenticator import Authenticator

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

STEP = "/sign-in/code/"

# What signing in asks after the password, written by hand after docs/security.md.
ASKED = """
factors            player   player who asks for it   staff
-                  no       no                       no
app                yes      yes                      yes
app codes          yes      yes                      yes
passkey            no       yes                      yes
passkey codes      no       yes                      yes
app passkey codes  yes      yes                      yes
codes              no       no                       yes
"""


def asked() -> list[tuple[str, str, bool]]:
    found = []
    for line in ASKED.strip().split("\n")[1:]:
        kinds, *answers = re.split(r" {2,}", line)
        whos = ("player", "asks", "staff")
        found += [(kinds, who, a == "yes") for who, a in zip(whos, answers, strict=True)]
    return found


def browser() -> Client:
    return Client(headers={"x-test": "1"})


def types_password(client: Client, secure: bool = True) -> str:
    """Send the right password; return where that leads."""
    form = {"name": "Alice", "password": PASSWORD, "next": "/games/"}
    return str(client.post("/sign-in/", form, secure=secure)["Location"])


def is_signed_in(client: Client) -> bool:
    return client.get("/settings/privacy/", secure=True).status_code == 200


def text_of(client: Client, secure: bool = True) -> str:
    return client.get(STEP, secure=secure).content.decode()


@pytest.mark.parametrize(("kinds", "who", "asks"), asked())
def test_it_asks_what_the_table_says(alice: User, kinds: str, who: str, asks: bool) -> None:
    Factors(alice, kinds)
    changed: dict[str, Any] = {"asks": {"asks_passkey": True}, "staff": {"desk_role": "helper"}}
    User.objects.filter(pk=alice.pk).update(**changed.get(who, {"locked": False}))
    client = browser()
    assert types_password(client) == (STEP if asks else "/games/")
    assert is_signed_in(client) == (not asks)


def test_a_passkey_after_the_password_signs_in_and_counts_as_shown(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(desk_role="moderator")
    factors = Factors(alice, "passkey")
    client = browser()
    assert types_password(client) == STEP
    assert "Use your passkey" in text_of(client)
    options = post(client, "/sign-in/passkey/options").json()
    answer = post(client, "/sign-in/passkey/", answer=factors.key.sign_in(options), next="/games/")
    assert answer.json() == {"next": "/games/"}
    assert client.get("/desk/", secure=True).status_code == 200


def test_a_recovery_code_signs_in_when_the_passkey_is_lost(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(asks_passkey=True)
    factors = Factors(alice, "passkey codes")
    client = browser()
    types_password(client)
    assert post(client, STEP, code="aaaaa-aaaaa").status_code == 422
    assert post(client, STEP, code=factors.codes[0])["Location"] == "/games/"
    assert is_signed_in(client)
    # Now the lost one can be removed, and the password alone signs in again.
    passkey = Passkey.objects.get()
    knows_password(client, f"{PASSKEYS}/{passkey.pk}/remove")
    assert not Passkey.objects.exists()
    assert not RecoveryCode.objects.exists()
    assert types_password(browser()) == "/games/"


def test_a_wrong_code_stays_in_its_field(alice: User) -> None:
    Factors(alice, "app codes")
    client = browser()
    types_password(client)
    assert 'value="abcde-fghij"' in post(client, STEP, code="abcde-fghij").content.decode()
    client.force_login(alice, backend=BACKEND)
    answer = post(client, PAGE, do="pass", code="abcde-fghij")
    assert 'value="abcde-fghij"' in answer.content.decode()


def test_it_says_that_a_code_was_used(alice: User, clock: FakeClock) -> None:
    # The app that has just confirmed itself still shows the same code.
    Factors(alice, "app")
    clock.advance(30)
    code = code_now()
    first, second = browser(), browser()
    for client in (first, second):
        types_password(client)
    assert post(first, STEP, code=code)["Location"] == "/games/"
    answer = post(second, STEP, code=code)
    assert answer.status_code == 422
    assert "This code was used." in answer.content.decode()
    assert "That is not the code." in post(second, STEP, code="000000").content.decode()
    clock.advance(30)
    assert post(second, STEP, code=code_now())["Location"] == "/games/"


class TestTheSwitch:
    """ "Ask for my passkey after the password"."""

    @pytest.fixture
    def own(self, alice: User) -> Client:
        """A browser of Alice, who has a passkey and has just shown it."""
        factors = Factors(alice, "passkey")
        client = browser()
        client.force_login(alice, backend=BACKEND)
        assert show_passkey(client, factors.key) == 200
        return client

    def test_it_gives_recovery_codes_first(self, own: Client) -> None:
        assert types_password(browser()) == "/games/"
        answer = knows_password(own, PAGE, do="ask")
        codes = CODE.findall(answer.content.decode())
        assert len(codes) == 10
        other = browser()
        assert types_password(other) == STEP
        assert post(other, STEP, code=codes[0])["Location"] == "/games/"

    def test_it_keeps_the_codes_that_there_are(self, own: Client, alice: User) -> None:
        authenticators.new_codes(alice)
        before = set(RecoveryCode.objects.values_list("hash", flat=True))
        assert knows_password(own, PAGE, do="ask").status_code == 302
        assert set(RecoveryCode.objects.values_list("hash", flat=True)) == before
        assert User.objects.get(pk=alice.pk).asks_passkey

    def test_it_goes_off_again(self, own: Client) -> None:
        knows_password(own, PAGE, do="ask")
        knows_password(own, PAGE, do="ask-no-longer")
        assert types_password(browser()) == "/games/"

    def test_it_needs_a_passkey_that_works_here(self, own: Client, alice: User) -> None:
        Passkey.objects.update(site="old.example.org")
        assert knows_password(own, PAGE, do="ask").status_code == 422
        assert not User.objects.get(pk=alice.pk).asks_passkey
        assert not RecoveryCode.objects.exists()

    def test_it_goes_off_with_the_last_passkey(self, own: Client, alice: User) -> None:
        knows_password(own, PAGE, do="ask")
        knows_password(own, f"{PASSKEYS}/{Passkey.objects.get().pk}/remove")
        assert not User.objects.get(pk=alice.pk).asks_passkey
        add_passkey(alice, Authenticator())
        assert types_password(browser()) == "/games/"


HTTP, DOMAIN = "no https", "new domain"


@pytest.fixture(params=[HTTP, DOMAIN])
def elsewhere(request: pytest.FixtureRequest, alice: User) -> bool:
    """A site where Alice's passkey does not work. Whether it has HTTPS."""
    User.objects.filter(pk=alice.pk).update(asks_passkey=True)
    add_passkey(alice, Authenticator(), "testserver" if request.param == HTTP else "old.example")
    return bool(request.param == DOMAIN)


def test_it_says_where_a_passkey_does_not_work(alice: User, elsewhere: bool) -> None:
    client = browser()
    assert types_password(client, elsewhere) == STEP
    text = text_of(client, elsewhere)
    assert ("another address of this site" if elsewhere else "HTTPS") in text
    assert "Use your passkey" not in text
    assert "by mail" not in text
    assert "operator can let you" in text
    authenticators.new_codes(alice)
    text = text_of(client, elsewhere)
    assert "Recovery code" in text
    assert "operator can let you" not in text


def link_in(mail: Any) -> str:
    return str(re.findall(r"https?://[^/]+(/\S+)", mail.body)[0])


def asks_for_mail(client: Client, secure: bool) -> Any:
    return client.post(STEP, {"do": "mail", "code": ""}, secure=secure)


def test_a_link_to_the_confirmed_address_helps(
    alice: User, elsewhere: bool, mailoutbox: list[Any]
) -> None:
    client = browser()
    confirm_address(alice.pk, alice.email)
    types_password(client, elsewhere)
    assert "Send me a link by mail" in text_of(client, elsewhere)
    assert asks_for_mail(client, elsewhere)["Location"] == STEP
    send_next_mail()
    (mail,) = mailoutbox
    assert mail.to == [alice.email]
    link = link_in(mail)
    # Opening it changes nothing, and it is of no use in another browser.
    assert client.get(link, secure=elsewhere).status_code == 200
    assert browser().get(link, secure=elsewhere)["Location"] == "/sign-in/"
    other = browser()
    types_password(other, elsewhere)
    word = link.split("mail=")[1]
    assert other.post(STEP, {"mail": word}, secure=elsewhere).status_code == 422
    assert client.post(STEP, {"mail": "wrong"}, secure=elsewhere).status_code == 422
    assert client.post(STEP, {"mail": word}, secure=elsewhere)["Location"] == "/games/"
    assert client.get("/settings/privacy/", secure=elsewhere).status_code == 200


def test_the_mail_shows_no_second_factor(
    alice: User, elsewhere: bool, mailoutbox: list[Any]
) -> None:
    User.objects.filter(pk=alice.pk).update(desk_role="moderator")
    client = browser()
    confirm_address(alice.pk, alice.email)
    types_password(client, elsewhere)
    asks_for_mail(client, elsewhere)
    send_next_mail()
    client.post(STEP, {"mail": link_in(mailoutbox[0]).split("mail=")[1]}, secure=elsewhere)
    assert client.get("/settings/privacy/", secure=elsewhere).status_code == 200
    assert client.get("/desk/", secure=elsewhere).status_code == 302
    for do in ("begin", "codes", "ask-no-longer"):
        form = {"do": do, "password": PASSWORD}
        assert client.post(PAGE, form, secure=elsewhere).status_code == 422


@pytest.mark.parametrize("why", ["not confirmed", "works here", "has an app"])
def test_no_mail_where_something_better_works(alice: User, mailoutbox: list[Any], why: str) -> None:
    User.objects.filter(pk=alice.pk).update(asks_passkey=True)
    add_passkey(alice, Authenticator(), "testserver" if why == "works here" else "old.example")
    if why != "not confirmed":
        confirm_address(alice.pk, alice.email)
    if why == "has an app":
        Factors(alice, "app")
    client = browser()
    types_password(client)
    assert "by mail" not in text_of(client)
    assert asks_for_mail(client, True).status_code == 422
    assert client.post(STEP, {"mail": ""}, secure=True).status_code == 422
    assert not send_next_mail()
    assert not is_signed_in(client)


def test_the_same_link_comes_when_it_is_asked_for_twice(alice: User, mailoutbox: list[Any]) -> None:
    User.objects.filter(pk=alice.pk).update(asks_passkey=True)
    add_passkey(alice, Authenticator(), "old.example")
    confirm_address(alice.pk, alice.email)
    client = browser()
    types_password(client)
    for _ in range(2):
        asks_for_mail(client, True)
    while send_next_mail():
        pass
    for mail in mailoutbox:
        assert client.get(link_in(mail), secure=True).status_code == 200
    assert len({link_in(mail) for mail in mailoutbox}) == 1


def test_the_link_ends_when_an_app_is_set_up(alice: User, mailoutbox: list[Any]) -> None:
    User.objects.filter(pk=alice.pk).update(asks_passkey=True)
    add_passkey(alice, Authenticator(), "old.example")
    confirm_address(alice.pk, alice.email)
    client = browser()
    types_password(client)
    asks_for_mail(client, True)
    send_next_mail()
    Factors(alice, "app")
    word = link_in(mailoutbox[0]).split("mail=")[1]
    assert client.post(STEP, {"mail": word}, secure=True).status_code == 422
    assert not is_signed_in(client)


def test_a_passkey_of_release_1_0_learns_its_address(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(desk_role="helper")
    key = Authenticator()
    add_passkey(alice, key, site="")
    client = browser()
    types_password(client)
    assert "Use your passkey" in text_of(client)
    options = post(client, "/sign-in/passkey/options").json()
    assert post(client, "/sign-in/passkey/", answer=key.sign_in(options)).status_code == 200
    assert Passkey.objects.get().site == "testserver"


def test_the_page_of_the_settings_says_what_staff_do_without_a_factor(
    alice: User, settings: Settings
) -> None:
    User.objects.filter(pk=alice.pk).update(desk_role="moderator")
    client = browser()
    client.force_login(alice, backend=BACKEND)
    text = client.get(PAGE, secure=True).content.decode()
    assert "manage.py add_second_factor --link Alice" in text
    assert 'name="password"' not in text


def test_the_page_offers_only_what_may_be_done_now(alice: User, clock: FakeClock) -> None:
    factors = Factors(alice, "app codes passkey")
    client = browser()
    client.force_login(alice, backend=BACKEND)
    text = client.get(PAGE, secure=True).content.decode()
    assert "Show your second factor" in text
    assert 'name="password"' not in text
    post(client, PAGE, do="pass", code=code_now())
    text = client.get(PAGE, secure=True).content.decode()
    assert "Show your second factor" not in text
    for each in ("begin", "remove", "codes"):
        assert f'value="{each}"' in text
    clock.advance(601)
    assert 'name="password"' not in client.get(PAGE, secure=True).content.decode()
    assert show_passkey(client, factors.key) == 200
    assert 'name="password"' in client.get(PAGE, secure=True).content.decode()
