"""People on the home page."""

import pytest
from django.test import Client

from games.models import User
from games.people.circles import friends
from games.people.circles.together import friends_of
from games.tables.matchmaking import invitations
from tests.fixtures import As
from tests.support.people import begun, open_room

pytestmark = pytest.mark.django_db


def home(signed_in: As, player: User) -> str:
    return signed_in(player).get("/").content.decode()


def test_it_offers_people_played_with_to_invite_and_befriend(
    signed_in: As, alice: User, bob: User, client: Client
) -> None:
    assert "Your people" not in home(signed_in, alice)
    assert "Your people" not in client.get("/").content.decode()
    begun(open_room(alice, 2), alice, bob)
    page = home(signed_in, alice)
    assert "Your people" in page
    assert "Add as friend" in page
    answer = signed_in(alice).post(
        "/circles/friends", {"player": bob.pk, "action": "ask", "next": "/"}
    )
    assert answer["Location"] == "/"
    assert "Add as friend" not in home(signed_in, alice)
    assert "wants to be your friend" in home(signed_in, bob)


@pytest.mark.parametrize(("does", "are_friends"), [("accept", True), ("decline", False)])
def test_it_answers_who_wants_to_be_a_friend(
    signed_in: As, does: str, are_friends: bool, alice: User, bob: User
) -> None:
    friends.ask(alice, bob)
    signed_in(bob).post("/circles/friends", {"player": alice.pk, "action": does})
    assert (alice.pk in friends_of(bob.pk)) is are_friends
    assert "wants to be your friend" not in home(signed_in, bob)


@pytest.mark.parametrize(("fields", "status"), [({}, 404), ({"action": "dance"}, 422)])
def test_it_refuses_what_it_does_not_know(
    signed_in: As, fields: dict[str, str], status: int, alice: User, bob: User
) -> None:
    sent = {"player": bob.pk, **fields} if fields else {"action": "ask"}
    assert signed_in(alice).post("/circles/friends", sent).status_code == status


def test_it_lists_invitations(signed_in: As, alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    friends.ask(bob, alice)
    invitations.invite(alice, open_room(alice, 2).code, bob)
    assert "Alice</bdi> invites you to a table" in home(signed_in, bob).replace("\n", "")
