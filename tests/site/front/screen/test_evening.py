"""A screen that a member shows learns the sums of the people of a circle's table in this night."""

import re

import pytest
from django.test import Client

from games.models import Circle, Room, User
from games.people.circles import membership
from games.platform.clock import utc_now
from games.site.front.circles.counting import count_games
from games.site.shared.sharing.qr import qr_code
from tests.site.front.circles.making import circle_of, finished
from tests.support.people import BACKEND, account, open_room

pytestmark = pytest.mark.django_db


def table(host: User, other: User) -> Room:
    """A table of a circle after a game, which the worker has not counted."""
    circle = circle_of(host, other)
    room = open_room(host)
    game = finished(circle, [(host, 20, 1), (other, 10, 2)], utc_now())
    Room.objects.filter(pk=room.pk).update(circle=circle, game=game)
    return room


def browser_of(player: User) -> Client:
    browser = Client()
    browser.force_login(player, backend=BACKEND)
    return browser


def shown_by(player: User, room: Room) -> str:
    """Return the address for a screen that a table's page has for a player."""
    text = browser_of(player).get(f"/r/{room.code}/").content.decode()
    (found,) = re.findall(r' data-screen="([^"]+)"', text)
    return str(found)


def evening_on(browser: Client, screen: str) -> str | None:
    """Return where a screen asks for its evening."""
    found = re.search(r' data-evening="([^"]+)"', browser.get(screen).content.decode())
    return found and found[1]


def test_it_has_the_sums_of_tonights_people_without_names(outsider: Client) -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    room = table(alice, bob)
    address = evening_on(outsider, shown_by(bob, room))
    assert address is not None
    before = outsider.get(address).json()
    assert (before["counted"], before["games"], before["people"]) == (False, 0, [])
    circle = Room.objects.get(pk=room.pk).circle
    finished(circle, [(alice, 5, 2), (charlie, 30, 1)], utc_now())
    finished(circle, [(bob, 25, 1), (alice, 5, 2)], utc_now())
    count_games()
    answer = outsider.get(address)
    assert answer["Cache-Control"] == "private, no-store"
    found = answer.json()
    assert found["counted"]
    assert found["games"] == 2
    assert found["people"] == [
        {"player": bob.pk, "wins": 1, "points": 35},
        {"player": alice.pk, "wins": 1, "points": 25},
    ]
    assert "Alice" not in answer.content.decode()


def test_who_merely_has_the_link_learns_nothing_of_the_circle(outsider: Client) -> None:
    alice, bob, eve, dan = account("Alice"), account("Bob"), account("Eve"), account("Dan")
    room, other = table(alice, bob), open_room(alice)
    circle_of(eve, dan)
    plain = f"/r/{room.code}/screen/"
    signed = shown_by(alice, room).partition("-")[2]
    assert shown_by(account("Fay"), room) == plain
    wrong = [
        *(plain, shown_by(eve, room), f"{plain}?by={eve.pk}-{signed}", f"{plain}?by={alice.pk}-"),
        *(f"{plain}?by=\u00b2-{signed}", f"{plain}?by={alice.pk}"),
        plain + shown_by(alice, other).removeprefix(f"/r/{other.code}/screen/"),
    ]
    for browser in (outsider, browser_of(eve)):
        answers = [browser.get(f"/r/{each.code}/screen/") for each in (room, other)]
        assert len({str(sorted(each.headers)) for each in answers}) == 1
        assert answers[0]["Vary"] == answers[1]["Vary"]
        for screen in wrong:
            assert evening_on(browser, screen) is None
            asked = screen.replace("/screen/", "/screen/evening.json")
            assert browser.get(asked).status_code == 404


def test_a_member_shows_it_until_they_leave(outsider: Client) -> None:
    alice, bob = account("Alice"), account("Bob")
    room = table(alice, bob)
    screen, own = shown_by(bob, room), f"/r/{room.code}/screen/"
    assert evening_on(browser_of(bob), own) == f"{own}evening.json"
    membership.leave(Circle.objects.get().pk, bob.pk)
    assert evening_on(outsider, screen) is None
    assert evening_on(browser_of(bob), own) is None


def test_a_table_may_be_for_a_circle_later(outsider: Client) -> None:
    alice = account("Alice")
    room, circle = open_room(alice), circle_of(alice)
    screen = shown_by(alice, room)
    assert evening_on(outsider, screen) is None
    Room.objects.filter(pk=room.pk).update(circle=circle)
    assert evening_on(outsider, screen) is not None
    assert outsider.get(screen.replace(room.code, room.code.upper()))["Location"] == screen


def test_the_code_for_a_phone_leads_to_the_same_screen(outsider: Client) -> None:
    alice, bob = account("Alice"), account("Bob")
    room = table(alice, bob)
    screen = shown_by(bob, room)
    picture = outsider.get(screen.replace("/screen/", "/screen/qr.svg")).content
    assert picture == qr_code(f"http://testserver{screen}").content
    public = open_room(alice, public=True)
    assert shown_by(alice, public) == f"/r/{public.code}/screen/"


def test_other_tables_have_none(outsider: Client) -> None:
    room = open_room(account("Alice"))
    assert outsider.get(f"/r/{room.code}/screen/evening.json").status_code == 404
    assert outsider.get("/r/nosuchroom22/screen/evening.json").status_code == 404
    assert "data-evening" not in outsider.get(f"/r/{room.code}/screen/").content.decode()


def test_an_overlay_shows_none(outsider: Client) -> None:
    alice, bob = account("Alice"), account("Bob")
    assert evening_on(outsider, f"{shown_by(alice, table(alice, bob))}&overlay") is None
