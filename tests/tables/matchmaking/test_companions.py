"""People you played with."""

import pytest
from django.test.utils import CaptureQueriesContext

from games.models import FamilyMember, Room, User
from games.people.circles import friends
from games.people.circles.together import company_of
from games.platform.clock import utc_now
from games.site.account.membership import blocks
from games.tables.matchmaking import companions
from games.tables.matchmaking.companions import people_played_with
from tests.support.people import begun, open_room, person, registered

pytestmark = pytest.mark.django_db


def names(player: User) -> list[str]:
    return [each.name for each in people_played_with(player, company_of(player), utc_now())]


def play(*people: User, games: int = 1, strangers: bool = False) -> Room:
    room = open_room(people[0], len(people))
    Room.objects.filter(pk=room.pk).update(strangers=strangers)
    for _ in range(games):
        begun(room, *people)
        room.refresh_from_db()
    return room


def test_the_latest_come_first_and_each_once(alice: User, bob: User, charlie: User) -> None:
    play(alice, bob)
    play(alice, charlie)
    play(alice, bob, charlie)
    assert names(alice) == ["Bob", "Charlie"]
    play(charlie, alice)
    assert names(alice) == ["Charlie", "Bob"]
    assert names(person("Dora")) == []


@pytest.mark.parametrize(("games", "known"), [(1, []), (2, ["Bob"])])
def test_strangers_are_known_once_both_wanted_another_game(
    games: int, known: list[str], alice: User, bob: User
) -> None:
    play(alice, bob, games=games, strangers=True)
    assert names(alice) == known
    assert companions.have_played(alice, bob.pk) == bool(known)


def test_it_leaves_out_bots_the_deleted_and_the_blocked(
    alice: User, bob: User, charlie: User
) -> None:
    bot, gone, lent = registered("Robot"), registered("Gone"), person("Lent")
    User.objects.filter(pk=bot.pk).update(is_bot=True)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    User.objects.filter(pk=lent.pk).update(added_by=alice)
    play(alice, bob, charlie, bot, gone, lent)
    blocks.block(charlie.pk, alice.pk)
    assert names(alice) == ["Bob"]


def test_a_family_lock_shows_only_the_family(alice: User, bob: User, charlie: User) -> None:
    play(alice, bob, charlie)
    User.objects.filter(pk=alice.pk).update(locked=True)
    alice.refresh_from_db()
    assert names(alice) == []
    FamilyMember.objects.create(owner=alice, member=bob, name="Bobby")
    assert names(alice) == ["Bobby"]


def test_only_the_last_twenty_are_shown_and_all_friends(alice: User) -> None:
    people = [person(f"Player{number:02}") for number in range(companions.MAX_PEOPLE + 3)]
    for each in people:
        play(alice, each)
    friend = registered("Dora")
    friends.ask(alice, friend)
    friends.ask(friend, alice)
    found = people_played_with(alice, company_of(alice), utc_now())
    assert found[0].name == "Dora"
    assert found[0].friend
    assert len(found) == companions.MAX_PEOPLE + 1
    assert "Player00" not in names(alice)


@pytest.mark.parametrize(
    ("friend", "shows", "listed", "here"),
    [
        (False, False, True, True),
        (False, False, False, False),
        (True, True, False, True),
        (True, False, True, False),
    ],
)
def test_who_is_here_shows_only_if_they_let_it(
    friend: bool, shows: bool, listed: bool, here: bool, alice: User
) -> None:
    other = registered("Dora")
    User.objects.filter(pk=other.pk).update(listed_online=listed)
    play(alice, other)
    if friend:
        friends.ask(alice, other)
        friends.ask(other, alice)
        other.circle_places.update(shows=shows)
    [found] = people_played_with(alice, company_of(alice), utc_now())
    assert found.here is here


def test_it_asks_the_database_a_few_questions(
    alice: User, bob: User, django_assert_max_num_queries: CaptureQueriesContext
) -> None:
    for _ in range(5):
        play(alice, bob, person("Guest"))
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        people_played_with(alice, company_of(alice), utc_now())
