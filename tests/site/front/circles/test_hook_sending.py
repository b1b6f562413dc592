"""News of circles are posted signed, tried again, and to public addresses only."""

import hashlib
import hmac
import socket
import time
from datetime import timedelta
from http.client import HTTPResponse
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from games.core.protocol.errors import Refused
from games.models import CircleHook, CircleMessage, Notice, NotificationChoice, User
from games.people.circles import membership
from games.site.account.notifications import endpoints
from games.site.front.circles import hook_sending, hooks
from games.site.front.circles.hook_sending import PAUSES, TRIED_FOR, post_next
from games.site.front.circles.models import hook_context
from tests.site.front.circles.hooked import Receiver, circle_of, hooked, place, running_receiver
from tests.support.clock import FakeClock
from tests.support.people import registered

pytestmark = pytest.mark.django_db

DAY_S = 86_400.0


@pytest.fixture
def hook(alice: User, clock: FakeClock, receiver: Receiver) -> CircleHook:
    return hooked(circle_of(alice), alice, receiver.address)


def ask(hook: CircleHook, owner: User) -> CircleMessage:
    """Ask for a message."""
    hooks.ask_for_test(hook.circle, place(hook.circle, owner))
    return CircleMessage.objects.latest("pk")


def post_all() -> None:
    while post_next():
        pass


def test_it_signs_what_it_posts(hook: CircleHook, alice: User, receiver: Receiver) -> None:
    message = ask(hook, alice)
    assert post_next()
    assert not post_next()
    (received,) = receiver.received
    headers = received.headers
    # As docs/webhooks.md says, with Python's own HMAC.
    signed = f"{headers['yacht-timestamp']}.".encode() + received.body
    expected = hmac.new(hooks.secret_text(hook).encode(), signed, hashlib.sha256).hexdigest()
    assert headers["yacht-signature"] == f"sha256={expected}"
    assert headers["content-type"] == "application/json"
    assert (headers["yacht-event"], headers["yacht-delivery"]) == ("test", str(message.pk))
    assert received.json["id"] == str(message.pk)


def test_the_database_does_not_show_the_secret(hook: CircleHook, alice: User) -> None:
    hook.refresh_from_db()
    text = hooks.secret_text(hook)
    assert len(text) >= 32
    assert text.encode() not in bytes(hook.secret)
    assert hook_context(hook.circle_id) != hook_context(hook.circle_id + 1)
    hooks.new_secret(hook.circle, place(hook.circle, alice))
    hook.refresh_from_db()
    assert hooks.secret_text(hook) != text


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://192.168.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[fe80::1]/x",
        "https://localhost/x",
        "http://news.example.net/x",
        "https://news.example.net:8443/x",
        "https://me:secret@news.example.net/x",
        "ftp://news.example.net/",
        "",
    ],
)
def test_it_takes_no_inner_address(alice: User, address: str) -> None:
    circle = circle_of(alice)
    with pytest.raises(Refused):
        hooked(circle, alice, address)
    assert not CircleHook.objects.exists()


@pytest.mark.parametrize(
    "addresses",
    [("127.0.0.1",), ("10.0.0.1",), ("::1",), ("::ffff:127.0.0.1",), ("8.8.8.8", "10.0.0.1")],
)
def test_it_posts_nothing_to_a_name_that_leads_to_one(
    alice: User,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    addresses: tuple[str, ...],
) -> None:
    hook = hooked(circle_of(alice), alice, "https://news.example.net/x")

    def resolve(host: str, port: int, **options: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    def connect(*place: Any) -> None:
        raise AssertionError("it must not connect")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    ask(hook, alice)
    assert post_next()
    hook.refresh_from_db()
    assert (hook.failures, hook.last_error) == (1, "refused")


def test_it_follows_no_redirect(
    hook: CircleHook, alice: User, receiver: Receiver, settings: Settings
) -> None:
    with running_receiver() as other:
        settings.HOOK_HOSTS = [receiver.host, other.host]
        receiver.status, receiver.headers = 307, {"Location": other.address}
        ask(hook, alice)
        assert post_next()
        assert other.received == []
    hook.refresh_from_db()
    assert hook.last_error == "307"


def test_it_reads_little_of_a_huge_answer(
    hook: CircleHook, alice: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.status, receiver.answer = 200, b"x" * 30_000_000
    read: list[int] = []
    original = HTTPResponse.read

    def count(self: Any, amount: int | None = None) -> bytes:
        found = original(self, amount)
        read.append(len(found))
        return found

    monkeypatch.setattr(HTTPResponse, "read", count)
    ask(hook, alice)
    assert post_next()
    assert sum(read) <= endpoints.MAX_ANSWER_BYTES
    hook.refresh_from_db()
    assert hook.failures == 0


def test_a_silent_address_holds_up_only_itself(
    hook: CircleHook,
    alice: User,
    bob: User,
    receiver: Receiver,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(endpoints, "TOTAL_S", 3.0)
    receiver.silent.set()
    with running_receiver() as other:
        settings.HOOK_HOSTS = [receiver.host, other.host]
        theirs = hooked(circle_of(bob), bob, other.address)
        ask(hook, alice)
        ask(theirs, bob)
        lanes = hook_sending._lanes
        due = hook_sending.due_messages(CircleMessage.objects.latest("pk").created_at)
        with lanes.claim(due.select_related("hook__circle").order_by("pk")) as slow:
            assert slow is not None
            assert slow.hook_id == hook.pk
            # Another thread takes the other one, and nothing of the same address.
            assert post_next()
            assert not post_next()
        assert len(other.received) == 1
    began = time.monotonic()
    assert post_next()
    assert time.monotonic() - began < 8
    hook.refresh_from_db()
    assert hook.last_error == "silent"


def test_addresses_that_have_failed_share_one_thread(
    hook: CircleHook, alice: User, bob: User, receiver: Receiver, settings: Settings
) -> None:
    with running_receiver() as other:
        settings.HOOK_HOSTS = [receiver.host, other.host]
        theirs = hooked(circle_of(bob), bob, other.address)
        CircleHook.objects.update(failures=1)
        ask(hook, alice)
        ask(theirs, bob)
        due = hook_sending.due_messages(CircleMessage.objects.latest("pk").created_at)
        with hook_sending._lanes.claim(due.select_related("hook").order_by("pk")) as slow:
            assert slow is not None
            assert not post_next()
        assert post_next()


def test_it_tries_again_with_growing_pauses(
    hook: CircleHook, alice: User, receiver: Receiver, clock: FakeClock
) -> None:
    receiver.status = 500
    message = ask(hook, alice)
    pauses = []
    for _ in range(4):
        assert post_next()
        message.refresh_from_db()
        assert message.next_try_at is not None
        pauses.append(message.next_try_at - clock.utc_now())
        clock.advance(pauses[-1].total_seconds())
    assert tuple(pauses) == PAUSES[:4]
    receiver.status = 200
    assert post_next()
    assert not post_next()
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.last_error) == (0, None, "")
    assert {each.json["id"] for each in receiver.received} == {str(message.pk)}


def test_it_waits_as_long_as_a_busy_receiver_says(
    hook: CircleHook, alice: User, receiver: Receiver, clock: FakeClock
) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": "7"}
    message = ask(hook, alice)
    assert post_next()
    message.refresh_from_db()
    assert message.next_try_at == clock.utc_now() + timedelta(seconds=7)
    hook.refresh_from_db()
    assert hook.failures == 0


def test_after_a_day_of_failures_it_is_off_and_the_owner_is_told(
    clock: FakeClock, receiver: Receiver
) -> None:
    alice = registered("Alice")
    hook = hooked(circle_of(alice), alice, receiver.address)
    NotificationChoice.objects.create(player=alice, confirmed=alice.email, mail="always")
    receiver.status = 500
    ask(hook, alice)
    began = clock.utc_now()
    while not CircleHook.objects.get().off_at:
        assert clock.utc_now() - began < TRIED_FOR
        post_all()
        clock.advance(600)
    assert clock.utc_now() - began > timedelta(days=1)
    assert not CircleMessage.objects.filter(next_try_at__isnull=False).exists()
    notice = Notice.objects.get()
    assert (notice.player, notice.kind) == (alice, "circle")
    with pytest.raises(Refused):
        hooks.ask_for_test(hook.circle, place(hook.circle, alice))
    # Saved once more, it is on.
    hooks.set_hook(hook.circle, place(hook.circle, alice), hook.address, "json")
    assert CircleHook.objects.get().off_at is None


def test_failures_before_a_new_address_do_not_count(
    hook: CircleHook, alice: User, clock: FakeClock, settings: Settings
) -> None:
    hooks.note_failure(hook, "500", clock.utc_now())
    with running_receiver() as other:
        settings.HOOK_HOSTS = [*settings.HOOK_HOSTS, other.host]
        hooked(hook.circle, alice, other.address)
    clock.advance(2 * DAY_S)
    # What a slow thread says of the old one, too.
    hooks.note_failure(hook, "500", clock.utc_now())
    assert CircleHook.objects.get().failures == 0


def test_two_workers_post_a_message_once(
    hook: CircleHook, alice: User, receiver: Receiver, clock: FakeClock
) -> None:
    message = ask(hook, alice)
    stale = CircleMessage.objects.select_related("hook__circle").get(pk=message.pk)
    assert post_next()
    hook_sending._post(stale, clock.utc_now())
    assert len(receiver.received) == 1


@pytest.mark.parametrize("act", [hooks.new_secret, hooks.remove_hook, hooks.ask_for_test])
def test_only_the_owner_may(hook: CircleHook, act: Any) -> None:
    helper, circle = registered("Carol"), hook.circle
    owner = circle.members.get()
    membership.join(circle, helper)
    membership.make_helper(circle, owner, helper.pk, helps=True)
    with pytest.raises(Refused):
        act(circle, place(circle, helper))
