"""Invitations to a table: whom one may ask, and how they come to a seat."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings

from games.core.protocol.errors import Refused
from games.models import Circle, FamilyMember, Invitation, Room, User
from games.people.circles import friends, membership
from games.platform.clock import use_clock
from games.platform.limits.rates import LimitedError
from games.site.account.membership import blocks
from games.tables.matchmaking import invitations
from games.tables.rooms import seating, starting
from games.tables.rooms.opening import close_room
from tests.support.clock import FakeClock
from tests.support.people import open_room, playing, registered

pytestmark = pytest.mark.django_db


def befriend(one: User, other: User) -> None:
    friends.ask(one, other)
    friends.ask(other, one)


@pytest.fixture
def table(alice: User, bob: User) -> Room:
    befriend(alice, bob)
    return open_room(alice, 2)


def seated_at(room: Room) -> list[str]:
    seats = room.seats.exclude(player=None).order_by("number")
    return [name for name in seats.values_list("player__name", flat=True) if name]


def open_codes(player: User) -> list[str]:
    views = invitations.invitation_views([player.pk]).get(player.pk, ())
    return [each.room for each in views]


def test_who_accepts_has_a_seat(table: Room, alice: User, bob: User) -> None:
    invitations.invite(alice, table.code, bob)
    assert open_codes(bob) == [table.code]
    invitations.take(bob, table.code)
    assert seated_at(table) == ["Alice", "Bob"]
    assert open_codes(bob) == []


def test_who_declined_is_not_asked_again_for_that_table(
    table: Room, alice: User, bob: User
) -> None:
    invitations.invite(alice, table.code, bob)
    invitations.decline(bob.pk, table.code)
    invitations.invite(alice, table.code, bob)
    assert open_codes(bob) == []
    other = open_room(alice, 2)
    invitations.invite(alice, other.code, bob)
    assert open_codes(bob) == [other.code]


def test_it_is_over_after_an_hour_and_can_be_sent_again(
    table: Room, alice: User, bob: User
) -> None:
    clock = FakeClock()
    with use_clock(clock):
        invitations.invite(alice, table.code, bob)
        clock.advance(invitations.OPEN_FOR.total_seconds() + 1)
        assert open_codes(bob) == []
        with pytest.raises(Refused, match="over"):
            invitations.take(bob, table.code)
        invitations.invite(alice, table.code, bob)
        assert open_codes(bob) == [table.code]


def fill(room: Room, alice: User, charlie: User) -> None:
    seating.sit(room.pk, charlie.pk, None, None)


def begin(room: Room, alice: User, charlie: User) -> None:
    seating.sit(room.pk, alice.pk, None, "a")
    seating.sit(room.pk, charlie.pk, None, "b")
    starting.start(room.pk, alice.pk)


def close(room: Room, alice: User, charlie: User) -> None:
    close_room(room.pk)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [(fill, "All seats are taken"), (begin, "The game has begun"), (close, "over")],
)
def test_a_table_where_nobody_can_sit_says_so(
    spoil: Callable[[Room, User, User], None],
    words: str,
    table: Room,
    alice: User,
    bob: User,
    charlie: User,
) -> None:
    invitations.invite(alice, table.code, bob)
    spoil(table, alice, charlie)
    with pytest.raises(Refused, match=words):
        invitations.take(bob, table.code)
    assert "Bob" not in seated_at(table)


def blocked(alice: User, bob: User) -> None:
    blocks.block(bob.pk, alice.pk)


def strangers(alice: User, bob: User) -> None:
    friends.end(alice.pk, bob.pk)


def locked(alice: User, bob: User) -> None:
    friends.end(alice.pk, bob.pk)
    playing(alice, bob)
    User.objects.filter(pk=bob.pk).update(locked=True)
    FamilyMember.objects.filter(owner=bob).delete()
    bob.refresh_from_db()


def gone(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    bob.refresh_from_db()


@pytest.mark.parametrize("part", [blocked, strangers, locked, gone])
def test_it_reaches_nobody_who_does_not_want_it(
    part: Callable[[User, User], None], table: Room, alice: User, bob: User
) -> None:
    part(alice, bob)
    with pytest.raises(Refused, match="is not available"):
        invitations.invite(alice, table.code, bob)
    assert open_codes(bob) == []


def test_a_block_takes_it_back(table: Room, alice: User, bob: User) -> None:
    invitations.invite(alice, table.code, bob)
    blocks.block(alice.pk, bob.pk)
    assert open_codes(bob) == []
    with pytest.raises(Refused):
        invitations.take(bob, table.code)


def test_only_who_sits_there_invites(table: Room, bob: User, charlie: User) -> None:
    befriend(bob, charlie)
    with pytest.raises(Refused, match="Take a seat"):
        invitations.invite(bob, table.code, charlie)


def circle_of(owner: User, *others: User) -> Circle:
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "UTC", "en")
    for each in others:
        membership.join(circle, each)
    return circle


def test_one_tap_asks_all_of_a_circle_who_want_to_be_told(
    alice: User, bob: User, charlie: User
) -> None:
    dora, erin = registered("Dora"), registered("Erin")
    circle = circle_of(alice, bob, charlie, dora, erin)
    circle.members.filter(player=charlie).update(told=False)
    blocks.block(dora.pk, alice.pk)
    room = open_room(alice, 4)
    assert invitations.invite_circle(alice, room.code, circle) == 2
    asked = Invitation.objects.values_list("asked__name", flat=True)
    assert sorted(asked) == ["Bob", "Erin"]
    assert invitations.invite_circle(alice, room.code, circle) == 0
    view = invitations.invitation_views([bob.pk])[bob.pk][0]
    assert view.circle == "Tuesdays"
    with pytest.raises(Refused):
        invitations.invite_circle(alice, room.code, circle_of(bob))


def test_it_is_limited_for_each_person(table: Room, alice: User, bob: User) -> None:
    times, _ = settings.LIMITS["invite-person"]
    for _ in range(times):
        invitations.invite(alice, table.code, bob)
    with pytest.raises(LimitedError):
        invitations.invite(alice, table.code, bob)


def test_old_ones_are_forgotten(table: Room, alice: User, bob: User) -> None:
    clock = FakeClock()
    with use_clock(clock):
        invitations.invite(alice, table.code, bob)
        clock.advance((invitations.KEPT_FOR + timedelta(hours=2)).total_seconds())
        assert invitations.forget_old(clock.utc_now()) == 1
