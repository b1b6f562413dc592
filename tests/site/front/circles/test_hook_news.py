"""What is posted of a circle's news: each once, in the form that the receiver understands."""

import json
import re
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from games.models import (
    Card,
    CardEntry,
    Circle,
    CircleEvening,
    CircleEveningPlace,
    CircleHook,
    CircleMessage,
    Invitation,
    Room,
    User,
)
from games.site.events.cards.access import circle_for
from games.site.front.circles import hooks
from games.site.front.circles.hook_messages import READERS, message_body
from games.site.front.circles.hook_news import KEPT, find_news, forget_old
from tests.environment import ROOT
from tests.site.events.cards import making
from tests.site.events.cards.playing import open_card
from tests.site.front.circles.hooked import circle_of, hooked, place
from tests.support.clock import FakeClock
from tests.support.people import open_room, registered

pytestmark = pytest.mark.django_db

ADDRESS = "https://news.example.net/x"
DOCS = ROOT / "docs" / "webhooks.md"


class Told(NamedTuple):
    """A circle of Alice and Bob with an address."""

    circle: Circle
    hook: CircleHook
    alice: User
    bob: User
    clock: FakeClock

    def bodies(self) -> dict[str, Any]:
        """Return what waits to be posted, by type."""
        find_news(self.clock.utc_now())
        waiting = CircleMessage.objects.filter(next_try_at__isnull=False).order_by("pk")
        self.hook.refresh_from_db()
        found = ((each, message_body(self.hook, each)) for each in waiting)
        return {each.subject.partition(":")[0]: json.loads(body) for each, body in found if body}


@pytest.fixture
def told(clock: FakeClock) -> Told:
    alice, bob = registered("Alice"), registered("Bob")
    circle = circle_of(alice, bob)
    return Told(circle, hooked(circle, alice, ADDRESS), alice, bob, clock)


def open_table(told: Told, *, tells: bool = True) -> Room:
    room = open_room(told.alice)
    now = told.clock.utc_now()
    Room.objects.filter(pk=room.pk).update(circle=told.circle, created_at=now)
    if tells:
        Invitation.objects.create(
            room=room,
            sender=told.alice,
            asked=told.bob,
            circle=told.circle,
            created_at=now,
            expires_at=now + timedelta(hours=1),
        )
    return room


def card_of(told: Told, **given: Any) -> Card:
    circle = circle_for(told.alice, told.circle.code)
    return open_card(told.alice, told.clock, circle=circle, **given)


def evening(told: Told, night: date) -> CircleEvening:
    found = CircleEvening.objects.create(
        circle=told.circle, night=night, people="x", games=3, last_at=told.clock.utc_now()
    )
    for player, wins, points in ((told.bob, 1, 540), (told.alice, 2, 601)):
        CircleEveningPlace.objects.create(
            evening=found, player=player, name=player.name, games=3, wins=wins, points=points
        )
    return found


def everything(told: Told) -> dict[str, Any]:
    """Let everything happen that is told. Return what is posted, by type."""
    hooks.ask_for_test(told.circle, place(told.circle, told.alice))
    open_table(told)
    card = card_of(told)
    making.played(card, told.bob, told.clock)
    CardEntry.objects.update(total=212)
    evening(told, date(2025, 12, 30))
    found = told.bodies()
    making.revealed(card, told.clock)
    return found | told.bodies()


def test_the_documentation_has_an_example_of_each(told: Told) -> None:
    examples = [
        json.loads(block)
        for block in re.findall(r"```json\n(.*?)```", DOCS.read_text(), flags=re.DOTALL)
    ]
    by_type = {each["type"]: each for each in examples if "type" in each}
    found = everything(told)
    assert set(by_type) == set(found) == set(READERS)
    for kind, example in by_type.items():
        assert _shape(example) == _shape(found[kind]), kind


def _shape(value: Any) -> Any:
    """Return a JSON value with the types of its parts."""
    if isinstance(value, dict):
        return {name: _shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_shape(value[0])] if value else []
    return type(value).__name__


def test_each_is_told_once(told: Told) -> None:
    everything(told)
    find_news(told.clock.utc_now())
    assert CircleMessage.objects.count() == len(READERS)
    told.clock.advance(KEPT.total_seconds() + 1)
    assert forget_old(told.clock.utc_now()) == len(READERS)
    assert find_news(told.clock.utc_now()) == 0


def test_nothing_is_told_of_before_the_address(told: Told) -> None:
    open_table(told)
    card_of(told)
    told.clock.advance(10)
    hooked(told.circle, told.alice, ADDRESS + "2")
    assert told.bodies() == {}


def test_a_table_of_which_nobody_is_told_is_no_news(told: Told) -> None:
    open_table(told, tells=False)
    assert told.bodies() == {}


def test_no_number_of_a_card_is_told_before_its_reveal(told: Told) -> None:
    card = card_of(told)
    total = making.played(card, told.bob, told.clock)
    bodies = told.bodies()
    assert set(bodies) == {"card.opened", "card.played"}
    assert str(total) not in json.dumps(bodies)
    assert bodies["card.played"]["player"] == "Bob"


def test_names_of_locked_children_stay_here(told: Told) -> None:
    User.objects.filter(pk=told.bob.pk).update(locked=True)
    card = card_of(told)
    making.played(card, told.bob, told.clock)
    evening(told, date(2025, 12, 30))
    bodies = told.bodies()
    assert "Bob" not in json.dumps(bodies)
    assert bodies["card.played"]["player"] is None


@pytest.mark.parametrize(
    ("zone", "hours"), [("Europe/Berlin", 27), ("Pacific/Kiritimati", 14), ("America/Lima", 33)]
)
def test_an_evening_is_told_after_four_in_the_circle_s_zone(
    told: Told, zone: str, hours: int
) -> None:
    Circle.objects.filter(pk=told.circle.pk).update(zone=zone)
    night = told.clock.utc_now().date()
    found = evening(told, night)
    midnight = datetime(night.year, night.month, night.day, tzinfo=told.clock.utc_now().tzinfo)
    end = midnight + timedelta(hours=hours)
    told.clock.set(int(end.timestamp() * 1000))
    assert told.bodies() == {}
    told.clock.advance(15 * 60)
    assert set(told.bodies()) == {"evening.ended"}
    found.refresh_from_db()
    assert found.announced


def test_evenings_of_circles_without_address_are_not_told_later(told: Told) -> None:
    hooks.remove_hook(told.circle, place(told.circle, told.alice))
    evening(told, date(2025, 12, 30))
    assert find_news(told.clock.utc_now()) == 0
    assert CircleEvening.objects.get().announced


NASTY = "@everyone <!channel> & *b* [x](y)"


@pytest.mark.parametrize("form", ["discord", "slack"])
def test_names_do_nothing_there(told: Told, form: str) -> None:
    Circle.objects.filter(pk=told.circle.pk).update(name=NASTY)
    hooked(told.circle, told.alice, ADDRESS, form)
    card_of(told)
    ((_, body),) = _posted(told)
    if form == "discord":
        assert body["allowed_mentions"] == {"parse": []}
        assert "@everyone" not in body["content"]
        assert "\\*b\\*" in body["content"]
        assert "\\[x\\]" in body["content"]
    else:
        assert "&lt;!channel&gt; &amp;" in body["text"]
        assert re.search(r"<(?!http)", body["text"]) is None


def _posted(told: Told) -> list[tuple[CircleMessage, Any]]:
    find_news(told.clock.utc_now())
    hook = CircleHook.objects.get()
    found = [(each, message_body(hook, each)) for each in CircleMessage.objects.order_by("pk")]
    return [(each, json.loads(body)) for each, body in found if body]


def test_what_is_gone_is_not_told(told: Told) -> None:
    room = open_table(told)
    find_news(told.clock.utc_now())
    Room.objects.filter(pk=room.pk).update(ended=True)
    assert told.bodies() == {}
