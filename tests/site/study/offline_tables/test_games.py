"""Games in the browser follow the rules of the site: in 2,500 turns of each game, roll by roll."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.core.rules import MORE_GAMES, NAMED, Variant, find_variant
from games.site.study.real_dice.card import Upload, game_of
from games.site.study.real_dice.rule_data import rule_data
from tests.core.rules.house_rules import random_rules
from tests.environment import ROOT
from tests.site.study.offline_tables.games import NAMES, Turn, box_of, random_game
from tests.site.study.real_dice.test_rules import OFFICIAL, name_of
from tests.support.node import in_the_browser

pytestmark = pytest.mark.process

PROGRAM = ROOT / "tests/system/js/offline_games/play.mjs"
POSITIONS = 2_500
"""Of whole games; test_rules.py of real dice has 10,000 for the same rules."""
FEWER = 300
REFUSED = 0.2
"""In how many turns what is forbidden is tried, too."""


def refused(turn: Turn, rng: random.Random) -> list[dict[str, Any]]:
    """Return boxes that these dice may not fill: one of the card, and one that is nowhere."""
    allowed = {fill.box for fill in turn.fills}
    others = [box for box in turn.before.variant.boxes if box not in allowed]
    found = [box_of(rng.choice(others))] if others else []
    return [*found, {"column": 9, "category": "ones"}, {"column": 0, "category": "nowhere"}]


def line_of(game: list[Turn], rng: random.Random) -> dict[str, Any]:
    turns = [
        {
            "rolls": turn.rolls,
            "box": box_of(turn.fill.box),
            "refused": refused(turn, rng) if rng.random() < REFUSED else [],
        }
        for turn in game
    ]
    return {"names": NAMES, "turns": turns}


def check(game: list[Turn], found: dict[str, Any]) -> None:
    assert found["fills"] == [
        [[*fill.box, fill.points, fill.bonus, fill.joker] for fill in turn.fills] for turn in game
    ]
    accepted = game_of(msgspec.json.decode(json.dumps(found["upload"]), type=Upload))
    assert all(seat.kind == "rolls" for seat in accepted.seats)
    assert tuple(found["totals"]) == accepted.totals
    assert tuple(found["places"]) == accepted.places
    assert found["over"]
    assert found["winner"] == (accepted.won.index(True) if any(accepted.won) else -1)


def compare(variant: Variant, count: int, folder: Path) -> list[Turn]:
    rng = random.Random(f"offline {name_of(variant)}")
    games: list[list[Turn]] = []
    while sum(map(len, games)) < count:
        games.append(list(random_game(variant, rng)))
    lines = [line_of(game, rng) for game in games]
    found = in_the_browser([{"rules": rule_data(variant)}, *lines], folder, PROGRAM)
    for game, answer in zip(games, found, strict=True):
        check(game, answer)
    return [turn for game in games for turn in game]


@pytest.mark.parametrize("variant", [*OFFICIAL, *MORE_GAMES.values()], ids=name_of)
def test_it_plays_each_game_as_the_site_does(variant: Variant, tmp_path: Path) -> None:
    turns = compare(variant, POSITIONS, tmp_path)
    fills = [fill for turn in turns for fill in turn.fills]
    assert any(fill.joker for fill in fills) == (variant.joker != "none")
    assert any(fill.bonus for fill in fills) == (variant.yahtzee_bonus > 0)
    assert any(turn.wins for turn in turns) == (variant.served_win is not None)
    longest = max(len(turn.rolls) for turn in turns)
    assert (longest > variant.rolls_per_turn) == variant.saves_rolls


@pytest.mark.parametrize("text", NAMED)
def test_it_plays_games_with_names_of_their_own_so(text: str, tmp_path: Path) -> None:
    compare(find_variant(text), FEWER, tmp_path)


@pytest.mark.parametrize("number", range(6))
def test_it_plays_house_rules_so(number: int, tmp_path: Path) -> None:
    _, text = random_rules(random.Random(f"offline games {number}"))
    compare(find_variant(text), FEWER, tmp_path)
