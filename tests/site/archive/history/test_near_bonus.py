"""The table and the game's page agree on who has just missed the bonus."""

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.core.engine import GameState, sheet, view
from games.core.rules import MORE_GAMES, NAMED, VARIANTS, Variant, find_variant
from games.site.archive.history import story
from tests.core.protocol.moves import moves_of_a_game
from tests.core.rules.house_rules import random_rules
from tests.environment import ROOT
from tests.support.node import in_the_browser

pytestmark = pytest.mark.process

PROGRAM = ROOT / "tests/system/js/table/result/tell-cards.mjs"
HOUSE_RULES = [random_rules(random.Random(f"near bonus {number}"))[1] for number in range(8)]
RULES = [
    *VARIANTS.values(),
    *MORE_GAMES.values(),
    *[find_variant(text) for text in (*NAMED, *HOUSE_RULES)],
]
NEAR = (0, 1, 2, 3, 5, 10, 20, 50, 1000)


def finished_games(variant: Variant) -> list[GameState]:
    """Finished games of one to four players, and each once more with a player who resigned."""
    games = [moves_of_a_game(variant, seats)[-1].after for seats in (1, 2, 3, 4)]
    return games + [resigned(game) for game in games[1:]]


def resigned(game: GameState) -> GameState:
    return game._replace(seats=(game.seats[0]._replace(out=True), *game.seats[1:]))


def told_at_the_table(told: list[str]) -> dict[int, int]:
    found = [re.search(r"Only (\d+) short of the bonus", words) for words in told]
    return {seat: int(words[1]) for seat, words in enumerate(found) if words is not None}


def test_both_tell_the_same_of_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Any] = []
    expected: list[dict[int, int]] = []
    for variant in RULES:
        for game in finished_games(variant):
            assert game.status == "finished"
            for near in NEAR:
                monkeypatch.setattr(story, "CLOSE_TO_BONUS", near)
                expected.append(story.short_of_bonus(game))
                shown = msgspec.to_builtins({"view": view(game), "sheet": sheet(variant)})
                lines.append({**shown, "near": near, "most": story.MAX_BEST})
    told = [told_at_the_table(each) for each in in_the_browser(lines, tmp_path, PROGRAM)]
    assert told == expected
    assert {len(each) for each in expected} >= {0, 1, 2, 3}
