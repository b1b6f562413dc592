"""The analysis board, and the mistakes of a game as puzzles."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from games.analysis.grades import grade
from games.models import Game, User
from games.rules import VARIANTS, Position, Scorecard
from tests.fixtures import As, OpenRoom
from tests.support.played import begin, play_out, take_turn
from tests.support.reading import data_in

pytestmark = pytest.mark.registered

POSITION = "yahtzee:joker=free 3,-,-,-,-,-,-,-,25,-,-,50,- 1 66116 2"
TRIPLE = Position(VARIANTS["triple_yahtzee"], Scorecard(VARIANTS["triple_yahtzee"]))


def board(browser: Client, path: str = "", status: int = 200) -> dict[str, Any]:
    """The board's data."""
    answer = browser.get(f"/analysis/{path}")
    assert answer.status_code == status
    return data_in(answer.content.decode(), "board-data")


@pytest.fixture
def over(alice: User, bob: User, new_room: OpenRoom) -> Game:
    return play_out(begin(new_room(alice), alice, bob))


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_it_shows_an_empty_card_of_each_variant(db: None, outsider: Client, variant: str) -> None:
    shown = board(outsider, f"{variant}/")
    empty = Position(VARIANTS[variant], Scorecard(VARIANTS[variant]))
    assert (shown["position"], shown["named"]) == (str(empty), False)
    told = next(each for each in shown["variants"] if each["id"] == variant)
    for category, possible in zip(
        VARIANTS[variant].categories, VARIANTS[variant].possible_points, strict=True
    ):
        assert set(told["points"][category.id]) == possible


@pytest.mark.parametrize("text", [POSITION, str(TRIPLE)])
def test_it_shows_the_position_that_its_address_names(
    db: None, outsider: Client, text: str
) -> None:
    rules, *fields = text.split(" ")
    for path in (
        f"{rules}/{'_'.join(fields)}",
        f"{rules}/{quote(' '.join(fields))}",
        f"{rules.partition(':')[0]}/{quote(text)}",
    ):
        shown = board(outsider, path)
        assert (shown["position"], shown["named"]) == (text, True)


@pytest.mark.parametrize(
    "path",
    ["chess/", "yacht/nonsense", "yacht/-,-_0_12347_1", "yahtzee:joker=odd/", "yacht/" + "x" * 500],
)
def test_it_says_kindly_that_an_address_is_no_position(
    db: None, outsider: Client, path: str
) -> None:
    answer = outsider.get(f"/analysis/{path}")
    assert answer.status_code == 404
    text = answer.content.decode()
    assert "This address is not a valid position" in text
    assert data_in(text, "board-data")["named"] is False


def test_it_gives_the_puzzles_of_the_player_who_asks(
    over: Game, bob: User, signed_in: As, outsider: Client
) -> None:
    path = f"/g/{over.code}/practice/"
    for browser, query, seat, mine in (
        (outsider, "", 0, None),
        (outsider, "?seat=1", 1, None),
        (outsider, "?seat=9", 0, None),
        (signed_in(bob), "", 1, 1),
        (signed_in(bob), "?seat=0", 0, 1),
    ):
        shown = data_in(browser.get(path + query).content.decode(), "practice-data")
        assert (shown["seat"], shown["mine"]) == (seat, mine)
        assert [each["name"] for each in shown["seats"]] == ["Alice", "Bob"]


def test_it_names_losses_as_the_analysis_does(over: Game, outsider: Client) -> None:
    page = outsider.get(f"/g/{over.code}/practice/").content.decode()
    for limit in data_in(page, "practice-data")["limits"]:
        assert grade(limit["below"] - 1e-6, "yacht") == limit["grade"]
        assert grade(limit["below"], "yacht") != limit["grade"]


def test_it_has_no_puzzles_of_games_that_run_or_never_were(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    game = begin(new_room(alice), alice, bob)
    take_turn(game)
    answer = outsider.get(f"/g/{game.code}/practice/")
    assert (answer.status_code, answer["Location"]) == (302, f"/g/{game.code}/")
    assert outsider.get("/g/nosuchgame22/practice/").status_code == 404


def test_it_offers_ones_own_games_for_practice(
    over: Game, alice: User, signed_in: As, outsider: Client
) -> None:
    link = f'href="/g/{over.code}/practice/"'
    assert link in signed_in(alice).get("/games/").content.decode()
    assert link not in outsider.get("/@Alice/").content.decode()
