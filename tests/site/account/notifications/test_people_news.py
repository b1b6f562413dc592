"""Invitations to tables, and requests to become friends, are told to those who are away."""

import json
from collections.abc import Callable

import pytest
from django.core import mail

from games.models import Notice, User
from games.people.circles import friends, membership
from games.platform.database.threads import in_database
from games.site.account.membership import blocks
from games.site.account.notifications.queue import Facts, Person
from games.site.account.notifications.texts import text_of
from games.tables.live.registry import Hubs
from games.tables.matchmaking import invitations
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.push_service import PushService
from tests.site.account.notifications.subscribers import seen_long_ago, subscribed, wants_mail
from tests.site.account.notifications.sweeping import send_all, sweep_news, told
from tests.support.people import open_room

pytestmark = [pytest.mark.registered, pytest.mark.django_db(transaction=True)]


def invited(alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    friends.ask(bob, alice)
    invitations.invite(alice, open_room(alice, 2).code, bob)


def asked(alice: User, bob: User) -> None:
    friends.ask(alice, bob)


EVENTS = {"invite": invited, "friend": asked}


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("wants", [True, False])
async def test_it_tells_who_is_away_and_wants_it_once(
    kind: str, wants: bool, hubs: Hubs, alice: User, bob: User
) -> None:
    def make() -> None:
        subscribed(bob, PushBrowser())
        wants_mail(bob, *([kind] if wants else []))
        seen_long_ago(bob)
        EVENTS[kind](alice, bob)

    await in_database(make)
    for _ in range(2):
        await sweep_news()
    assert await told(kind) == (["Bob"] if wants else [])


def declined(kind: str, alice: User, bob: User) -> None:
    if kind == "friend":
        friends.answer(bob.pk, alice.pk, accepts=False)
    else:
        code = invitations.open_to([bob.pk])[0].room.code
        invitations.decline(bob.pk, code)


def apart(kind: str, alice: User, bob: User) -> None:
    blocks.block(bob.pk, alice.pk)


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("end", [None, declined, apart])
async def test_it_comes_by_mail_while_it_is_true(
    kind: str,
    end: Callable[[str, User, User], None] | None,
    hubs: Hubs,
    alice: User,
    bob: User,
) -> None:
    def make() -> None:
        wants_mail(bob, kind)
        seen_long_ago(bob)
        EVENTS[kind](alice, bob)

    await in_database(make)
    await sweep_news()
    if end is not None:
        await in_database(lambda: end(kind, alice, bob))
    await in_database(send_all)
    assert len(mail.outbox) == (1 if end is None else 0)


async def test_the_notification_leads_to_the_seat(
    hubs: Hubs, service: PushService, alice: User, bob: User
) -> None:
    browser = PushBrowser(service.endpoint("bob"))

    def make() -> str:
        subscribed(bob, browser)
        seen_long_ago(bob)
        invited(alice, bob)
        return invitations.open_to([bob.pk])[0].room.code

    code = await in_database(make)
    await sweep_news()
    await in_database(send_all)
    notice = await in_database(Notice.objects.get)
    facts = json.loads(notice.facts)
    assert facts["room"] == code
    message = browser.read(service.received[-1].body)
    assert message["path"] == f"/r/{code}/?take=1"
    assert message["title"] == "Alice invites you to a table"


def test_a_circle_is_named_to_its_members(alice: User, bob: User) -> None:
    circle = membership.open_circle(alice, "Tuesdays", "anchor", "UTC", "en")
    membership.join(circle, bob)
    facts = Facts("yacht", (Person(alice.pk, "Alice"),), room="bbbbbbbbbbbb", title=circle.name)
    assert text_of("invite", facts, bob.pk).title == "Tuesdays: Alice has opened a table"
