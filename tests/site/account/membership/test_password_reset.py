"""Reset a password by mail, which the worker sends."""

import re

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from games.models import PushSubscription, User
from games.site.account.membership.mail import send_next_mail
from tests.fixtures import As
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.subscribers import subscribed
from tests.support.people import PASSWORD

pytestmark = pytest.mark.registered

NEW = "blue sails at dusk"


def ask(email: str) -> Client:
    browser = Client()
    answer = browser.post("/password/reset/", {"email": email})
    assert answer["Location"] == "/password/reset/done/"
    send_all()
    return browser


def send_all() -> None:
    while send_next_mail():
        pass


def link_in_mail() -> str:
    bodies = "\n".join(str(each.body) for each in mail.outbox)
    (found,) = re.findall(r"http://localhost:8000(/password/reset/\S+)", bodies)
    assert isinstance(found, str)
    return found


def test_it_leads_from_the_mail_to_a_new_password(alice: User) -> None:
    subscribed(alice, PushBrowser())
    ask("Alice@example.com")
    assert mail.outbox[0].to == ["alice@example.com"]
    assert mail.outbox[0].subject == "Yacht: Choose a new password"
    assert "Alice\nhttp" in mail.outbox[0].body
    browser = Client()
    form_page = browser.get(link_in_mail(), follow=True)
    form = {"new_password1": NEW, "new_password2": NEW}
    answer = browser.post(form_page.request["PATH_INFO"], form)
    assert answer["Location"] == "/password/reset/complete/"
    assert not PushSubscription.objects.exists()
    assert Client().post("/sign-in/", {"name": "alice", "password": NEW}).status_code == 302
    assert Client().post("/sign-in/", {"name": "alice", "password": PASSWORD}).status_code == 422


def test_it_lets_a_link_work_once(alice: User) -> None:
    ask("alice@example.com")
    link = link_in_mail()
    browser = Client()
    path = browser.get(link, follow=True).request["PATH_INFO"]
    browser.post(path, {"new_password1": NEW, "new_password2": NEW})
    assert "This link does not work" in Client().get(link, follow=True).content.decode()


def test_it_ends_a_link_when_its_owner_signs_out_everywhere(alice: User, signed_in: As) -> None:
    ask("alice@example.com")
    signed_in(alice).post("/account/sessions/end/", {"current": PASSWORD})
    assert "This link does not work" in Client().get(link_in_mail(), follow=True).content.decode()


def test_it_ends_all_sessions_made_with_the_old_password(alice: User) -> None:
    thief = Client()
    thief.post("/sign-in/", {"name": "alice", "password": PASSWORD})
    ask("alice@example.com")
    browser = Client()
    path = browser.get(link_in_mail(), follow=True).request["PATH_INFO"]
    browser.post(path, {"new_password1": NEW, "new_password2": NEW})
    assert thief.get("/settings/privacy/").status_code == 302


def test_it_answers_the_same_for_an_address_it_does_not_know(alice: User) -> None:
    pages = [
        re.sub('nonce="[^"]*"', "", ask(email).get("/password/reset/done/").content.decode())
        for email in ("alice@example.com", "nobody@example.com")
    ]
    assert pages[0] == pages[1]
    assert len(mail.outbox) == 1


def test_it_works_the_same_for_an_address_it_does_not_know(
    alice: User, bob: User, settings: Settings
) -> None:
    # A page that sent the mail itself, or looked for the account, would fail.
    settings.EMAIL_BACKEND = "no.such.backend"
    User.objects.filter(pk=bob.pk).update(email="alice@example.com")
    made = []
    for email in ("alice@example.com", "nobody@example.com"):
        with CaptureQueriesContext(connection) as queries:
            Client().post("/password/reset/", {"email": email})
        made.append([query["sql"].replace(email, "...") for query in queries])
    assert [re.sub(r"'[\d: .-]+'", "'time'", sql) for sql in made[0]] == [
        re.sub(r"'[\d: .-]+'", "'time'", sql) for sql in made[1]
    ]
    assert [sql.split()[0] for sql in made[0] if "games_" in sql] == ["INSERT"]
    assert not any("games_user" in sql for sql in made[0])


def test_it_sends_nothing_to_guests_or_deleted_players(guest: User, alice: User) -> None:
    User.objects.filter(pk=guest.pk).update(email="guest@example.com")
    User.objects.filter(pk=alice.pk).update(is_active=False)
    ask("guest@example.com")
    ask("alice@example.com")
    assert not mail.outbox


def test_it_does_not_follow_a_forged_host(alice: User) -> None:
    form = {"email": "alice@example.com"}
    assert Client().post("/password/reset/", form, HTTP_HOST="evil.example").status_code == 400
    assert not mail.outbox


@pytest.mark.parametrize("headers", [{"host": "localhost:6666"}, {"x-forwarded-proto": "https"}])
def test_it_takes_no_port_or_scheme_from_the_request(
    alice: User, settings: Settings, headers: dict[str, str]
) -> None:
    form = {"email": "alice@example.com"}
    Client(headers=headers).post("/password/reset/", form, secure="x-forwarded-proto" in headers)
    send_all()
    assert link_in_mail()


def test_it_limits_the_mails_one_address_may_ask_for(alice: User, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "reset": (1, 3600)}
    ask("alice@example.com")
    answer = Client().post("/password/reset/", {"email": "alice@example.com"})
    assert answer.status_code == 429
    send_all()
    assert len(mail.outbox) == 1


def test_it_limits_the_mails_to_one_address_from_ever_new_places(
    alice: User, settings: Settings
) -> None:
    times, _ = settings.LIMITS["reset-address"]

    def asked(email: str, number: int) -> int:
        browser = Client(REMOTE_ADDR=f"8.8.4.{number}")
        status = browser.post("/password/reset/", {"email": email}).status_code
        send_all()
        return status

    spellings = ("alice@example.com", "ALICE@example.com", "Alice@Example.com")
    answers = [asked(spellings[number % 3], number) for number in range(12)]
    assert answers == [302] * times + [429] * (12 - times)
    assert len(mail.outbox) == times
    # The same for an address of nobody; others are not affected.
    assert [asked("nobody@example.com", number) for number in range(times + 1)][-1] == 429
    assert asked("bob@example.com", 1) == 302
