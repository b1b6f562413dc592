"""Learning from mistakes: the costly choices of a finished game, shown as puzzles."""

from typing import Any

import pytest
from django.test import Client

from games.core.rules import Position
from games.models import Game, SeatAnalysis, User
from games.site.study.analysis.game_analysis import analyse_game
from tests.fixtures import As, OpenRoom
from tests.support.played import begin, play_out, take_turn
from tests.support.reading import data_in

pytestmark = pytest.mark.registered


@pytest.fixture
def over(alice: User, bob: User, new_room: OpenRoom) -> Game:
    return play_out(begin(new_room(alice), alice, bob))


def shown(browser: Client, game: Game, query: str = "") -> dict[str, Any]:
    """The data of the page's script."""
    answer = browser.get(f"/g/{game.code}/practice/{query}")
    assert answer.status_code == 200
    return data_in(answer.content.decode(), "puzzle-data")


def test_it_asks_what_a_seat_did_worst(
    over: Game, bob: User, signed_in: As, outsider: Client
) -> None:
    analyse_game(over.pk)
    for browser, query, seat in (
        (outsider, "", 0),
        (outsider, "?seat=1", 1),
        (outsider, "?seat=9", 0),
        (signed_in(bob), "", 1),
        (signed_in(bob), "?seat=0", 0),
    ):
        found = shown(browser, over, query)
        moves = SeatAnalysis.objects.get(game=over, seat=seat).data["moves"]
        # Everything from half a point on (docs/analysis.md), at most ten.
        costly = [move for move in moves if move["counted"] and move["loss"] >= 0.5]
        costly.sort(key=lambda move: -move["loss"])
        puzzles = found["practice"]["puzzles"]
        assert [each["lost"] for each in puzzles] == [move["loss"] for move in costly[:10]]
        assert found["puzzle"] == puzzles[0]
        for each, move in zip(puzzles, costly, strict=False):
            position = Position.parse(each["position"])
            assert (each["position"], each["played"]) == (move["position"], move["choice"])
            assert (tuple(each["dice"]), each["rolls"]) == (position.dice, position.rolls)
    assert found["practice"]["right_below"] == 0.5


def test_it_waits_for_the_analysis(over: Game, outsider: Client) -> None:
    found = shown(outsider, over)
    assert (found["practice"]["pending"], found["puzzle"]) == (True, None)
    analyse_game(over.pk)
    assert shown(outsider, over)["practice"]["pending"] is False


def test_it_has_no_puzzles_of_games_that_run_or_never_were(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    game = begin(new_room(alice), alice, bob)
    take_turn(game)
    answer = outsider.get(f"/g/{game.code}/practice/")
    assert (answer.status_code, answer["Location"]) == (302, f"/g/{game.code}/")
    assert outsider.get("/g/nosuchgame22/practice/").status_code == 404
