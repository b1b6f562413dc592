"""A table may be opened as a rated one, unless it is for one."""

import re

import pytest
from django.test import Client

from games.models import Room, User
from tests.fixtures import As

pytestmark = pytest.mark.registered


@pytest.mark.parametrize(("sent", "rated"), [({}, False), ({"rated": "on"}, True)])
def test_it_is_rated_only_if_asked_for(
    alice: User, signed_in: As, sent: dict[str, str], rated: bool
) -> None:
    signed_in(alice).post("/new/", {"variant": "yacht", "seats": "2", "clock": "60", **sent})
    assert Room.objects.get().rated is rated


def test_it_cannot_be_rated_alone(alice: User, signed_in: As) -> None:
    form = {"variant": "yacht", "seats": "1", "clock": "60", "rated": "on"}
    answer = signed_in(alice).post("/new/", form)
    assert answer.status_code == 422
    assert "needs at least two seats" in answer.content.decode()
    assert not Room.objects.exists()


def test_it_gets_a_clock_if_it_is_rated(alice: User, signed_in: As) -> None:
    form = {"variant": "yacht", "seats": "2", "clock": "", "rated": "on"}
    signed_in(alice).post("/new/", form)
    room = Room.objects.get()
    assert (room.rated, room.clock) == (True, 60)


def test_it_offers_the_switch_turned_off(alice: User, signed_in: As) -> None:
    text = signed_in(alice).get("/new/").content.decode()
    assert re.search(r'name="rated"[^>]*data-on="rated">', text)


@pytest.mark.django_db
def test_it_offers_no_switch_to_those_without_an_account(outsider: Client) -> None:
    text = outsider.get("/new/").content.decode()
    assert 'name="rated"' not in text
    assert "to play rated." in text
    form = {"variant": "yacht", "seats": "2", "clock": "60", "rated": "on", "name": "Gus"}
    outsider.post("/new/", form)
    assert not Room.objects.get().rated
