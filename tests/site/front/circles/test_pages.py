"""The pages of circles: what members see and do, and that nobody else learns of them."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Circle, CircleBan, CircleMember, CircleRequest, FriendRequest, User
from games.people.circles import friends, links, membership
from games.platform.clock import use_clock, utc_now
from games.site.account.family.locking import set_lock
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, cookie_of, keep, person, registered

pytestmark = pytest.mark.django_db

ABOUT = ("", "members", "settings")


def circle_of(owner: User, *others: User) -> Circle:
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "Europe/Berlin", "en")
    for each in others:
        membership.join(circle, each)
    return circle


def place(circle: Circle, player: User) -> CircleMember:
    return CircleMember.objects.get(circle=circle, player=player)


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def link_of(circle: Circle, owner: User, *, asks: bool = False) -> str:
    made = links.make_link(circle, place(circle, owner), days=7, asks=asks)
    return f"/j/{made.word}/"


@pytest.mark.parametrize("about", ABOUT)
def test_a_stranger_gets_the_bytes_of_an_unknown_circle(alice: User, bob: User, about: str) -> None:
    circle = circle_of(alice)
    for client in (Client(), client_of(bob)):
        known = client.get(f"/circles/{circle.code}/{about}")
        unknown = client.get(f"/circles/abcdefgh2345/{about}")
        assert known.status_code == unknown.status_code == 404
        assert "no-store" in known["Cache-Control"]
        texts = [
            each.content.decode().replace(circle.code, "CODE").replace("abcdefgh2345", "CODE")
            for each in (known, unknown)
        ]
        assert "Tuesdays" not in texts[0]
        assert len(texts[0]) == len(texts[1])


@pytest.mark.parametrize("about", ABOUT)
def test_a_member_sees_it_and_nobody_keeps_it(alice: User, bob: User, about: str) -> None:
    circle = circle_of(alice, bob)
    answer = client_of(bob).get(f"/circles/{circle.code}/{about}")
    assert answer.status_code == 200
    assert "Tuesdays" in answer.content.decode()
    assert answer["Cache-Control"] == "private, no-store"


def test_a_visitor_comes_in_by_a_link_with_a_name(alice: User) -> None:
    circle = circle_of(alice)
    client = Client()
    address = link_of(circle, alice)
    assert "Tuesdays" in client.get(address).content.decode()
    answer = client.post(address, {"name": "Gus"})
    assert answer["Location"] == f"/circles/{circle.code}/"
    guest = User.objects.get(name="Gus")
    assert guest.is_guest
    assert place(circle, guest).role == "member"
    assert client.get(address)["Location"] == f"/circles/{circle.code}/"


def test_a_guest_without_a_name_gets_one(alice: User) -> None:
    circle = circle_of(alice)
    Client().post(link_of(circle, alice), {"name": ""})
    assert circle.members.get(role="member").player.name.startswith("Guest ")


def test_who_asks_waits_until_somebody_lets_them_in(alice: User, bob: User) -> None:
    circle = circle_of(alice)
    address = link_of(circle, alice, asks=True)
    mine, owner = client_of(bob), client_of(alice)
    assert mine.post(address)["Location"] == address
    assert "You have asked" in mine.get(address).content.decode()
    assert mine.get(f"/circles/{circle.code}/").status_code == 404
    members = f"/circles/{circle.code}/members"
    assert "They ask to come in" in owner.get(members).content.decode()
    owner.post(members, {"action": "let-in", "player": bob.pk})
    assert mine.get(f"/circles/{circle.code}/").status_code == 200
    assert not CircleRequest.objects.exists()


def test_links_that_do_not_work_all_answer_alike(alice: User, clock: FakeClock) -> None:
    circle = circle_of(alice)
    address = link_of(circle, alice)
    word = address.split("/")[2]
    links.revoke(circle, place(circle, alice), circle.links.get(word=word).pk)
    for path in (address, "/j/unknown/"):
        answer = Client().get(path)
        assert answer.status_code == 404
        assert "This link does not work any more." in answer.content.decode()


def test_the_code_of_a_link_is_drawn_while_it_works(alice: User) -> None:
    circle = circle_of(alice)
    address = link_of(circle, alice)
    assert Client().get(f"{address}qr.svg")["Content-Type"] == "image/svg+xml"
    membership.archive(circle, place(circle, alice), ends=True)
    assert Client().get(f"{address}qr.svg").status_code == 404


CHANGES = {
    "helper": lambda circle, bob: place(circle, bob).role == "helper",
    "owner": lambda circle, bob: place(circle, bob).role == "owner",
    "remove": lambda circle, bob: CircleBan.objects.filter(circle=circle, player=bob).exists(),
}


@pytest.mark.parametrize("action", CHANGES)
@pytest.mark.parametrize("role", ["owner", "member"])
def test_only_the_owner_changes_roles(alice: User, bob: User, action: str, role: str) -> None:
    carol = registered("Carol")
    circle = circle_of(alice, bob, carol)
    actor = alice if role == "owner" else carol
    path = f"/circles/{circle.code}/members"
    answer = client_of(actor).post(path, {"action": action, "player": bob.pk})
    assert answer.status_code == (302 if role == "owner" else 403)
    assert CHANGES[action](circle, bob) == (role == "owner")


def test_the_removed_come_back_only_after_the_owner_forgives(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    address = link_of(circle, alice)
    path = f"/circles/{circle.code}/members"
    owner = client_of(alice)
    owner.post(path, {"action": "remove", "player": bob.pk})
    assert client_of(bob).post(address).status_code == 422
    owner.post(path, {"action": "forgive", "player": bob.pk})
    assert client_of(bob).post(address).status_code == 302


@pytest.mark.parametrize("values", [{}, {"action": "owner"}, {"action": "x", "player": "1"}])
def test_what_nobody_can_choose_is_refused(alice: User, values: dict[str, str]) -> None:
    circle = circle_of(alice)
    assert client_of(alice).post(f"/circles/{circle.code}/members", values).status_code == 422
    assert client_of(alice).post(f"/circles/{circle.code}/archive", values).status_code == 422


def test_a_new_circle_begins_with_its_owner(alice: User) -> None:
    client = client_of(alice)
    assert client.get("/circles/new").status_code == 200
    sent = {"name": "Tuesdays", "emblem": "anchor", "zone": "Europe/Berlin"}
    answer = client.post("/circles/new", sent)
    circle = Circle.objects.get()
    assert answer["Location"] == f"/circles/{circle.code}/members"
    assert (circle.name, circle.emblem, circle.zone) == ("Tuesdays", "anchor", "Europe/Berlin")
    assert "Tuesdays" in client.get("/circles/").content.decode()


@pytest.mark.parametrize(("typed", "name"), [("Mia", "Mia"), ("", "Guest ")])
def test_a_visitor_makes_one_under_the_name_they_type(typed: str, name: str) -> None:
    client = Client()
    assert "Your name" in client.get("/circles/new").content.decode()
    sent = {"name": "Tuesdays", "emblem": "anchor", "zone": "", "maker": typed}
    assert client.post("/circles/new", sent).status_code == 302
    assert CircleMember.objects.get().player.name.startswith(name)
    assert "Your name" not in client.get("/circles/new").content.decode()


def test_the_form_tells_a_taken_name_from_that_of_the_circle() -> None:
    registered("Alice")
    sent = {"name": "Tuesdays", "emblem": "anchor", "zone": "", "maker": "Alice"}
    answer = Client().post("/circles/new", sent)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"maker"}
    assert not Circle.objects.exists()


@pytest.mark.parametrize("wrong", [{"name": ""}, {"emblem": "bot-ada"}, {"name": "x" * 41}])
def test_the_form_of_a_circle_says_what_is_wrong(alice: User, wrong: dict[str, str]) -> None:
    sent = {"name": "Tuesdays", "emblem": "anchor", "zone": "", **wrong}
    assert client_of(alice).post("/circles/new", sent).status_code == 422
    circle = circle_of(alice)
    assert client_of(alice).post(f"/circles/{circle.code}/settings", sent).status_code == 422


def test_a_zone_nobody_knows_is_that_of_the_maker(alice: User) -> None:
    sent = {"name": "Tuesdays", "emblem": "anchor", "zone": "Moon/Base"}
    client_of(alice).post("/circles/new", sent)
    assert Circle.objects.get().zone == "UTC"


def test_helpers_describe_it_and_members_do_not(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    sent = {"name": "Sundays", "emblem": "cat", "zone": "Asia/Tokyo"}
    path = f"/circles/{circle.code}/settings"
    assert client_of(bob).post(path, sent).status_code == 403
    membership.make_helper(circle, place(circle, alice), bob.pk, helps=True)
    assert client_of(bob).post(path, sent).status_code == 302
    circle.refresh_from_db()
    assert (circle.name, circle.emblem, circle.zone) == ("Sundays", "cat", "Asia/Tokyo")


def test_each_member_chooses_for_themselves(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    client_of(bob).post(f"/circles/{circle.code}/mine", {"told": "on"})
    mine = place(circle, bob)
    assert (mine.shows, mine.told) == (False, True)
    assert place(circle, alice).shows


ENDS: dict[str, Callable[[Circle], bool]] = {
    "leave": lambda circle: circle.members.count() == 1,
    "delete": lambda circle: not Circle.objects.exists(),
}


@pytest.mark.parametrize("end", ENDS)
def test_an_owner_leaves_or_deletes(alice: User, bob: User, end: str) -> None:
    circle = circle_of(alice, bob)
    answer = client_of(alice).post(f"/circles/{circle.code}/{end}")
    assert answer["Location"] == "/circles/"
    assert ENDS[end](circle)


def test_a_silent_circle_rests_until_its_owner_brings_it_back(
    alice: User, bob: User, clock: FakeClock
) -> None:
    with use_clock(clock):
        circle = circle_of(alice, bob)
        clock.advance((membership.SILENT_AFTER + timedelta(days=1)).total_seconds())
        assert membership.archive_silent(utc_now()) == 1
        assert "They rest" in client_of(bob).get("/circles/").content.decode()
        page = f"/circles/{circle.code}/"
        assert "Bring it back" not in client_of(bob).get(page).content.decode()
        assert "Bring it back" in client_of(alice).get(page).content.decode()
        client_of(alice).post(f"{page}archive", {"action": "back"})
        circle.refresh_from_db()
        assert circle.archived_at is None
        assert membership.archive_silent(utc_now()) == 0


ANSWERS = {"accept": True, "decline": False}


@pytest.mark.parametrize("action", ANSWERS)
def test_friends_ask_by_name_and_answer(action: str) -> None:
    alice, bob = registered("Alice"), registered("Bob")
    client_of(alice).post("/circles/friends", {"name": "bob"})
    assert "They want to be your friends" in client_of(bob).get("/circles/").content.decode()
    client_of(bob).post("/circles/friends", {"action": action, "player": alice.pk})
    found = friends.pair_of(alice.pk, bob.pk)
    assert (found is not None) == ANSWERS[action]
    listed = client_of(alice).get("/circles/").content.decode()
    # Nobody is told that they were declined.
    assert "You have asked" in listed or found is not None
    if found is not None:
        assert "Bob" in client_of(alice).get(f"/circles/{found.code}/").content.decode()
        client_of(bob).post(f"/circles/{found.code}/leave")
        assert friends.pair_of(alice.pk, bob.pk) is None


def test_a_request_is_taken_back(alice: User, bob: User) -> None:
    keep(alice, bob)
    friends.ask(alice, bob)
    client_of(alice).post("/circles/friends", {"action": "take-back", "player": bob.pk})
    assert not FriendRequest.objects.exists()


def test_a_locked_child_comes_in_only_with_a_grown_up(alice: User) -> None:
    circle = circle_of(alice)
    child = registered("Kim")
    set_lock(child, on=True)
    child.refresh_from_db()
    client = Client()
    client.cookies["sessionid"] = cookie_of(child)
    address = link_of(circle, alice)
    assert "Password of this account" in client.get(address).content.decode()
    assert client.post(address, {"parent": "wrong"}).status_code == 422
    assert not circle.members.filter(player=child).exists()
    assert client.post(address, {"parent": PASSWORD}).status_code == 302
    assert circle.members.filter(player=child).exists()
    # Nobody there is of their family.
    for about in ABOUT:
        text = client.get(f"/circles/{circle.code}/{about}").content.decode()
        assert "Alice" not in text
        assert "Tuesdays" not in text


def test_the_list_takes_few_queries(
    alice: User, bob: User, django_assert_max_num_queries: Callable[..., object]
) -> None:
    circles = [circle_of(alice, bob, person(f"P{n}")) for n in range(5)]
    client = client_of(alice)
    cache.clear()
    with django_assert_max_num_queries(16):  # type: ignore[attr-defined]
        client.get("/circles/")
    with django_assert_max_num_queries(16):  # type: ignore[attr-defined]
        client.get(f"/circles/{circles[0].code}/members")
