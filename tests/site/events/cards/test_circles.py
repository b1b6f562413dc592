"""Cards of a circle: only its members know of them, and each week one makes itself."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.core.protocol.errors import Refused
from games.models import Card, CardEntry, Circle, CircleMember, Notice, User
from games.people.circles import membership
from games.people.circles.weekly import choose_weekly
from games.record.reveals.public_log_verifying import seeded_problems
from games.site.account.notifications.card_news import tell_of_cards
from games.site.events.cards.access import circle_for, find_card
from games.site.events.cards.entries import NotOpen, enter
from games.site.events.cards.proof import proof_of
from games.site.events.cards.seeds import seeded_groups
from games.site.events.cards.weekly import open_weekly_cards
from tests.site.account.notifications.subscribers import wants_mail
from tests.site.events.cards import making
from tests.site.events.cards.playing import DAY_S, HOUR_S, begin, open_card, sealed_card
from tests.support.clock import FakeClock
from tests.support.people import BACKEND, registered

pytestmark = pytest.mark.django_db

# A Monday, 04:00 in Berlin.
MONDAY = datetime(2026, 11, 23, 3, tzinfo=UTC)


@pytest.fixture
def people(clock: FakeClock) -> tuple[User, User, User]:
    """Alice and Bob, who share a circle, and Carol, who knows nothing of it."""
    return registered("Alice"), registered("Bob"), registered("Carol")


@pytest.fixture
def circle(people: tuple[User, User, User]) -> Circle:
    alice, bob, _ = people
    circle = membership.open_circle(alice, "Tuesdays", "anchor", "Europe/Berlin", "en")
    membership.join(circle, bob)
    return circle


def browser_of(player: User | None) -> Client:
    browser = Client()
    if player is not None:
        browser.force_login(player, backend=BACKEND)
    return browser


PATHS = (
    "/c/{}/",
    "/c/{}.json",
    "/api/v1/cards/{}",
    "/preview/c/{}.png",
    "/c/{}/seed",
    "/c/{}/play",
)


@pytest.mark.parametrize("path", PATHS)
def test_it_does_not_exist_for_others(
    circle: Circle, people: tuple[User, User, User], clock: FakeClock, path: str
) -> None:
    alice, bob, carol = people
    card = open_card(alice, clock, circle=circle)
    posts = path.endswith(("seed", "play"))
    for player in (None, carol):
        browser = browser_of(player)
        ask = browser.post if posts else browser.get
        mine, unknown = ask(path.format(card.code)), ask(path.format("abcdefgh2345"))
        assert (mine.status_code, unknown.status_code) == (404, 404)
        assert len(mine.getvalue()) == len(unknown.getvalue())
    assert browser_of(bob).get(f"/c/{card.code}/").status_code == 200


def test_who_was_removed_cannot_begin_and_can_finish(
    circle: Circle, people: tuple[User, User, User], clock: FakeClock
) -> None:
    alice, bob, carol = people
    membership.join(circle, carol)
    card = open_card(alice, clock, circle=circle)
    game = begin(card, bob, clock)
    owner = CircleMember.objects.get(circle=circle, player=alice)
    for each in (bob, carol):
        membership.remove(circle, owner, each.pk)
    assert find_card(card.code, bob) is None
    # What a tab that was open sends.
    with pytest.raises(NotOpen):
        enter(card.pk, carol, "browser", clock.utc_now())
    assert game.room is not None
    assert browser_of(bob).get(reverse("room", args=[game.room.code])).status_code == 200
    making.played(card, bob, clock)
    assert CardEntry.objects.get(card=card, player=bob).total is not None
    assert browser_of(bob).get("/cards/").content.decode().count(card.code) == 0


def test_only_members_make_one(circle: Circle, people: tuple[User, User, User]) -> None:
    alice, _, carol = people
    assert circle_for(alice, circle.code) == circle
    with pytest.raises(Refused):
        circle_for(carol, circle.code)
    page = browser_of(alice).get(f"/cards/new?circle={circle.code}").content.decode()
    assert f'value="{circle.code}" selected' in page
    assert circle.code not in browser_of(carol).get("/cards/new").content.decode()


def test_members_are_told_once_when_it_opens(
    circle: Circle, people: tuple[User, User, User], clock: FakeClock
) -> None:
    alice, bob, carol = people
    for each in people:
        wants_mail(each, "circle")
    membership.join(circle, carol)
    membership.tell_news(circle.pk, carol.pk, told=False)
    sealed = sealed_card(alice, clock, circle=circle)
    tell_of_cards(clock.utc_now())
    assert not Notice.objects.exists()
    sealed.delete()
    open_card(alice, clock, circle=circle)
    for _ in range(2):
        tell_of_cards(clock.utc_now())
    assert [(each.player, each.kind) for each in Notice.objects.all()] == [(bob, "circle")]


def at(clock: FakeClock, moment: datetime) -> datetime:
    clock.set(int(moment.timestamp() * 1000))
    return moment


@pytest.fixture
def weekly(circle: Circle, people: tuple[User, User, User]) -> Circle:
    owner = CircleMember.objects.get(circle=circle, player=people[0])
    choose_weekly(circle, owner, "yatzy")
    return circle


def test_a_week_has_one_card_from_monday_at_four(weekly: Circle, clock: FakeClock) -> None:
    before = MONDAY - timedelta(seconds=1)
    # The week before is not made up.
    assert open_weekly_cards(at(clock, before)) == 0
    assert open_weekly_cards(at(clock, MONDAY)) == 1
    assert open_weekly_cards(at(clock, MONDAY + timedelta(hours=1))) == 0
    card = Card.objects.get()
    assert (card.circle, card.variant, card.week) == (weekly, "yatzy", MONDAY.date())
    assert (card.sender, card.closes_at) == (None, MONDAY + timedelta(days=7))
    assert open_weekly_cards(at(clock, MONDAY + timedelta(days=10))) == 0
    assert open_weekly_cards(at(clock, MONDAY + timedelta(days=14))) == 1


@pytest.mark.parametrize(
    ("zone", "hour"),
    [("Pacific/Auckland", -9), ("America/Los_Angeles", 12), ("Europe/Berlin", 3), ("UTC", 4)],
)
def test_monday_is_that_of_the_circle(
    weekly: Circle, clock: FakeClock, zone: str, hour: int
) -> None:
    Circle.objects.update(zone=zone)
    begin = datetime(2026, 11, 23, tzinfo=UTC) + timedelta(hours=hour)
    assert open_weekly_cards(at(clock, begin - timedelta(minutes=1))) == 0
    assert open_weekly_cards(at(clock, begin)) == 1


def test_a_week_has_seven_days_also_when_clocks_change(weekly: Circle, clock: FakeClock) -> None:
    open_weekly_cards(at(clock, datetime(2026, 10, 19, 2, tzinfo=UTC)))
    # After summer time: 04:00 in Berlin is 03:00 UTC.
    assert Card.objects.get().closes_at == datetime(2026, 10, 26, 3, tzinfo=UTC)


def test_its_dice_are_proved_as_those_of_other_cards(
    weekly: Circle, people: tuple[User, User, User], clock: FakeClock
) -> None:
    open_weekly_cards(at(clock, MONDAY))
    card = Card.objects.get()
    making.played(card, people[1], clock)
    clock.advance(8 * DAY_S + HOUR_S)
    making.revealed(card, clock)
    assert list(seeded_problems(seeded_groups())) == []
    proof = proof_of(card)
    assert proof["commitment"] == proof["group_commitment"]
    assert browser_of(people[0]).get(f"/c/{card.code}/").status_code == 200


def test_an_archived_circle_has_none(weekly: Circle, clock: FakeClock) -> None:
    Circle.objects.update(archived_at=clock.utc_now())
    assert open_weekly_cards(at(clock, MONDAY)) == 0
