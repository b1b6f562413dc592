"""Everybody learns for which player a command was, and not who acted for them."""

import json
import random

import pytest
from django.test import Client

from games.core.engine import Roll
from games.models import GameEvent, User
from games.record.log.loading import load_game
from games.record.log.records import published_by
from games.tables.rooms import local_seats, seating, starting
from tests.support.desk import act, play
from tests.support.people import current_game, seated

pytestmark = pytest.mark.django_db


def test_old_and_new_games_are_published_alike(alice: User, bob: User) -> None:
    room = seated(alice, bob)
    local_seats.add(room.pk, alice.pk, "Tom")
    seating.set_seed(room.pk, alice.pk, "local2", number=2)
    starting.start(room.pk, alice.pk)
    game = current_game(room)
    seats = load_game(game.pk).state.seats
    tom = seats[2].player
    assert published_by(f"{alice.pk}.2:c1", seats) == f"{tom}:c1"
    assert published_by(f"{alice.pk}.0:c1", seats) == f"{alice.pk}:c1"
    assert published_by(f"{bob.pk}:.a:1.2", seats) == f"{bob.pk}:.a:1.2"
    assert published_by("", seats) == ""
    act(game, 0, Roll(1, 0), by=f"{alice.pk}.0:same")
    play(game, 99, random.Random(1))
    page = Client().get(f"/g/{game.code}.json").json()
    assert [event["by"] for event in page["events"] if "by" in event] == [f"{alice.pk}:same"]
    # Two operators may use one id, so the stored key has them.
    assert GameEvent.objects.filter(by=f"{alice.pk}.0:same").exists()
    assert f"{alice.pk}.0" not in json.dumps(page)
