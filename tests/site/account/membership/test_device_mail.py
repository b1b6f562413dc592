"""Mail about new browsers: to the owner of a confirmed address, merged, and swallowed by nobody."""

import json
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from games.models import OutgoingMail, User
from games.platform.clock import utc_now
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.device_mail import tell_of_new_device
from games.site.account.membership.mail import send_next_mail
from games.site.account.notifications.choices import confirm_address
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, registered

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

ADDRESS = "alice@example.com"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def owner(alice: User) -> User:
    """Alice, who has confirmed her address."""
    assert confirm_address(alice.pk, ADDRESS)
    return alice


def sign_in(name: str = "Alice") -> None:
    headers = {"User-Agent": FIREFOX}
    form = {"name": name, "password": PASSWORD}
    assert Client().post("/sign-in/", form, headers=headers).status_code == 302


def send_all() -> list[str]:
    """Send what is due; return the bodies of all mails so far."""
    while send_next_mail():
        pass
    return [str(each.body) for each in mail.outbox]


def decoy(number: int) -> str:
    """An account of somebody else with the address of alice; return its name."""
    name = f"Decoy {number}"
    account = registered(name)
    User.objects.filter(pk=account.pk).update(email=ADDRESS)
    return name


def test_it_tells_the_owner(owner: User) -> None:
    sign_in()
    (body,) = send_all()
    assert "Hello Alice" in body
    assert body.count("Firefox, Linux") == 1
    assert mail.outbox[0].subject == "Yacht: A new sign-in to your account"
    assert not OutgoingMail.objects.exists()


def test_it_merges_sign_ins_that_wait(owner: User) -> None:
    sign_in()
    sign_in()
    (body,) = send_all()
    assert "2 sign-ins" in body
    assert body.count("Firefox, Linux") == 2
    assert mail.outbox[0].subject == "Yacht: 2 new sign-ins to your account"


def test_nobody_gets_mail_at_an_address_that_they_have_not_confirmed(alice: User) -> None:
    for number in range(3):
        name = decoy(number)
        for _ in range(7):
            sign_in(name)
    sign_in()
    assert send_all() == []
    assert not OutgoingMail.objects.exists()


def test_a_decoy_with_the_same_address_swallows_no_warning(owner: User) -> None:
    sign_in(decoy(1))
    sign_in()
    (body,) = send_all()
    assert "Hello Alice" in body


def test_a_decoy_that_is_confirmed_swallows_no_warning(owner: User) -> None:
    # Both belong to the owner of the address: each account is told of.
    name = decoy(1)
    assert confirm_address(User.objects.get(name=name).pk, ADDRESS)
    sign_in(name)
    sign_in()
    assert [name in send_all()[0], "Hello Alice" in send_all()[1]] == [True, True]


def test_a_new_address_hides_no_warning(owner: User) -> None:
    # A thief changes the address right after signing in.
    sign_in()
    User.objects.filter(pk=owner.pk).update(email="thief@example.com")
    send_all()
    assert [each.to for each in mail.outbox] == [[ADDRESS]]


def test_an_address_gets_five_an_hour_and_misses_no_sign_in(owner: User, clock: FakeClock) -> None:
    bodies = []
    for _ in range(12):
        sign_in()
        bodies = send_all()
    assert len(bodies) == 5
    clock.advance(3600)
    told = sum(body.count("Firefox, Linux") for body in send_all())
    assert (len(mail.outbox), told) == (6, 12)
    assert "7 sign-ins" in str(mail.outbox[-1].body)


def test_a_sign_in_while_the_mail_is_sent_is_told_next(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = EmailBackend.send_messages

    def meanwhile(self: EmailBackend, messages: Any) -> int:
        monkeypatch.setattr(EmailBackend, "send_messages", send)
        sign_in()
        return send(self, messages)

    sign_in()
    monkeypatch.setattr(EmailBackend, "send_messages", meanwhile)
    assert [body.count("Firefox, Linux") for body in send_all()] == [1, 1]
    assert not OutgoingMail.objects.exists()


def test_it_is_kept_while_the_mail_server_is_down(
    owner: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fail(self: Any, messages: Any) -> int:
        raise SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", fail)
        sign_in()
        assert send_all() == []
    sign_in()
    clock.advance(120)
    (body,) = send_all()
    assert "2 sign-ins" in body


def test_it_lists_the_last_twenty(owner: User, clock: FakeClock) -> None:
    for _ in range(25):
        sign_in()
        clock.advance(60)
    (body,) = send_all()
    assert "25 sign-ins" in body
    assert body.count("Firefox, Linux") == 20


def test_it_sends_what_the_version_before_has_asked_for(owner: User, clock: FakeClock) -> None:
    now = clock.utc_now()
    for name in ("Alice", decoy(1)):
        details = {"name": name, "browser": "Firefox, Linux", "at": now.isoformat()}
        OutgoingMail.objects.create(
            kind="new device",
            address=ADDRESS,
            asked_at=now,
            next_try_at=now,
            details=json.dumps(details),
        )
    (body,) = send_all()
    assert "Hello Alice" in body
    assert "Firefox, Linux" in body
    assert not OutgoingMail.objects.exists()


def test_it_goes_with_the_account_from_an_earlier_address_too(alice: User) -> None:
    assert confirm_address(alice.pk, ADDRESS)
    tell_of_new_device(alice, "", utc_now())
    User.objects.filter(pk=alice.pk).update(email="new@example.com")
    delete_player(User.objects.get(pk=alice.pk))
    assert not OutgoingMail.objects.exists()
