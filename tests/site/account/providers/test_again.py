"""Where others type their password, an account without one signs in at its provider again, or opens
a link in a mail.
"""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import NotificationChoice, Passkey, ProviderLink, User
from games.site.account.membership.mail import send_next_mail
from tests.site.account.providers.school import (
    School,
    address_of,
    agree,
    asked_of,
    sign_in,
    sign_up,
)
from tests.site.shared.pages.forms_on_pages import forms_of
from tests.support.clock import FakeClock
from tests.system.attack.authenticator import Authenticator
from tests.system.e2e.pages import FOR_ACCOUNTS

pytestmark = pytest.mark.django_db

MAIL = "dora@example.com"
AGAIN = "/sign-in/with/school/again/"
PROBLEM = re.compile(r'<[^>]*role="alert"[^>]*>.*?</', re.S)
LINK = re.compile(r"http://\S+(/sign-in/again/\?mail=\S+)")


@pytest.fixture
def browser(school: School) -> Client:
    """Dora's browser. She has no password."""
    school.person("d1", nickname="Dora", email=MAIL, email_verified=True)
    sign_up(found := Client(), "d1", "Dora")
    return found


def dora() -> User:
    return User.objects.get(pk=ProviderLink.objects.get(subject="d1").player_id)


def again(browser: Client, sub: str = "d1", wanted: str = "/settings/") -> Any:
    left = browser.post(AGAIN, {"next": wanted})
    return browser.get(agree(address_of(left), sub))


def change_email(browser: Client) -> bool:
    browser.post("/account/email/", {"email": "new@example.com"})
    return dora().email == "new@example.com"


def set_password(browser: Client) -> bool:
    browser.post("/account/password/", {"new": "another long one 1"})
    return dora().has_usable_password()


def sign_out_elsewhere(browser: Client) -> bool:
    before = dora().password
    browser.post("/account/sessions/end/", {})
    return dora().password != before


def begin_app(browser: Client) -> bool:
    answer = browser.post("/settings/second-factor/", {"do": "begin"})
    return "data:image/svg" in answer.content.decode()


def add_passkey(browser: Client) -> bool:
    options = browser.post("/settings/passkeys/options", secure=True).json()
    form = {"answer": Authenticator().register(options), "name": "Phone"}
    browser.post("/settings/passkeys/add", form, secure=True)
    return Passkey.objects.exists()


def unlock(browser: Client) -> bool:
    User.objects.filter(pk=dora().pk).update(locked=True)
    browser.post("/settings/family/unlock", {})
    return not dora().locked


def delete(browser: Client) -> bool:
    browser.post("/account/delete/", {})
    return not ProviderLink.objects.filter(subject="d1").exists()


CHANGES: list[Callable[[Client], bool]] = [
    *(change_email, set_password, sign_out_elsewhere, begin_app, add_passkey, unlock, delete),
]
"""Each change that asks for the password; whether it was made."""


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each.__name__)
def test_a_change_wants_a_new_sign_in(browser: Client, change: Callable[[Client], bool]) -> None:
    assert not change(browser)
    User.objects.filter(pk=dora().pk).update(locked=False)
    assert again(browser)["Location"] == "/settings/"
    assert change(browser)


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each.__name__)
def test_an_empty_password_is_none(browser: Client, change: Callable[[Client], bool]) -> None:
    post = browser.post
    empty = {"password": "", "current": ""}
    browser.post = lambda path, form=None, **more: post(path, {**(form or {}), **empty}, **more)  # type: ignore[method-assign]
    assert not change(browser)


PAGES = (*FOR_ACCOUNTS, "/settings/family/")
ASKING = {
    *("/settings/", "/settings/second-factor/", "/settings/providers/", "/account/delete/"),
    "/settings/family/",
}
"""The pages whose forms ask for the password."""


def lock_for(page: str) -> None:
    """Lock the account where that is taken off. It shows no other page of these."""
    User.objects.filter(pk=dora().pk).update(locked=page == "/settings/family/")


def says_again_first(text: str) -> bool:
    return f'href="{reverse("provider-again")}?next=' in text


def buttons_of(browser: Client, page: str) -> set[tuple[str, str, str]]:
    """Every button that a page shows: where it leads, and what it says."""
    forms = forms_of(browser.get(page).content.decode(), page)
    return {
        (own or form.action, name, value) for form in forms for name, value, own in form.buttons
    }


@pytest.mark.parametrize("page", PAGES)
def test_pages_ask_for_it_instead_of_a_password(browser: Client, page: str) -> None:
    lock_for(page)
    text = browser.get(page).content.decode()
    assert says_again_first(text) == (page in ASKING)
    assert 'autocomplete="current-password"' not in text
    again(browser)
    assert not says_again_first(browser.get(page).content.decode())


@pytest.mark.parametrize("page", PAGES)
def test_pages_ask_for_one_thing_at_a_time(browser: Client, page: str) -> None:
    """No button stands beside the link: it would only say that the link comes first."""
    lock_for(page)
    shown = browser.get(page).content.decode()
    for form in forms_of(shown, page):
        for name, value, own in form.buttons:
            other = Client()
            other.cookies.load({key: each.value for key, each in browser.cookies.items()})
            with transaction.atomic():
                fields = {**form.fields, **({name: [value]} if name else {})}
                answer: Any = other.post(own or form.action, fields)
                transaction.set_rollback(True)
            said = ("".join(PROBLEM.findall(answer.content.decode())), own or form.action, value)
            assert not says_again_first(said[0]), said
    before = buttons_of(browser, page)
    again(browser)
    assert (buttons_of(browser, page) > before) == (page in ASKING)


def test_it_asks_the_provider_to_ask_again(browser: Client) -> None:
    asked = asked_of(browser.post(AGAIN))
    assert (asked["prompt"], asked["max_age"]) == ("login", "0")


OLD: dict[str, Callable[[], dict[str, Any]]] = {
    "two minutes ago": lambda: {"auth_time": int(time.time()) - 120},
    "years ago": lambda: {"auth_time": 1},
    "in two minutes": lambda: {"auth_time": int(time.time()) + 120},
    "in years": lambda: {"auth_time": 4_000_000_000},
    "no time": lambda: {"auth_time": None},
    "no number": lambda: {"auth_time": "now"},
    "true": lambda: {"auth_time": True},
}


@pytest.mark.parametrize("case", OLD)
def test_a_provider_that_did_not_ask_does_not_count(
    school: School, browser: Client, case: str
) -> None:
    school.person("d1", nickname="Dora", **OLD[case]())
    for has_mail, text in ((False, "operator can help you"), (True, "School did not ask you")):
        if has_mail:
            confirmed(dora())
        answer = again(browser)
        assert answer.status_code == 422
        assert ("was not right" if case == "no number" else text) in answer.content.decode()
        assert not change_email(browser)


def test_clocks_may_differ_by_half_a_minute(school: School, browser: Client) -> None:
    school.person("d1", nickname="Dora", auth_time=int(time.time()) - 30)
    assert again(browser).status_code == 302
    assert change_email(browser)


def test_somebody_else_does_not_count(school: School, browser: Client) -> None:
    school.person("e1", nickname="Emil")
    answer = again(browser, "e1")
    assert answer.status_code == 422
    assert not change_email(browser)


def test_another_account_of_the_site_does_not_count(school: School, browser: Client) -> None:
    sign_up(Client(), "e1", "Emil")
    assert again(browser, "e1").status_code == 422
    assert not change_email(browser)


def test_signing_in_is_not_signing_in_again(browser: Client) -> None:
    sign_in(other := Client(), "d1")
    assert not change_email(other)


def test_it_holds_for_ten_minutes(browser: Client, clock: FakeClock, school: School) -> None:
    school.person("d1", nickname="Dora", auth_time=clock.now_ms() // 1000)
    assert again(browser).status_code == 302
    clock.advance(601)
    assert not change_email(browser)


def test_it_holds_in_this_browser_only(browser: Client) -> None:
    again(browser)
    sign_in(other := Client(), "d1")
    assert not change_email(other)


def test_somebody_with_a_password_types_it(school: School, browser: Client) -> None:
    again(browser)
    assert set_password(browser)
    assert again(browser)["Location"] == "/settings/"
    browser.post("/account/email/", {"email": "new@example.com", "current": "wrong"})
    assert dora().email != "new@example.com"
    browser.post("/account/email/", {"email": "new@example.com", "current": "another long one 1"})
    assert dora().email == "new@example.com"


# By mail


def confirmed(player: User) -> None:
    User.objects.filter(pk=player.pk).update(email=MAIL)
    NotificationChoice.objects.update_or_create(player=player, defaults={"confirmed": MAIL})


def mailed(browser: Client) -> str:
    browser.post("/sign-in/again/", {"next": "/settings/"})
    send_next_mail()
    found = LINK.search(str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def test_a_link_in_a_mail_does_as_well(browser: Client) -> None:
    confirmed(dora())
    link = mailed(browser)
    assert "Go on" in browser.get(link).content.decode()
    assert not change_email(browser), "opening it is not enough: some mail programs do that"
    word = link.partition("mail=")[2]
    answer = browser.post("/sign-in/again/", {"mail": word})
    assert answer["Location"] == "/settings/"
    assert change_email(browser)


def test_the_link_works_once_and_in_the_browser_that_asked(browser: Client) -> None:
    confirmed(dora())
    word = mailed(browser).partition("mail=")[2]
    sign_in(other := Client(), "d1")
    assert other.post("/sign-in/again/", {"mail": word}).status_code == 422
    assert browser.post("/sign-in/again/", {"mail": word}).status_code == 302
    assert browser.post("/sign-in/again/", {"mail": word}).status_code == 422


def test_the_link_lasts_half_an_hour(browser: Client, clock: FakeClock) -> None:
    confirmed(dora())
    word = mailed(browser).partition("mail=")[2]
    clock.advance(1801)
    assert browser.post("/sign-in/again/", {"mail": word}).status_code == 422
    assert not change_email(browser)


def test_there_is_no_mail_to_an_address_that_nobody_confirmed(browser: Client) -> None:
    User.objects.filter(pk=dora().pk).update(email=MAIL)
    assert "Send me a link" not in browser.get("/sign-in/again/").content.decode()
    assert browser.post("/sign-in/again/", {}).status_code == 422
    send_next_mail()
    assert not mail.outbox


def test_discord_cannot_be_asked_so_there_is_the_mail(
    school: School, browser: Client, settings: Settings
) -> None:
    confirmed(dora())
    settings.OIDC = {"chat": {"KIND": "discord", "CLIENT_ID": "1", "CLIENT_SECRET": "2"}}
    ProviderLink.objects.update(issuer="https://discord.com")
    page = browser.get("/sign-in/again/").content.decode()
    assert "Continue with" not in page
    assert "Send me a link by mail" in page


def test_guests_have_nothing_to_sign_in_to_again(school: School) -> None:
    guest = Client()
    guest.post("/guest/", {"name": "Gus"})
    assert guest.get("/sign-in/again/")["Location"] == "/account/keep/"
