"""Circles begin and end; people come, go, and get roles."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.core.protocol.errors import Refused
from games.models import Circle, CircleBan, CircleMember, User
from games.people.circles import friends, links, membership
from games.people.circles.together import are_together, fellows_of, friends_of
from games.platform.clock import use_clock
from tests.support.clock import FakeClock
from tests.support.people import registered

pytestmark = pytest.mark.django_db

Role = CircleMember.Role


def circle_of(owner: User, *others: User) -> Circle:
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "Europe/Berlin", "de")
    for each in others:
        membership.join(circle, each)
    return circle


def roles(circle: Circle) -> dict[str, str]:
    return dict(circle.members.values_list("player__name", "role"))


def place(circle: Circle, player: User) -> CircleMember:
    return CircleMember.objects.get(circle=circle, player=player)


def test_the_first_heir_is_the_helper_then_who_was_there_first(alice: User, bob: User) -> None:
    carol = registered("Carol")
    circle = circle_of(alice, bob, carol)
    membership.make_helper(circle, place(circle, alice), carol.pk, helps=True)
    membership.leave(circle.pk, alice.pk)
    assert roles(circle) == {"Bob": "member", "Carol": "owner"}
    membership.leave(circle.pk, carol.pk)
    assert roles(circle) == {"Bob": "owner"}
    membership.leave(circle.pk, bob.pk)
    assert not Circle.objects.exists()


ACTIONS: dict[str, Callable[[Circle, CircleMember, User], object]] = {
    "remove": lambda circle, actor, other: membership.remove(circle, actor, other.pk),
    "helper": lambda circle, actor, other: membership.make_helper(
        circle, actor, other.pk, helps=True
    ),
    "hand over": lambda circle, actor, other: membership.hand_over(circle, actor, other.pk),
    "archive": lambda circle, actor, other: membership.archive(circle, actor, ends=True),
    "delete": lambda circle, actor, other: membership.delete_circle(circle, actor),
    "link": lambda circle, actor, other: links.make_link(circle, actor, days=None, asks=False),
}
MAY = {
    "remove": {Role.OWNER, Role.HELPER},
    "link": {Role.OWNER, Role.HELPER},
    "helper": {Role.OWNER},
    "hand over": {Role.OWNER},
    "archive": {Role.OWNER},
    "delete": {Role.OWNER},
}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("action", ACTIONS)
def test_each_role_may_do_what_it_may(action: str, role: Role, alice: User, bob: User) -> None:
    carol = registered("Carol")
    circle = circle_of(alice, bob, carol)
    actor = place(circle, alice if role == Role.OWNER else bob)
    if role == Role.HELPER:
        membership.make_helper(circle, place(circle, alice), bob.pk, helps=True)
    if role in MAY[action]:
        ACTIONS[action](circle, actor, carol)
    else:
        with pytest.raises(Refused):
            ACTIONS[action](circle, actor, carol)
        assert set(roles(circle)) == {"Alice", "Bob", "Carol"}


def test_an_actor_who_is_gone_meanwhile_may_nothing(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    stale = place(circle, alice)
    membership.hand_over(circle, stale, bob.pk)
    for action in ("archive", "delete", "hand over"):
        with pytest.raises(Refused):
            ACTIONS[action](circle, stale, bob)
    assert roles(circle) == {"Alice": "helper", "Bob": "owner"}


def test_a_link_lets_nobody_in_who_was_removed_until_somebody_does(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    owner = place(circle, alice)
    link = links.make_link(circle, owner, days=7, asks=False)
    asking = links.make_link(circle, owner, days=None, asks=True)
    membership.remove(circle, owner, bob.pk)
    for each in (link, asking):
        with pytest.raises(Refused, match="does not work"):
            links.come(each.word, bob)
    membership.join(circle, bob, asked=False)
    assert not CircleBan.objects.exists()
    assert set(roles(circle)) == {"Alice", "Bob"}


def test_a_link_ends_at_its_time_or_when_it_is_revoked(alice: User, bob: User) -> None:
    clock = FakeClock()
    with use_clock(clock):
        circle = circle_of(alice)
        owner = place(circle, alice)
        short = links.make_link(circle, owner, days=1, asks=False)
        long = links.make_link(circle, owner, days=None, asks=True)
        clock.advance(86_400)
        with pytest.raises(Refused):
            links.come(short.word, bob)
        assert links.come(long.word, bob) == links.Come(circle, False)
        links.answer(circle, owner, bob.pk, lets_in=True)
        links.revoke(circle, owner, long.pk)
        with pytest.raises(Refused):
            links.come(long.word, registered("Carol"))
    assert roles(circle) == {"Alice": "owner", "Bob": "member"}


def test_it_is_full_at_its_limits(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MAX_MEMBERS", 2)
    monkeypatch.setattr(membership, "MAX_CIRCLES", 2)
    circle = circle_of(alice, bob)
    with pytest.raises(Refused, match="full"):
        membership.join(circle, registered("Carol"))
    circle_of(alice)
    with pytest.raises(Refused, match="2 circles"):
        circle_of(alice)


def test_silent_circles_are_archived_and_come_back(alice: User) -> None:
    clock = FakeClock()
    with use_clock(clock):
        circle = circle_of(alice)
        clock.advance(89 * 86_400)
        membership.note_activity([circle.pk], clock.utc_now())
        clock.advance(89 * 86_400)
        assert membership.archive_silent(clock.utc_now()) == 0
        clock.advance(2 * 86_400)
        assert membership.archive_silent(clock.utc_now()) == 1
        membership.archive(circle, place(circle, alice), ends=False)
        assert membership.archive_silent(clock.utc_now()) == 0


def test_two_become_friends_when_both_want_it(alice: User, bob: User) -> None:
    assert not friends.ask(alice, bob)
    assert friends_of(alice.pk) == frozenset()
    assert friends.ask(bob, alice)
    assert friends_of(alice.pk) == {bob.pk}
    assert are_together(alice.pk, bob.pk)
    alice.blocked.add(bob)
    assert not are_together(alice.pk, bob.pk)
    assert not are_together(bob.pk, alice.pk)
    friends.end(bob.pk, alice.pk)
    assert not Circle.objects.exists()


def test_who_was_declined_may_ask_again_much_later(alice: User, bob: User) -> None:
    clock = FakeClock()
    with use_clock(clock):
        friends.ask(alice, bob)
        friends.answer(bob.pk, alice.pk, accepts=False)
        friends.ask(alice, bob)
        with pytest.raises(Refused):
            friends.answer(bob.pk, alice.pk, accepts=True)
        clock.advance(timedelta(days=31).total_seconds())
        friends.ask(alice, bob)
        friends.answer(bob.pk, alice.pk, accepts=True)
    assert friends_of(bob.pk) == {alice.pk}


def test_one_is_seen_by_those_whom_one_lets_see(alice: User, bob: User) -> None:
    carol = registered("Carol")
    first, second = circle_of(alice, bob), circle_of(alice, bob, carol)
    membership.show_presence(second.pk, alice.pk, shows=False)
    assert fellows_of(bob.pk)[alice.pk].shows
    assert not fellows_of(carol.pk)[alice.pk].shows
    membership.show_presence(first.pk, alice.pk, shows=False)
    assert not fellows_of(bob.pk)[alice.pk].shows
    assert set(fellows_of(carol.pk)) == {alice.pk, bob.pk}
