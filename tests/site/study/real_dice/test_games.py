"""Whole games in the browser have the totals of the site, and the site accepts each of them."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.core.rules import MORE_GAMES, VARIANTS, Variant, find_variant
from games.site.study.real_dice.card import Upload, game_of
from games.site.study.real_dice.rule_data import rule_data
from tests.core.rules.house_rules import random_rules
from tests.examples import times
from tests.site.study.real_dice.cards import random_card
from tests.site.study.real_dice.test_rules import PROGRAMS
from tests.support.node import in_the_browser

pytestmark = pytest.mark.process
GAMES = times(500)
"""Of each official game."""
WITH_POINTS = 0.02
"""Points only are slow to check: every roll might have made them."""


def play(variant: Variant, count: int, folder: Path, seed: Any) -> int:
    """Compare the totals of random games, and return how many bonus Yahtzees they had."""
    rng = random.Random(f"{variant.id} {seed}")

    def kind() -> str:
        return "points" if rng.random() < WITH_POINTS else rng.choice(("dice", "rolls"))

    games = [random_card(variant, rng, 1, kind) for _ in range(count)]
    cards = [{"names": card["names"], "turns": card["turns"]} for card, _ in games]
    found = in_the_browser(
        [{"rules": rule_data(variant)}, *cards], folder, PROGRAMS / "play-games.mjs"
    )
    bonuses = 0
    for (card, (truth,)), (totals, turns) in zip(games, found, strict=True):
        assert totals == [truth.total]
        assert turns == [[turn["points"], turn["bonus"]] for turn in card["turns"]]
        bonuses += sum(turn["bonus"] > 0 for turn in card["turns"])
        accepted = game_of(msgspec.json.decode(json.dumps(card), type=Upload))
        assert accepted.totals == (truth.total,)
    return bonuses


@pytest.mark.release
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_random_games_have_the_same_totals(variant: Variant, tmp_path: Path) -> None:
    bonuses = play(variant, GAMES, tmp_path, "official")
    assert (bonuses > GAMES / 10) == (variant.yahtzee_bonus > 0)


@pytest.mark.parametrize("variant", MORE_GAMES.values(), ids=lambda variant: variant.id)
def test_so_have_games_of_more_kinds(variant: Variant, tmp_path: Path) -> None:
    play(variant, 100, tmp_path, "more")


@pytest.mark.parametrize("number", range(8))
def test_so_have_games_by_house_rules(number: int, tmp_path: Path) -> None:
    _, text = random_rules(random.Random(f"real games {number}"))
    play(find_variant(text), 50, tmp_path, number)
