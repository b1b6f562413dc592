"""Mail is sent at least once, tried again for a day, and stored no longer than needed."""

from datetime import timedelta
from itertools import pairwise
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from games.models import OutgoingMail, User
from games.site.account.membership.mail import (
    GIVE_UP_AFTER,
    ask_for_confirmation,
    ask_for_reset,
    send_next_mail,
)
from games.site.account.notifications.choices import Wanted, choose_notices, confirm_address
from tests.support.clock import FakeClock

ADDRESS = "bob@example.com"


@pytest.fixture
def bob(bob: User) -> User:
    """Bob, with an account and an email address."""
    bob.password, bob.email = make_password("red sails at dawn"), ADDRESS
    bob.is_guest = False
    bob.save(update_fields=["password", "email", "is_guest"])
    return bob


@pytest.fixture
def server_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail server drops every connection."""

    def fail(self: Any, messages: Any) -> int:
        raise SMTPServerDisconnected("Connection unexpectedly closed")

    monkeypatch.setattr(EmailBackend, "send_messages", fail)


def minutes_until_next(clock: FakeClock) -> float:
    """Return how long the only mail waits for its next try."""
    return (OutgoingMail.objects.get().next_try_at - clock.utc_now()) / timedelta(minutes=1)


def test_it_sends_a_mail_and_forgets_it(bob: User) -> None:
    ask_for_reset(ADDRESS)
    assert OutgoingMail.objects.get().address == ADDRESS
    assert not mail.outbox
    assert send_next_mail()
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    assert not OutgoingMail.objects.exists()
    assert not send_next_mail()


def test_it_forgets_an_address_of_nobody(bob: User) -> None:
    ask_for_reset("nobody@example.com")
    assert send_next_mail()
    assert not OutgoingMail.objects.exists()
    assert not mail.outbox


def accounts(count: int, email: str = ADDRESS) -> list[User]:
    """Accounts with this address; the later ones were here later."""
    return [
        User.objects.create(
            username=f"p{number}",
            name=f"P{number}",
            email=email,
            password=make_password("red sails at dawn"),
        )
        for number in range(count)
    ]


def named(body: object) -> list[str]:
    """The accounts that a mail has links for."""
    lines = str(body).splitlines()
    return [before for before, line in pairwise(lines) if line.startswith("http")]


def test_it_sends_one_mail_for_all_accounts_with_the_address(bob: User, alice: User) -> None:
    alice.password, alice.email = make_password("blue sails at dusk"), ADDRESS
    alice.is_guest = False
    alice.save(update_fields=["password", "email", "is_guest"])
    ask_for_reset(ADDRESS.upper())
    assert send_next_mail()
    (message,) = mail.outbox
    assert message.to == [ADDRESS]
    assert sorted(named(message.body)) == ["Alice", "Bob"]


def test_it_names_at_most_three_accounts_those_that_were_here_last(bob: User) -> None:
    accounts(30)
    ask_for_reset(ADDRESS)
    assert send_next_mail()
    (message,) = mail.outbox
    assert named(message.body) == ["P29", "P28", "P27"]


def test_a_confirmed_address_comes_first(bob: User) -> None:
    assert confirm_address(bob.pk, ADDRESS)
    accounts(30)
    ask_for_reset(ADDRESS)
    assert send_next_mail()
    assert named(mail.outbox[0].body) == ["Bob", "P29", "P28"]


def test_it_sends_no_link_to_another_spelling_of_the_address(bob: User) -> None:
    accounts(1, "Bob@example.com")
    ask_for_reset(ADDRESS)
    assert send_next_mail()
    ask_for_reset("BOB@example.com")
    assert send_next_mail()
    sent = [(message.to, named(message.body)) for message in mail.outbox]
    assert sent == [([ADDRESS], ["Bob"]), (["Bob@example.com"], ["P0"])]


def test_it_confirms_an_address_with_one_mail(bob: User) -> None:
    for each in (*accounts(5), bob):
        choose_notices(each, Wanted(frozenset(["turn"]), "instead"))
    ask_for_confirmation(ADDRESS)
    assert send_next_mail()
    (message,) = mail.outbox
    assert named(message.body) == ["P4", "P3", "P2"]


def test_it_stores_no_second_mail_while_one_waits(bob: User) -> None:
    for address in (ADDRESS, ADDRESS, "BOB@example.com"):
        ask_for_reset(address)
    assert OutgoingMail.objects.count() == 1


def test_it_tries_again_after_pauses_that_double(
    bob: User, clock: FakeClock, server_down: None, caplog: pytest.LogCaptureFixture
) -> None:
    ask_for_reset(ADDRESS)
    pauses = []
    for _ in range(7):
        assert send_next_mail()
        assert not send_next_mail()
        pauses.append(minutes_until_next(clock))
        clock.advance(pauses[-1] * 60)
    assert pauses == [2, 4, 8, 16, 32, 60, 60]
    assert len(caplog.records) == 7
    assert all("tried again" in record.getMessage() for record in caplog.records)


def test_it_sends_after_the_server_is_back(
    bob: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ask_for_reset(ADDRESS)
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", None)
        assert send_next_mail()
    assert not mail.outbox
    clock.advance(120)
    assert send_next_mail()
    assert len(mail.outbox) == 1
    assert not OutgoingMail.objects.exists()


@pytest.mark.logs_errors("games.site.account.membership.mail")
def test_it_gives_up_after_a_day(
    bob: User, clock: FakeClock, server_down: None, caplog: pytest.LogCaptureFixture
) -> None:
    ask_for_reset(ADDRESS)
    clock.advance(GIVE_UP_AFTER.total_seconds())
    assert send_next_mail()
    assert not OutgoingMail.objects.exists()
    assert "dropped" in caplog.records[-1].getMessage()


def test_it_lets_one_mail_that_fails_stop_no_other(
    bob: User, monkeypatch: pytest.MonkeyPatch, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    ask_for_reset("broken@example.com")
    clock.advance(1)
    ask_for_reset(ADDRESS)
    send = EmailBackend.send_messages

    def fail_once(self: EmailBackend, messages: Any) -> int:
        if "broken@example.com" in messages[0].to:
            raise ValueError("a bug")
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", fail_once)
    User.objects.filter(pk=bob.pk).update(email="broken@example.com")
    assert send_next_mail()
    User.objects.filter(pk=bob.pk).update(email=ADDRESS)
    assert send_next_mail()
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    assert OutgoingMail.objects.get().address == "broken@example.com"


def test_it_is_sent_by_one_of_two_workers(bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for_reset(ADDRESS)
    send = EmailBackend.send_messages

    def while_another_works(self: EmailBackend, messages: Any) -> int:
        assert not send_next_mail()
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", while_another_works)
    assert send_next_mail()
    assert len(mail.outbox) == 1
