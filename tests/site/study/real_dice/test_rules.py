"""The rules in the browser are those of the site: in 10,000 positions of each game."""

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from games.core.rules import MORE_GAMES, NAMED, VARIANTS, Variant, find_variant
from games.core.rules.catalogue import CATALOGUE, SIX_DICE
from games.core.rules.choices import ALIKE
from games.core.rules.errors import InvalidRules
from games.core.rules.house_rules import BASES, find_rules
from games.site.study.real_dice.rule_data import rule_data
from tests.core.rules.house_rules import random_rules
from tests.environment import ROOT
from tests.site.study.real_dice.positions import Met, positions
from tests.support.node import in_the_browser

pytestmark = pytest.mark.process

PROGRAMS = ROOT / "tests/system/js/real_dice"
POSITIONS = 10_000
FEWER = 500
JOKERS = ("forced", "free", "none")
ADDED = [id_ for id_ in CATALOGUE if id_ != "full_house"]  # Every game has a full house.
OFFICIAL = [
    find_variant(id_, **({"joker": joker} if "joker" in variant.switch_choices else {}))
    for id_, variant in VARIANTS.items()
    for joker in (JOKERS if "joker" in variant.switch_choices else JOKERS[:1])
]


def name_of(variant: Variant) -> str:
    return "-".join((variant.id, *variant.switches.values()))


def on_the_site(met: Met) -> Any:
    card = met.card
    columns = range(len(card.variant.columns))
    sums = [[card.upper(at), card.upper_bonus(at), card.column_total(at)] for at in columns]
    fills = [[*fill.box, fill.points, fill.bonus, fill.joker] for fill in met.fills]
    return [fills, sums, card.total]


def compare(variant: Variant, count: int, folder: Path) -> list[Met]:
    met = list(positions(variant, count, random.Random(name_of(variant))))
    lines = [
        {
            "entries": each.card.entries,
            "bonuses": each.card.bonuses,
            "dice": each.dice,
            "roll": each.roll,
        }
        for each in met
    ]
    found = in_the_browser(
        [{"rules": rule_data(variant)}, *lines], folder, PROGRAMS / "compare-rules.mjs"
    )
    assert found == [on_the_site(each) for each in met]
    return met


def boxes_of(met: list[Met]) -> set[str]:
    return {fill.box.category for each in met for fill in each.fills}


def with_box(id_: str) -> Variant:
    """Return a game to which house rules add the box."""
    dice = ("six-dice",) if id_ in SIX_DICE else ()
    word = f"with-{id_.replace('_', '-')}"
    for base in BASES:
        for without in ((), *((f"no-{alike}",) for alike in ALIKE)):
            with suppress(InvalidRules):
                return find_rules("+".join((base, *dice, *without, word)))
    raise AssertionError(f"no game can have the box {id_}")


@pytest.mark.parametrize("variant", [*OFFICIAL, *MORE_GAMES.values()], ids=name_of)
def test_it_scores_each_game_as_the_site_does(variant: Variant, tmp_path: Path) -> None:
    met = compare(variant, POSITIONS, tmp_path)
    assert len(met) == POSITIONS
    has_jokers = variant.joker != "none"
    assert any(fill.joker for each in met for fill in each.fills) == has_jokers
    assert any(fill.bonus for each in met for fill in each.fills) == (variant.yahtzee_bonus > 0)
    assert boxes_of(met) == {each.id for each in variant.categories}


@pytest.mark.parametrize("text", NAMED)
def test_it_scores_games_with_names_of_their_own_as_the_site_does(
    text: str, tmp_path: Path
) -> None:
    compare(find_variant(text), FEWER, tmp_path)


@pytest.mark.parametrize("id_", ADDED)
def test_it_scores_each_box_that_house_rules_can_add_as_the_site_does(
    id_: str, tmp_path: Path
) -> None:
    variant = with_box(id_)
    assert id_ in boxes_of(compare(variant, FEWER, tmp_path))


@pytest.mark.parametrize("number", range(12))
def test_it_scores_house_rules_as_the_site_does(number: int, tmp_path: Path) -> None:
    _, text = random_rules(random.Random(f"real dice {number}"))
    compare(find_variant(text), FEWER, tmp_path)
