"""Appointments are made, changed and called off; the worker opens them."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.core.protocol.errors import Refused
from games.models import Appointment, AppointmentAnswer, Circle, Room, Seat, User
from games.people.accounts.personal_data import all_personal
from games.people.circles import membership
from games.people.conduct.contact import OPEN
from games.platform.clock import utc_now
from games.site.account.membership.blocks import block
from games.site.events.appointments import answers, jobs, lists, opening, planning, repeating
from games.site.events.appointments.access import find_for
from games.site.events.appointments.repeating import week_later
from games.site.events.tournaments import lists as tournament_lists
from games.tables.matchmaking import invitations
from tests.site.events.appointments.people import BERLIN, circle_of, make, plan
from tests.support.clock import FakeClock
from tests.support.people import account

pytestmark = [pytest.mark.django_db, pytest.mark.registered]

HOUSE = "yatzy+bonus-100"


def later(clock: FakeClock, **duration: int) -> None:
    clock.advance(timedelta(**duration).total_seconds())


def state(appointment: Appointment) -> Appointment:
    return Appointment.objects.get(pk=appointment.pk)


def test_a_table_opens_ten_minutes_before(alice: User, bob: User, clock: FakeClock) -> None:
    circle = circle_of(alice, bob)
    made = make(alice, circle=circle, variant=HOUSE, clock=None)
    later(clock, days=2, minutes=-11)
    assert opening.open_due(utc_now()) == 0
    later(clock, minutes=1, seconds=1)
    assert opening.open_due(utc_now()) == 1
    room = state(made).room
    assert room is not None
    assert (room.circle, room.public, room.variant, room.clock) == (circle, False, HOUSE, None)
    assert Seat.objects.get(room=room, number=0).player == alice
    assert room.seats.count() == 3


@pytest.mark.parametrize("by_link", [False, True])
def test_who_said_yes_is_invited_once_it_opens(
    alice: User, bob: User, charlie: User, clock: FakeClock, by_link: bool
) -> None:
    made = make(alice, circle=None if by_link else circle_of(alice, bob, charlie))
    guests = [bob, charlie, account("Dora"), account("Emil")]
    for guest in guests:
        answers.give(made, guest, comes=guest != charlie)
    block(guests[-1].pk, alice.pk)
    later(clock, days=2)
    assert opening.open_due(utc_now()) == 1
    room = state(made).room
    assert room is not None
    asked = invitations.open_to([each.pk for each in [alice, *guests]])
    # Dora is no member: the circle's table is nothing to her.
    wanted = [bob.pk, guests[2].pk] if by_link else [bob.pk]
    assert [each.asked_id for each in asked] == wanted
    assert {(each.sender, each.room, each.circle) for each in asked} == {(alice, room, room.circle)}
    invitations.take(bob, room.code)
    assert room.seats.filter(player=bob).exists()


def test_it_opens_once_even_with_two_workers(alice: User, clock: FakeClock) -> None:
    made = make(alice)
    later(clock, days=2)
    stale = Appointment.objects.select_related("host", "circle").get(pk=made.pk)
    assert opening.open_due(utc_now()) == 1
    assert not opening._open(stale, utc_now())
    assert opening.open_due(utc_now()) == 0
    assert Room.objects.count() == 1


def test_an_arena_opens_with_house_rules_and_no_list_names_it(
    alice: User, bob: User, clock: FakeClock
) -> None:
    circle = circle_of(alice, bob)
    made = make(
        alice, kind="arena", circle=circle, variant=HOUSE, clock=30, seats=2, title="Club night"
    )
    later(clock, days=2, minutes=-9)
    opening.open_due(utc_now())
    arena = state(made).tournament
    assert arena is not None
    assert (arena.variant, arena.unlisted, arena.circle, arena.name) == (
        HOUSE,
        True,
        circle,
        "Club night",
    )
    assert arena.starts_at == made.starts_at
    found = tournament_lists.read_lists(utc_now())
    assert not [*found.running, *found.coming, *found.over]
    assert tournament_lists.read_for_home(utc_now()) == (None, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": time(0, 0), "day": datetime(2020, 1, 1, tzinfo=UTC).date()},
        {"day": utc_now().date() + timedelta(days=61 + 30)},
        {"zone": "Europe/Atlantis"},
        {"variant": "chess"},
        {"clock": 7},
        {"seats": 0},
        {"seats": 9},
        {"mode": "rounds", "clock": None},
        {"kind": "arena", "clock": 86400},
        {"kind": "arena", "clock": None},
        {"kind": "arena", "seats": 8},
        {"kind": "arena", "minutes": 7},
    ],
    ids=str,
)
def test_it_refuses(alice: User, wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        planning.make(alice, plan(**wrong))
    assert not Appointment.objects.exists()


def test_it_refuses_too_many(alice: User, bob: User) -> None:
    for _ in range(planning.MAX_OPEN):
        made = make(alice)
    with pytest.raises(Refused, match="already"):
        make(alice)
    make(bob)
    planning.call_off(made, alice)
    make(alice)


def test_it_refuses_circles_of_others_and_archived_ones(alice: User, bob: User) -> None:
    theirs, old = circle_of(bob), circle_of(alice)
    Circle.objects.filter(pk=old.pk).update(archived_at=utc_now())
    for circle in (theirs, Circle.objects.get(pk=old.pk)):
        with pytest.raises(Refused, match="no such circle"):
            make(alice, circle=circle)


def test_a_locked_child_makes_them_for_circles_only(alice: User, bob: User) -> None:
    circle = circle_of(bob, alice)
    User.objects.filter(pk=alice.pk).update(locked=True)
    alice.refresh_from_db()
    with pytest.raises(Refused, match="family lock"):
        make(alice)
    make(alice, circle=circle)


def test_who_sees_it(alice: User, bob: User, charlie: User) -> None:
    by_link, for_circle = make(alice), make(alice, circle=circle_of(alice, bob))

    def seen_by(player: User | None, *, locked: bool = False) -> list[bool]:
        return [
            find_for(each.code, player, locked=locked) is not None for each in (by_link, for_circle)
        ]

    assert seen_by(alice) == seen_by(bob) == [True, True]
    assert seen_by(charlie) == seen_by(None) == [True, False]
    # A lock lets people through who know each other.
    assert seen_by(None, locked=True) == seen_by(charlie, locked=True) == [False, False]
    assert seen_by(bob, locked=True) == [True, True]
    charlie.blocked.add(alice)
    assert seen_by(charlie) == [False, False]
    alice.blocked.add(bob)
    assert seen_by(bob) == [False, False]


def test_only_the_host_changes_it_and_only_before_it_opens(
    alice: User, bob: User, clock: FakeClock
) -> None:
    made = make(alice)
    with pytest.raises(Refused, match="host"):
        planning.change(made, bob, plan(seats=5))
    with pytest.raises(Refused, match="host"):
        planning.call_off(made, bob)
    Appointment.objects.filter(pk=made.pk).update(reminded=True)
    planning.change(made, alice, plan(made.starts_at, seats=5, title="Late"))
    now = state(made)
    assert (now.seats, now.title, now.changes, now.news, now.reminded) == (
        5,
        "Late",
        1,
        "changed",
        True,
    )
    planning.change(made, alice, plan(made.starts_at + timedelta(days=1)))
    assert not state(made).reminded
    later(clock, days=3)
    opening.open_due(utc_now())
    with pytest.raises(Refused, match="open"):
        planning.change(made, alice, plan())


@pytest.mark.parametrize("why", ["left", "archived", "gone", "locked", "late"])
def test_it_is_called_off_if_its_host_may_not_open_it(
    alice: User, bob: User, clock: FakeClock, why: str
) -> None:
    circle = None if why == "locked" else circle_of(alice, bob)
    made = make(alice, circle=circle)
    later(clock, days=2)
    if why == "left":
        assert circle is not None
        membership.leave(circle.pk, alice.pk)
    elif why == "archived":
        Circle.objects.update(archived_at=utc_now())
    elif why == "gone":
        User.objects.filter(pk=alice.pk).update(is_active=False)
    elif why == "locked":
        User.objects.filter(pk=alice.pk).update(locked=True)
    else:
        later(clock, hours=4)
    assert opening.open_due(utc_now()) == 0
    assert (state(made).cancelled_at, state(made).news) == (utc_now(), "off")
    assert not Room.objects.exists()


def test_it_goes_with_its_circle(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    made = make(alice, circle=circle)
    answers.give(made, bob, True)
    circle.delete()
    assert not Appointment.objects.exists()
    assert not AppointmentAnswer.objects.exists()


def test_it_is_called_off_when_its_host_deletes_everything(alice: User, bob: User) -> None:
    made = make(alice, title="Alice's night", weekly=True)
    answers.give(made, bob, True)
    for part in all_personal():
        part.forget(alice)
    now = state(made)
    assert (now.title, now.weekly, now.news) == ("", False, "off")
    assert now.cancelled_at is not None
    assert list(made.answers.values_list("player", flat=True)) == [bob.pk]


def test_who_comes(alice: User, bob: User, charlie: User, clock: FakeClock) -> None:
    made = make(alice)
    answers.give(made, bob, True)
    answers.give(made, charlie, True)
    answers.give(made, bob, False)
    assert [answers.answer_of(made, each) for each in (alice, bob, charlie, None)] == [
        True,
        False,
        True,
        None,
    ]
    assert [each.coming for each in lists.of_player(charlie, OPEN)] == [2]  # type: ignore[attr-defined]
    assert lists.of_player(bob, OPEN) == []
    planning.call_off(made, alice)
    with pytest.raises(Refused, match="called off"):
        answers.give(state(made), bob, True)


@pytest.mark.parametrize(
    ("zone", "local"),
    [
        ("Europe/Berlin", datetime(2027, 3, 24, 20, 0)),
        ("Europe/Berlin", datetime(2026, 10, 21, 20, 0)),
        ("America/New_York", datetime(2027, 3, 10, 19, 30)),
        ("Australia/Lord_Howe", datetime(2027, 4, 1, 18, 0)),
        ("Asia/Kathmandu", datetime(2027, 1, 1, 6, 15)),
    ],
)
def test_a_week_later_has_the_same_time_of_day(zone: str, local: datetime) -> None:
    at = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    for weeks in range(1, 60):
        at = week_later(at, zone)
        there = at.astimezone(ZoneInfo(zone))
        assert (there.time(), there.date()) == (
            local.time(),
            local.date() + timedelta(weeks=weeks),
        )


def test_a_time_that_clocks_skip_is_an_hour_later() -> None:
    skipped = planning.moment_in(BERLIN, datetime(2027, 3, 28).date(), time(2, 30))
    assert skipped == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    twice = planning.moment_in(BERLIN, datetime(2026, 10, 25).date(), time(2, 30))
    assert twice == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_the_next_week_is_made_once(alice: User, bob: User, clock: FakeClock) -> None:
    circle = circle_of(alice, bob)
    made = make(alice, weekly=True, circle=circle, title="Friday")
    answers.give(made, bob, True)
    later(clock, days=2, seconds=1)
    assert repeating.repeat_due(utc_now()) == 0, "it has not opened"
    opening.open_due(utc_now())
    stale = Appointment.objects.select_related("host", "circle").get(pk=made.pk)
    User.objects.filter(pk=alice.pk).update(seen_at=utc_now())
    stale.host.refresh_from_db()
    assert repeating.repeat_due(utc_now()) == 1
    assert not repeating.make_next(stale, utc_now())
    assert repeating.repeat_due(utc_now()) == 0
    following = state(made).next
    assert following is not None
    assert (following.title, following.circle, following.series, following.weekly) == (
        "Friday",
        circle,
        made.code,
        True,
    )
    assert following.starts_at == week_later(made.starts_at, BERLIN)
    # Who came this week says again whether they come.
    assert list(following.answers.values_list("player", flat=True)) == [alice.pk]
    assert Appointment.objects.count() == 2


def test_weeks_go_on_after_one_that_was_called_off(alice: User, clock: FakeClock) -> None:
    made = make(alice, weekly=True)
    planning.call_off(made, alice)
    later(clock, days=30)
    User.objects.filter(pk=alice.pk).update(seen_at=utc_now())
    assert repeating.repeat_due(utc_now()) == 1
    following = state(made).next
    assert following is not None
    assert following.starts_at > utc_now()
    assert following.starts_at - made.starts_at >= timedelta(days=27)


def test_weeks_end_when_the_host_does_not_come_any_more(alice: User, clock: FakeClock) -> None:
    made = make(alice, weekly=True)
    later(clock, days=2)
    opening.open_due(utc_now())
    User.objects.filter(pk=alice.pk).update(seen_at=utc_now() - timedelta(days=61))
    assert repeating.repeat_due(utc_now()) == 0
    assert not state(made).weekly
    assert Appointment.objects.count() == 1


def test_old_ones_go(alice: User, clock: FakeClock) -> None:
    make(alice)
    later(clock, days=31)
    assert jobs.delete_old(utc_now()) == 0
    later(clock, days=2)
    assert jobs.delete_old(utc_now()) == 1


def test_a_guest_who_makes_an_account_keeps_them(alice: User, bob: User) -> None:
    mine, theirs = make(alice), make(bob)
    answers.give(theirs, alice, True)
    for part in all_personal():
        part.merge(alice, bob)
    assert list(Appointment.objects.filter(host=bob).order_by("pk")) == [mine, theirs]
    assert AppointmentAnswer.objects.filter(player=bob).count() == 2
