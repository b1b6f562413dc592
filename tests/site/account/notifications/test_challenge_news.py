"""The worker tells of challenges: of new ones and of those that were accepted."""

from functools import partial

import pytest
from django.core import mail

from games.models import Challenge, Room, User
from games.platform.database.threads import in_database
from games.site.account.notifications import finding, queue
from games.tables.live.registry import Hubs
from games.tables.matchmaking.challenges import accept, challenge, withdraw_all
from games.tables.matchmaking.jobs import sweep_tickets
from games.tables.rooms.game_settings import checked_settings
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.push_service import PushService
from tests.site.account.notifications.subscribers import seen_long_ago, subscribed, wants_mail
from tests.site.account.notifications.sweeping import DAY_S, send_all, sweep_after, sweep_news, told
from tests.support.clock import FakeClock
from tests.support.people import registered

pytestmark = pytest.mark.registered


async def test_it_tells_of_a_challenge_who_has_no_tab_open(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    def make() -> None:
        subscribed(bob, PushBrowser())
        User.objects.filter(pk=bob.pk).update(seen_at=clock.utc_now())
        challenge(alice.pk, bob, checked_settings("yahtzee", {}, 60, False))

    await in_database(make)
    await sweep_news()
    assert await told("challenge") == []
    clock.advance(91)
    for _ in range(2):
        await sweep_news()
    assert await told("challenge") == ["Bob"]


async def test_it_tells_of_a_new_challenge_however_many_others_are_open(
    hubs: Hubs, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "MAX_AT_ONCE", 1)

    def make(challenged: User) -> None:
        subscribed(challenged, PushBrowser(f"https://push.example.net/{challenged.name}"))
        seen_long_ago(challenged)
        challenge(alice.pk, challenged, checked_settings("yahtzee", {}, 60, False))

    for challenged in (bob, charlie):
        await in_database(partial(make, challenged))
        await sweep_news()
    assert await told("challenge") == ["Bob", "Charlie"]


async def test_it_tells_by_mail_of_a_challenge_that_is_open_for_long(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_CHALLENGE_MAILS", 2)

    def ask(challenger: User, seconds: int) -> None:
        challenge(challenger.pk, bob, checked_settings("yahtzee", {}, seconds, False))

    def make() -> None:
        wants_mail(bob, "challenge")
        seen_long_ago(bob)
        ask(alice, 60)  # ends after minutes

    await in_database(make)
    await sweep_news()
    assert await told("challenge") == []
    for name in ("Dora", "Emil", "Frida"):
        await in_database(lambda name=name: ask(registered(name), DAY_S))  # type: ignore[misc]
        for _ in range(2):
            await sweep_news()
    await in_database(send_all)
    # Nobody gets many in a day.
    assert [message.subject for message in mail.outbox] == [
        "Dora challenges you: Yahtzee, A day a turn",
        "Emil challenges you: Yahtzee, A day a turn",
    ]


async def test_it_tells_whose_challenge_was_accepted_while_they_are_away(
    hubs: Hubs, clock: FakeClock, service: PushService, alice: User, bob: User
) -> None:
    browser = PushBrowser(service.endpoint("alice"))

    def make() -> Room:
        subscribed(alice, browser)
        challenge(alice.pk, bob, checked_settings("yahtzee", {}, DAY_S, False))
        clock.advance(20 * 3600)
        seen_long_ago(alice)
        accept(bob.pk, Challenge.objects.get().pk)
        return Room.objects.get()

    room = await in_database(make)
    for _ in range(2):
        await sweep_after(clock, 60)
        await sweep_tickets()
        await in_database(send_all)
    message = browser.read(service.received.pop().body)
    assert service.received == []
    assert (message["title"], message["path"]) == (
        "Bob accepts your challenge",
        f"/r/{room.code}/",
    )
    # The table waits for Alice.
    assert await in_database(lambda: Room.objects.get().game) is None


async def test_it_tells_of_no_challenge_that_is_withdrawn(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    def make() -> None:
        subscribed(bob, PushBrowser())
        seen_long_ago(bob)
        challenge(alice.pk, bob, checked_settings("yahtzee", {}, 60, False))
        withdraw_all(alice.pk)

    await in_database(make)
    await sweep_news()
    assert await told("challenge") == []
