"""Whose circles those are whose people have left the site, and whom its links do not let in."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.core.protocol.errors import Refused
from games.models import Circle, CircleMember, CircleRequest, User
from games.people.circles import friends, links, membership
from games.platform.clock import utc_now
from games.site.account.membership.deletion import (
    GONE_AFTER,
    IDLE_GUEST_AFTER,
    IdleGuests,
    delete_gone_guests,
    delete_player,
)
from tests.people.circles.test_membership import circle_of, place, roles
from tests.support.people import person

pytestmark = pytest.mark.django_db

LATER = timedelta(days=1)


def stay_away(player: User, time: timedelta) -> None:
    User.objects.filter(pk=player.pk).update(is_guest=True, seen_at=utc_now() - time - LATER)


def stay_away_for_a_year(player: User) -> None:
    stay_away(player, GONE_AFTER)
    assert delete_gone_guests(utc_now()) == 1


GOING: dict[str, Callable[[User], object]] = {
    "leaves": lambda player: membership.leave(player.circle_places.get().circle_id, player.pk),
    "deletes the account": delete_player,
    "does not come for a year": stay_away_for_a_year,
}


@pytest.mark.parametrize("go", GOING.values(), ids=GOING)
def test_the_helper_becomes_owner_then_who_was_there_first(
    alice: User, bob: User, go: Callable[[User], object]
) -> None:
    carol, dora = person("Carol"), person("Dora")
    circle = circle_of(alice, bob, carol, dora)
    membership.make_helper(circle, place(circle, alice), carol.pk, helps=True)
    go(alice)
    assert roles(circle) == {"Bob": "member", "Carol": "owner", "Dora": "member"}
    go(carol)
    assert roles(circle) == {"Bob": "owner", "Dora": "member"}


@pytest.mark.parametrize("go", GOING.values(), ids=GOING)
def test_a_circle_of_one_goes_with_its_owner(alice: User, go: Callable[[User], object]) -> None:
    links.make_link(circle := circle_of(alice), place(circle, alice), days=None, asks=True)
    go(alice)
    assert not Circle.objects.exists()


@pytest.mark.parametrize("go", GOING.values(), ids=GOING)
def test_friends_are_no_friends_any_more(
    alice: User, bob: User, go: Callable[[User], object]
) -> None:
    friends.ask(alice, bob)
    friends.ask(bob, alice)
    go(alice)
    assert not Circle.objects.exists()


def test_guests_who_never_played_keep_their_circles_for_a_year(bob: User) -> None:
    owner, other = person("Gus"), person("Eve")
    circle = circle_of(owner, bob)
    for each in (owner, other):
        stay_away(each, IDLE_GUEST_AFTER)
    IdleGuests().delete_some(utc_now())
    assert roles(circle) == {"Gus": "owner", "Bob": "member"}
    assert not User.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("who", ["the owner", "the guest"])
def test_a_link_lets_nobody_in_who_is_apart_from_the_owner(
    alice: User, bob: User, who: str, asks: bool
) -> None:
    circle = circle_of(alice)
    link = links.make_link(circle, place(circle, alice), days=None, asks=asks)
    one, other = (alice, bob) if who == "the owner" else (bob, alice)
    one.blocked.add(other)
    with pytest.raises(Refused) as refused:
        links.come(link.word, bob)
    with pytest.raises(Refused) as unknown:
        links.come("unknown", bob)
    # They do not learn that it is for them alone.
    assert str(refused.value) == str(unknown.value)
    assert roles(circle) == {"Alice": "owner"}
    assert not CircleRequest.objects.exists()
    assert links.come(link.word, person("Carol")).is_member is not asks


def test_who_is_apart_from_another_member_comes_in(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    link = links.make_link(circle, place(circle, alice), days=None, asks=False)
    carol = person("Carol")
    bob.blocked.add(carol)
    assert links.come(link.word, carol).is_member
    # After the circle is handed over, the new owner's blocks count.
    membership.leave(circle.pk, carol.pk)
    membership.hand_over(circle, place(circle, alice), bob.pk)
    with pytest.raises(Refused):
        links.come(link.word, carol)
    assert CircleMember.objects.filter(circle=circle).count() == 2
