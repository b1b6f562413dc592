"""A game whose start was cancelled, on its page, in its JSON, its text and the API."""

import pytest
from django.test import Client

from games.models import DiceSecret, Game, User
from games.record.fairness.secrets import secret_of
from games.record.reveals.public_log_ends import log_ends
from games.tables.rooms import sealing, seating, starting
from tests.fixtures import As, OpenRoom
from tests.support.people import current_game
from tests.support.sealing import make_seal

pytestmark = pytest.mark.registered


@pytest.fixture
def cancelled(alice: User, bob: User, new_room: OpenRoom) -> Game:
    """Bob did not show his seed."""
    room = new_room(alice)
    seating.sit(room.pk, bob.pk, 1, None)
    for player in (alice, bob):
        kept = make_seal(room.next_code, player.pk)
        seating.set_seal(room.pk, player.pk, sealing.Seal(kept.game, kept.seal))
    starting.start(room.pk, alice.pk)
    starting.cancel_start(room.pk, current_game(room).pk, (1,), blamed=True)
    log_ends()
    return current_game(room)


def test_it_shows_who_withheld_their_seed_and_the_secret(cancelled: Game, outsider: Client) -> None:
    secret = secret_of(DiceSecret.objects.get(code=cancelled.code)).hex()
    page = outsider.get(f"/g/{cancelled.code}/")
    assert page.status_code == 200
    assert secret in page.content.decode()
    assert "<title>The start was cancelled · Yacht</title>" in page.content.decode()
    answer = outsider.get(f"/g/{cancelled.code}.json").json()
    end = answer["events"][-1]
    assert (end["type"], end["data"]["withheld"]) == ("game.cancelled", [1])
    assert end["data"]["secret"] == secret
    text = outsider.get(f"/g/{cancelled.code}.txt").content.decode()
    assert "Status      cancelled" in text
    assert secret in text
    assert outsider.get(f"/api/v1/games/{cancelled.code}").json()["view"]["status"] == "cancelled"
    events = outsider.get(f"/api/v1/games/{cancelled.code}/events").json()
    assert events["over"] is True


def test_it_is_in_no_list_of_games(cancelled: Game, alice: User, signed_in: As) -> None:
    assert cancelled.code not in signed_in(alice).get("/games/").content.decode()
