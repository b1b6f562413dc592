"""People are told of appointments once: those who come, and members of its circle."""

from datetime import timedelta

import pytest

from games.models import Appointment, CircleMember, Notice, NotificationChoice, User
from games.people.circles import membership
from games.platform.clock import utc_now
from games.site.account.notifications.appointment_news import tell_of_appointments
from games.site.account.notifications.queue import facts_of
from games.site.account.notifications.texts import text_of
from games.site.events.appointments import answers, planning
from tests.site.events.appointments.people import circle_of, make, plan
from tests.support.clock import FakeClock

pytestmark = [pytest.mark.django_db, pytest.mark.registered]


@pytest.fixture(autouse=True)
def _mailed(alice: User, bob: User, charlie: User) -> None:
    for player in (alice, bob, charlie):
        NotificationChoice.objects.create(player=player, mail="always", confirmed=player.email)


def told() -> list[tuple[str, str]]:
    """Store the news, and return who was told what since the last time."""
    before = set(Notice.objects.values_list("pk", flat=True))
    tell_of_appointments(utc_now())
    new = Notice.objects.exclude(pk__in=before).select_related("player").order_by("player__name")
    return [
        (each.player.name, text_of(each.kind, facts_of(each), each.player_id).title) for each in new
    ]


def test_those_who_come_are_reminded_once(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    made = make(alice, title="Friday")
    answers.give(made, bob, True)
    answers.give(made, charlie, False)
    assert told() == []
    clock.advance(timedelta(days=2, minutes=-59).total_seconds())
    assert told() == [("Alice", "Within an hour: Friday"), ("Bob", "Within an hour: Friday")]
    assert told() == []


def test_a_new_date_is_reminded_again(alice: User, clock: FakeClock) -> None:
    made = make(alice)
    clock.advance(timedelta(days=2, minutes=-59).total_seconds())
    assert told() == [("Alice", "Within an hour: Yatzy")]
    planning.change(made, alice, plan(made.starts_at + timedelta(days=1)))
    assert told() == []
    clock.advance(timedelta(days=1).total_seconds())
    assert told() == [("Alice", "Within an hour: Yatzy")]


def test_the_members_of_its_circle_are_told(alice: User, bob: User, charlie: User) -> None:
    circle = circle_of(alice, bob, charlie)
    CircleMember.objects.filter(player=charlie).update(told=False)
    made = make(alice, circle=circle, title="Friday")
    assert told() == [("Bob", "New appointment: Friday")]
    answers.give(made, bob, True)
    answers.give(made, charlie, True)
    planning.change(made, alice, plan(made.starts_at, title="Saturday"))
    membership.leave(circle.pk, charlie.pk)
    assert told() == [("Bob", "Changed: Saturday")]
    planning.call_off(made, alice)
    assert told() == [("Bob", "Called off: Saturday")]


def test_what_is_called_off_before_anybody_was_told_is_no_news(alice: User, bob: User) -> None:
    made = make(alice, circle=circle_of(alice, bob))
    planning.call_off(made, alice)
    assert told() == []


def test_nobody_is_told_who_does_not_want_it(alice: User, bob: User, clock: FakeClock) -> None:
    made = make(alice)
    answers.give(made, bob, True)
    NotificationChoice.objects.filter(player=bob).update(soon=False)
    Appointment.objects.update(news="changed")
    assert told() == []
