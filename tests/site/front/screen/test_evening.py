"""A screen of a circle's table learns the sums of its people in this night."""

import pytest
from django.test import Client

from games.models import Room, User
from games.platform.clock import utc_now
from games.site.front.circles.counting import count_games
from tests.site.front.circles.making import circle_of, finished
from tests.support.people import account, open_room

pytestmark = pytest.mark.django_db


def table(host: User, other: User) -> Room:
    """A table of a circle after a game, which the worker has not counted."""
    circle = circle_of(host, other)
    room = open_room(host)
    game = finished(circle, [(host, 20, 1), (other, 10, 2)], utc_now())
    Room.objects.filter(pk=room.pk).update(circle=circle, game=game)
    return room


def test_it_has_the_sums_of_tonights_people_without_names(outsider: Client) -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    room = table(alice, bob)
    address = f"/r/{room.code}/screen/evening.json"
    assert f'data-evening="{address}"' in outsider.get(f"/r/{room.code}/screen/").content.decode()
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


def test_other_tables_have_none(outsider: Client) -> None:
    room = open_room(account("Alice"))
    assert outsider.get(f"/r/{room.code}/screen/evening.json").status_code == 404
    assert outsider.get("/r/nosuchroom22/screen/evening.json").status_code == 404
    assert "data-evening" not in outsider.get(f"/r/{room.code}/screen/").content.decode()


def test_an_overlay_shows_none(outsider: Client) -> None:
    room = table(account("Alice"), account("Bob"))
    assert "data-evening" not in outsider.get(f"/r/{room.code}/screen/?overlay").content.decode()
