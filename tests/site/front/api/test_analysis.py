"""Analyses of games, positions and dice in the API."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.core.rules import Position
from games.models import Game, SeatAnalysis, User
from games.site.study.analysis import api_types as types
from games.site.study.analysis import game_analysis
from games.site.study.analysis.game_analysis import VERSION, analyse_game
from tests.site.front.api.test_answers import ask
from tests.site.front.api.test_http import refusal
from tests.support.played import finished_game

pytestmark = pytest.mark.registered

POSITION = "yahtzee -,-,-,-,-,-,-,-,-,-,-,-,- 0 55512 1"


@pytest.fixture
def played(alice: User, bob: User) -> Game:
    return finished_game(alice, bob)


def test_it_tells_how_a_game_was_played(api: Client, played: Game) -> None:
    analyse_game(played.pk)
    found = ask(api, f"games/{played.code}/analysis", types.GameAnalysis)
    assert (found["game"], found["status"], found["exact"]) == (played.code, "ready", True)
    seats = found["seats"]
    assert isinstance(seats, list)
    assert seats == [row.data for row in SeatAnalysis.objects.filter(game=played).order_by("seat")]
    for seat in seats:
        gained = seat["start"] + seat["luck"] + seat["correction"]
        assert seat["score"] + seat["unplayed"] == pytest.approx(
            gained - seat["loss"] - seat["other_loss"], abs=1e-9
        )
        for number in seat["costliest"]:
            assert seat["moves"][number]["grade"] in ("inaccuracy", "mistake", "blunder")
        worst = [seat["moves"][number]["loss"] for number in seat["costliest"]]
        assert worst == sorted((move["loss"] for move in seat["moves"]), reverse=True)[: len(worst)]
        lucks = [seat["rolls"][number]["luck"] for number in seat["luckiest"]]
        good = (roll["luck"] for roll in seat["rolls"] if roll["luck"] > 0)
        assert lucks == sorted(good, reverse=True)[:3]
        for move in seat["moves"]:
            assert Position.parse(move["position"]).rolls == move["roll"]
            assert (move["choice"]["keep"] is None) == (move["choice"]["box"] is not None)


def test_it_tells_which_event_each_move_and_roll_was(api: Client, played: Game) -> None:
    analyse_game(played.pk)
    events = {
        event["seq"]: event
        for event in api.get(f"/api/v1/games/{played.code}/events").json()["events"]
    }
    for seat in api.get(f"/api/v1/games/{played.code}/analysis").json()["seats"]:
        for move in seat["moves"]:
            event = events[move["seq"]]
            kind = "dice.rolled" if move["choice"]["box"] is None else "box.scored"
            assert (event["type"], event["seat"]) == (kind, seat["seat"])
        for roll in seat["rolls"]:
            assert events[roll["seq"]]["data"]["dice"] == roll["dice"]


def test_it_tells_how_likely_each_seat_was_to_win(api: Client, played: Game) -> None:
    analyse_game(played.pk)
    events = api.get(f"/api/v1/games/{played.code}/events").json()["events"]
    seats = api.get(f"/api/v1/games/{played.code}/analysis").json()["seats"]
    assert [len(seat["chances"]) for seat in seats] == [len(events)] * 2
    for both in zip(*(seat["chances"] for seat in seats), strict=True):
        assert sum(both) == pytest.approx(1, abs=1e-3)
    places = events[-1]["data"]["places"]
    won = [(place == 1) / places.count(1) for place in places]
    assert [seat["chances"][-1] for seat in seats] == won


def test_it_says_when_there_is_no_analysis_yet_or_never(
    api: Client, played: Game, running: Game
) -> None:
    for game, status in ((played, "pending"), (running, "none")):
        found = ask(api, f"games/{game.code}/analysis", types.GameAnalysis)
        assert (found["status"], found["seats"]) == (status, [])
    Game.objects.filter(pk=played.pk).update(analysed=VERSION)
    assert ask(api, f"games/{played.code}/analysis", types.GameAnalysis)["status"] == "none"
    Game.objects.filter(pk=played.pk).update(analysed=0, fault="the log has a gap")
    assert ask(api, f"games/{played.code}/analysis", types.GameAnalysis)["status"] == "none"


def test_it_shows_no_figures_of_an_older_version(
    api: Client, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyse_game(played.pk)
    path = f"/api/v1/games/{played.code}/analysis"
    before = api.get(path)
    assert before.json()["seats"]
    monkeypatch.setattr(game_analysis, "VERSION", VERSION + 1)
    after = api.get(path, headers={"If-None-Match": before["ETag"]})
    assert (after.json()["status"], after.json()["seats"]) == ("pending", [])
    analyse_game(played.pk)
    assert api.get(path).json() == before.json()


def test_it_lets_an_analysis_be_kept_once_it_is_there(api: Client, played: Game) -> None:
    path = f"/api/v1/games/{played.code}/analysis"
    before = api.get(path)
    assert "max-age=2" in before["Cache-Control"]
    analyse_game(played.pk)
    after = api.get(path, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "max-age=86400" in after["Cache-Control"]
    assert api.get(path, headers={"If-None-Match": after["ETag"]}).status_code == 304


def test_it_asks_the_database_little_for_an_analysis(
    api: Client, played: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    analyse_game(played.pk)
    with django_assert_num_queries(3):  # the game and its room, cards and players, the analyses
        api.get(f"/api/v1/games/{played.code}/analysis")


def test_it_tells_what_a_position_is_worth(api: Client) -> None:
    response = api.get("/api/v1/positions", {"text": POSITION})
    assert response.status_code == 200
    found = response.json()
    assert (found["position"], found["exact"], found["total"]) == (POSITION, True, 0)
    assert found["options"][0]["keep"] == [5, 5, 5]
    assert found["options"][0]["value"] == found["value"]
    losses = [option["loss"] for option in found["options"]]
    assert losses == sorted(losses)


@pytest.mark.parametrize("query", ["", "text=", "text=chess", "text=" + "x" * 401])
def test_it_refuses_what_is_no_position(api: Client, query: str) -> None:
    assert refusal(api, f"positions?{query}") == (400, "bad_parameter")


def test_it_tells_what_dice_are_worth(api: Client) -> None:
    found = ask(api, "variants/yahtzee/dice/22555", types.DiceWorth)
    assert found["best"] == {"category": "full_house", "points": 25}
    assert found["turn"]["expected"] >= 25  # type: ignore[index]
    last = ask(api, "variants/yahtzee/dice/12466?rolls=3", types.DiceWorth)
    assert last["turn"] == {"keep": [1, 2, 4, 6, 6], "expected": 19.0}


@pytest.mark.parametrize("path", ["chess/dice/12345", "yacht/dice/12347", "yacht/dice/1234"])
def test_it_knows_no_other_dice(api: Client, path: str) -> None:
    assert refusal(api, f"variants/{path}") == (404, "not_found")


def test_it_knows_no_fourth_roll(api: Client) -> None:
    assert refusal(api, "variants/yacht/dice/12345?rolls=4") == (400, "bad_parameter")
