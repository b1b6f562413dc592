"""The page of a circle says who is here, and where they play, to whom that concerns."""

import pytest

from games.models import Circle, Room, User
from games.people.circles import membership
from games.platform.clock import utc_now
from tests.site.front.circles.test_pages import circle_of, client_of
from tests.support.people import begun, open_room, registered

pytestmark = pytest.mark.django_db


def page(circle: Circle, reader: User) -> str:
    User.objects.update(seen_at=utc_now())
    return client_of(reader).get(f"/circles/{circle.code}/").content.decode()


def plays(host: User, other: User, *, public: bool = False, circle: Circle | None = None) -> Room:
    room = open_room(host, public=public)
    Room.objects.filter(pk=room.pk).update(circle=circle)
    room.refresh_from_db()
    begun(room, host, other)
    return room


@pytest.mark.parametrize(
    ("where", "may_go"), [("private", False), ("public", True), ("circle", True), ("other", False)]
)
def test_members_see_where_others_play(alice: User, bob: User, where: str, may_go: bool) -> None:
    carol = registered("Carol")
    circle, other = circle_of(alice, bob), circle_of(bob, carol)
    whose = {"circle": circle, "other": other}.get(where)
    room = plays(bob, carol, public=where == "public", circle=whose)
    shown = page(circle, alice)
    assert "Plays Yacht" in shown
    assert (f"/r/{room.code}/" in shown) == may_go


def test_nobody_is_shown_who_does_not_want_it(alice: User, bob: User) -> None:
    carol = registered("Carol")
    circle = circle_of(alice, bob, carol)
    membership.show_presence(circle.pk, bob.pk, shows=False)
    carol.blocked.add(alice)
    plays(bob, carol)
    assert "Plays Yacht" not in page(circle, alice)
    assert "Nobody else is here" in page(circle, alice)
