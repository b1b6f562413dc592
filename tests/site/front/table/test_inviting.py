"""Invitations over pages: a table opened for people, the seat behind a notification."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.models import Circle, Invitation, Room, User
from games.people.circles import friends, membership
from games.platform.clock import utc_now
from games.platform.language import unturned
from games.platform.limits.rates import LimitedError
from games.tables.matchmaking import invitations
from games.tables.rooms import seating
from tests.fixtures import As
from tests.support.people import open_room

pytestmark = pytest.mark.django_db


@pytest.fixture
def befriended(alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    friends.ask(bob, alice)


def circle_of(owner: User, *others: User) -> Circle:
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "UTC", "en")
    for each in others:
        membership.join(circle, each)
    return circle


def form(**more: Any) -> dict[str, Any]:
    return {"variant": "yacht", "who": "friends", "seats": "3", **more}


@pytest.mark.usefixtures("befriended")
def test_one_tap_opens_a_table_and_invites(signed_in: As, alice: User, bob: User) -> None:
    sent = {"quick": "friends", "variant": "yacht", "invite": bob.pk}
    answer = signed_in(alice).post("/new/", sent)
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    [asked] = Invitation.objects.all()
    assert (asked.room, asked.sender, asked.asked) == (room, alice, bob)


@pytest.mark.usefixtures("befriended")
def test_the_form_offers_people_and_invites_the_chosen_ones(
    signed_in: As, alice: User, bob: User, charlie: User
) -> None:
    circle_of(alice, charlie)
    friends.ask(alice, charlie)
    friends.ask(charlie, alice)
    User.objects.filter(pk=charlie.pk).update(seen_at=utc_now())
    User.objects.filter(pk=bob.pk).update(seen_at="2020-01-01T00:00Z")
    browser = signed_in(alice)
    page = browser.get("/new/").content.decode()
    # Who is here comes first.
    boxes = re.findall(r'type="checkbox" name="invite" value="(\d+)"', page)
    assert boxes == [str(charlie.pk), str(bob.pk)]
    browser.post("/new/", form(seats="2", invite=[bob.pk, charlie.pk, bob.pk]))
    room = Room.objects.get()
    assert room.seats.count() == 3
    assert set(room.invitations.values_list("asked", flat=True)) == {bob.pk, charlie.pk}


@pytest.mark.usefixtures("befriended")
def test_a_form_shown_again_keeps_who_is_chosen(signed_in: As, alice: User, bob: User) -> None:
    answer = signed_in(alice).post("/new/", form(seats="99", invite=[bob.pk]))
    assert answer.status_code == 422
    assert f'name="invite" value="{bob.pk}" checked' in answer.content.decode()


@pytest.mark.usefixtures("befriended")
def test_a_refused_invitation_loses_neither_the_table_nor_the_others(
    signed_in: As, alice: User, bob: User, charlie: User
) -> None:
    sent = form(invite=[charlie.pk, bob.pk, 999_999, "x"])
    answer = signed_in(alice).post("/new/", sent, follow=True)
    [asked] = Invitation.objects.all()
    assert asked.asked == bob
    told = [str(each) for each in answer.context["messages"]]
    assert [unturned(each) for each in told] == [
        "Charlie is not available.",
        "There is no such player.",
    ]


@pytest.mark.usefixtures("befriended")
def test_a_limit_says_who_was_not_invited(
    signed_in: As, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise LimitedError(5)

    monkeypatch.setattr(invitations, "spend", refuse)
    answer = signed_in(alice).post("/new/", form(invite=[bob.pk]), follow=True)
    assert Room.objects.exists()
    [told] = answer.context["messages"]
    assert unturned(str(told)).endswith("Not invited: Bob")


def test_a_table_for_a_circle_is_private_and_told_to_it(
    signed_in: As, alice: User, bob: User, charlie: User
) -> None:
    circle = circle_of(alice, bob, charlie)
    page = signed_in(alice).get("/new/").content.decode()
    assert "Tuesdays" in page
    signed_in(alice).post("/new/", form(circle=circle.code, public="on"))
    room = Room.objects.get()
    assert (room.circle, room.public, room.strangers) == (circle, False, False)
    assert sorted(Invitation.objects.values_list("asked__name", flat=True)) == ["Bob", "Charlie"]


def test_nobody_opens_a_table_for_a_circle_of_others(signed_in: As, alice: User, bob: User) -> None:
    circle = circle_of(bob)
    circle_of(alice)
    answer = signed_in(alice).post("/new/", form(circle=circle.code))
    assert answer.status_code == 422
    assert not Room.objects.exists()


@pytest.fixture
def invited(befriended: None, alice: User, bob: User) -> Room:
    room = open_room(alice, 2)
    invitations.invite(alice, room.code, bob)
    return room


def test_the_link_of_a_notification_takes_no_seat_by_itself(
    signed_in: As, invited: Room, bob: User
) -> None:
    browser = signed_in(bob)
    page = browser.get(f"/r/{invited.code}/?take=1").content.decode()
    assert f'action="/r/{invited.code}/invitation"' in page
    assert not invited.seats.filter(player=bob).exists()
    answer = browser.post(f"/r/{invited.code}/invitation")
    assert answer["Location"] == f"/r/{invited.code}/"
    assert invited.seats.filter(player=bob).exists()
    # Now it shows the table, as to everybody else.
    again = browser.get(f"/r/{invited.code}/?take=1").content.decode()
    assert "data-socket" in again


def test_a_full_table_says_so(signed_in: As, invited: Room, bob: User, charlie: User) -> None:
    seating.sit(invited.pk, charlie.pk, None, None)
    answer = signed_in(bob).post(f"/r/{invited.code}/invitation")
    assert answer.status_code == 409
    assert "All seats are taken." in answer.content.decode()


def test_who_was_not_invited_sees_the_table(
    signed_in: As, invited: Room, charlie: User, client: Client
) -> None:
    for browser in (signed_in(charlie), client):
        assert "data-socket" in browser.get(f"/r/{invited.code}/?take=1").content.decode()
    assert signed_in(charlie).post(f"/r/{invited.code}/invitation").status_code == 409


def test_declining_leads_home(signed_in: As, invited: Room, bob: User) -> None:
    answer = signed_in(bob).post(f"/r/{invited.code}/invitation", {"decline": "1"})
    assert answer["Location"] == "/"
    assert Invitation.objects.get().status == "declined"


def test_the_table_lists_whom_one_can_invite(
    signed_in: As, befriended: None, alice: User, bob: User, charlie: User
) -> None:
    circle = circle_of(alice, charlie)
    room = open_room(alice, 3)
    browser = signed_in(alice)
    found = json.loads(browser.get(f"/r/{room.code}/people").content)
    assert [each["name"] for each in found["people"]] == ["Bob"]
    assert [each["name"] for each in found["circles"]] == ["Tuesdays", "Bob"]
    assert (found["chosen"], found["host"]) == ("", True)
    assert browser.post(f"/r/{room.code}/invite", {"player": bob.pk}).status_code == 200
    assert browser.post(f"/r/{room.code}/circle", {"circle": circle.code}).status_code == 200
    found = json.loads(browser.get(f"/r/{room.code}/people").content)
    assert found["people"][0]["asked"] is True
    assert found["chosen"] == circle.code
    assert Invitation.objects.count() == 2
    # The circle is no business of somebody else at the table.
    seating.sit(room.pk, bob.pk, None, None)
    theirs = json.loads(signed_in(bob).get(f"/r/{room.code}/people").content)
    assert (theirs["chosen"], theirs["host"]) == ("", False)
    refused = signed_in(bob).post(f"/r/{room.code}/circle", {"circle": ""})
    assert refused.status_code == 403
    assert signed_in(charlie).get(f"/r/{room.code}/people").status_code == 403


def test_a_public_table_is_for_no_circle(signed_in: As, alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    room = open_room(alice, 3, public=True)
    answer = signed_in(alice).post(f"/r/{room.code}/circle", {"circle": circle.code})
    assert answer.status_code == 403
    room.refresh_from_db()
    assert room.circle is None
