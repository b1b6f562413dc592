"""The page and the JSON of a game."""

import pytest
from django.test import Client

from games.models import DiceSecret, Game, User
from tests.web.conftest import As, OpenRoom
from tests.web.play import begin, play_out


@pytest.fixture
def over(alice: User, bob: User, new_room: OpenRoom) -> Game:
    return play_out(begin(new_room(alice), alice, bob))


@pytest.fixture
def running(alice: User, bob: User, new_room: OpenRoom) -> Game:
    return begin(new_room(alice), alice, bob)


def test_it_shows_a_finished_game_to_everybody(
    over: Game, alice: User, charlie: User, guest: User, signed_in: As, outsider: Client
) -> None:
    for browser in (signed_in(alice), signed_in(charlie), signed_in(guest), outsider):
        assert browser.get(f"/g/{over.code}/").status_code == 200


def test_it_sends_those_who_come_too_early_to_the_room(running: Game, outsider: Client) -> None:
    assert running.room is not None
    assert outsider.get(f"/g/{running.code}/")["Location"] == f"/r/{running.room.code}/"


def test_it_gives_the_whole_game_as_json(over: Game, outsider: Client) -> None:
    data = outsider.get(f"/g/{over.code}.json").json()
    assert over.room is not None
    assert set(data) >= {"sheet", "view", "events", "room"}
    assert data["room"] == over.room.code
    assert data["view"]["status"] == "finished"
    assert [event["seq"] for event in data["events"]] == list(range(1, over.seq + 1))
    totals = [card.total for card in over.scorecards.all()]
    assert [seat["card"]["total"] for seat in data["view"]["seats"]] == totals


def test_it_keeps_the_secret_until_the_end(running: Game, outsider: Client) -> None:
    secret = bytes(DiceSecret.objects.get(code=running.code).secret).hex()
    assert secret not in outsider.get(f"/g/{running.code}.json").content.decode()
    play_out(running)
    assert secret in outsider.get(f"/g/{running.code}.json").content.decode()


@pytest.mark.parametrize("path", ["/g/nosuchgame22/", "/g/nosuchgame22.json"])
def test_it_knows_no_game_that_never_was(outsider: Client, db: None, path: str) -> None:
    assert outsider.get(path).status_code == 404
