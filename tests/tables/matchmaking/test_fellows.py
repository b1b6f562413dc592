"""Who of a player's circles is here, over the lobby's socket."""

from typing import Any

import pytest

from games.models import Circle, Room, User
from games.people.circles import friends, membership
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.site.account.membership import blocks
from games.tables.live.registry import Hubs
from games.tables.matchmaking import fellows_hub
from games.tables.matchmaking.fellows import NO_TIES, read_ties
from games.tables.matchmaking.fellows_hub import FellowsHub
from tests.support.people import playing
from tests.tables.matchmaking.tab import AsgiTab, look


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fellows_hub, "EVERY_S", 3600.0)


def befriend(one: User, other: User) -> None:
    friends.ask(one, other)
    friends.ask(other, one)


def circle_of(owner: User, *others: User) -> Circle:
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "UTC", "en")
    for each in others:
        membership.join(circle, each)
    return circle


def seen(*people: User) -> None:
    User.objects.filter(pk__in=[each.pk for each in people]).update(seen_at=utc_now())


async def news(hubs: Hubs, tab: AsgiTab) -> list[dict[str, Any]]:
    """Return what a tab is told with the next reading."""
    before = len(tab.frames)
    await hubs.of(FellowsHub).refresh()
    await tab.ask("ping")
    return [frame for frame in tab.frames[before:] if frame["type"] == "fellows"]


async def test_it_tells_who_is_here_and_then_only_what_changes(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    def begin() -> None:
        circle_of(alice, bob, charlie)
        seen(bob)
        User.objects.filter(pk=charlie.pk).update(seen_at="2020-01-01T00:00Z")

    await in_database(begin)
    tab = await look(alice)
    [first] = await news(hubs, tab)
    assert first["whole"] is True
    assert [each["name"] for each in first["set"]] == ["Bob"]
    assert await news(hubs, tab) == []
    await in_database(lambda: seen(charlie))
    [second] = await news(hubs, tab)
    assert (second["whole"], second["gone"]) == (False, [])
    assert [each["name"] for each in second["set"]] == ["Charlie"]
    await in_database(lambda: User.objects.filter(pk=bob.pk).update(seen_at="2020-01-01T00:00Z"))
    [third] = await news(hubs, tab)
    assert (third["set"], third["gone"]) == ([], [bob.pk])


@pytest.mark.parametrize(
    ("where", "follows"), [("private", False), ("public", True), ("circle", True)]
)
async def test_the_table_is_named_only_to_those_who_may_watch(
    where: str, follows: bool, hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    def begin() -> Room:
        circle = circle_of(alice, bob)
        room = playing(bob, charlie)
        Room.objects.filter(pk=room.pk).update(
            public=where == "public", circle=circle if where == "circle" else None
        )
        seen(bob, charlie)
        return room

    room = await in_database(begin)
    [frame] = await news(hubs, await look(alice))
    [shown] = frame["set"]
    assert (shown["name"], shown["plays"]) == ("Bob", "Yacht")
    assert shown.get("room") == (room.code if follows else None)


async def test_who_does_not_show_or_is_blocked_is_not_seen(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    def begin() -> None:
        circle = circle_of(alice, bob, charlie)
        circle.members.filter(player=bob).update(shows=False)
        blocks.block(charlie.pk, alice.pk)
        seen(bob, charlie)

    await in_database(begin)
    assert await news(hubs, await look(alice)) == []


async def test_who_leaves_a_circle_is_gone(hubs: Hubs, alice: User, bob: User) -> None:
    await in_database(lambda: befriend(alice, bob))
    await in_database(lambda: seen(bob))
    tab = await look(alice)
    assert len(await news(hubs, tab)) == 1
    await in_database(lambda: friends.end(alice.pk, bob.pk))
    [frame] = await news(hubs, tab)
    assert frame["gone"] == [bob.pk]


@pytest.mark.django_db
def test_it_reads_only_the_circles_that_changed(
    alice: User, bob: User, charlie: User, django_assert_num_queries: Any
) -> None:
    one, _ = circle_of(alice, bob), circle_of(charlie, bob)
    ties = read_ties(NO_TIES)
    with django_assert_num_queries(1):
        assert read_ties(ties) is ties
    membership.join(one, charlie)
    with django_assert_num_queries(3):
        again = read_ties(ties)
    assert again.places[charlie.pk] == set(again.members)


@pytest.mark.django_db
def test_it_asks_one_question_where_nobody_has_a_circle(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        read_ties(NO_TIES)
