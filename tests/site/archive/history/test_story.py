"""Who won a game and why: in sentences, computed here a second time from the game's JSON."""

import html
import re
from collections import defaultdict
from typing import Any

import pytest
from django.test import Client

from games.models import Game, SeatAnalysis, User
from games.site.study.analysis.game_analysis import analyse_game
from tests.record.ratings.games import finished_game

pytestmark = pytest.mark.registered


def told(game: Game, browser: Client) -> tuple[str, str]:
    text = html.unescape(browser.get(f"/g/{game.code}/").content.decode())
    why = re.search(r'class="story-why">([^<]*)<', text)
    moments = re.search(r'class="story-moments">([^<]*)<', text)
    return why[1] if why else "", moments[1] if moments else ""


def data_of(game: Game, browser: Client) -> Any:
    return browser.get(f"/g/{game.code}.json").json()


def naive_leaders(data: Any) -> list[int | None]:
    """Return who led alone after each round, by adding up the boxes of a game of Yacht."""
    points: dict[int, dict[int, int]] = defaultdict(dict)
    for event in data["events"]:
        if event["type"] == "box.scored":
            points[event["data"]["turn"]][event["seat"]] = event["data"]["points"]
    sums, leaders = [0, 0], []
    for turn in sorted(points):
        sums = [sums[seat] + points[turn][seat] for seat in (0, 1)]
        leaders.append(None if sums[0] == sums[1] else sums.index(max(sums)))
    return leaders


@pytest.mark.parametrize("seed", range(4))
def test_without_an_analysis_it_says_since_when_the_winner_led(
    alice: User, bob: User, outsider: Client, seed: int
) -> None:
    game = finished_game(alice, bob, seed=seed)
    leaders = naive_leaders(data_of(game, outsider))
    winner = leaders[-1]
    since = len(leaders)
    while since and leaders[since - 1] == winner:
        since -= 1
    name = ("Alice", "Bob")[winner or 0]
    expected = f"led from round {since + 1} on." if since else "led from start to finish."
    assert told(game, outsider)[0] == f"{name} {expected}"


@pytest.mark.parametrize("seed", range(3))
def test_it_says_whom_the_dice_favoured_and_who_chose_better(
    alice: User, bob: User, outsider: Client, seed: int
) -> None:
    game = finished_game(alice, bob, seed=seed)
    text = outsider.get(f"/g/{game.code}/").content.decode()
    assert "data-pending" in text
    assert analyse_game(game.pk)
    first, second = (row.data for row in SeatAnalysis.objects.filter(game=game).order_by("seat"))
    luck, loss = first["luck"] - second["luck"], first["loss"] - second["loss"]
    why, _ = told(game, outsider)
    lucky, wise = ("Alice" if luck > 0 else "Bob"), ("Alice" if loss < 0 else "Bob")
    said = [f"The dice favoured {lucky} by {round(abs(luck))}."] if round(abs(luck)) else []
    said += [f"{wise} chose better by {round(abs(loss))}."] if round(abs(loss)) else []
    assert why.startswith(" ".join(said))
    text = outsider.get(f"/g/{game.code}/").content.decode()
    assert "data-pending" not in text
    shown = re.findall(r'(?:Luck|Choices) <b class="number">([^<]*)<', text)
    figures = [first["luck"], -first["loss"], second["luck"], -second["loss"]]
    assert shown == [f"{points:+.1f}".replace("-", "−") for points in figures]


def test_it_says_who_resigned(alice: User, bob: User, outsider: Client) -> None:
    game = finished_game(alice, bob, resigns=(1, 3))
    assert told(game, outsider)[0] == "Bob resigned."
    assert analyse_game(game.pk)
    assert told(game, outsider)[0] == "Bob resigned."


def test_alone_it_names_the_best_turn(alice: User, outsider: Client) -> None:
    game = finished_game(alice, rated=False)
    assert analyse_game(game.pk)
    why, moments = told(game, outsider)
    assert why == ""
    assert moments.startswith("Best turn")


@pytest.mark.parametrize("seed", range(6))
def test_it_names_the_best_turns_and_a_bonus_that_was_nearly_won(
    alice: User, bob: User, outsider: Client, seed: int
) -> None:
    game = finished_game(alice, bob, seed=seed, variant="yahtzee")
    data = data_of(game, outsider)
    names = ("Alice", "Bob")
    boxes = {
        each["id"]: each["name"]
        for part in data["sheet"]["sections"]
        for each in part["categories"]
    }
    scored = [event for event in data["events"] if event["type"] == "box.scored"]
    most = max(event["data"]["points"] + event["data"]["bonus"] for event in scored)
    best = [
        f"{names[event['seat']]}, {most} in {boxes[event['data']['category']]}"
        for event in scored
        if event["data"]["points"] + event["data"]["bonus"] == most
    ]
    _, moments = told(game, outsider)
    assert all((turn in moments) == (len(best) <= 3) for turn in best)
    for seat in data["view"]["seats"]:
        short = 63 - seat["card"]["columns"][0]["upper"]
        words = f"{seat['name']} missed the bonus by {short}."
        assert (words in moments) == (0 < short <= 3)
