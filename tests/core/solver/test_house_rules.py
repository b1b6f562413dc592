"""Perfect play by house rules against plain recursion over scorecards, on small cards."""

import random
from dataclasses import replace

import pytest

from games.core.rules import Position, Scorecard, Variant
from games.core.rules.house_rules import find_rules
from games.core.solver import is_supported, make_table, options, roll_values, table, value
from tests.core.rules.house_rules import random_rules
from tests.support.oracles.solver import ROLLS, Naive

LAST_TURNS = [
    ("yahtzee+extra-none", "3,6,9,12,15,-,20,20,25,30,-,50,-"),
    ("yahtzee+joker-none+extra-100", "3,6,9,12,15,18,-,20,-,30,40,50,20"),
    ("yahtzee+full-house-sum+straights-sum", "3,6,9,12,15,-,20,20,-,14,-,50,20"),
]


def small(variant: Variant, rng: random.Random) -> Variant:
    """Return the rules with the Ones and two boxes of the lower section, and a bonus in reach."""
    lower = [each for each in variant.categories if each.section == "lower"]
    chosen = sorted(rng.sample(range(len(lower)), 2))
    bonus = None if variant.upper_bonus is None else (rng.randint(2, 4), variant.upper_bonus[1])
    ids = (variant.categories[0], *(lower[place] for place in chosen))
    return replace(variant, categories=ids, upper_bonus=bonus)


def without_jokers(seed: int) -> Variant:
    rng = random.Random(seed)
    while True:
        variant = find_rules(random_rules(rng)[0])
        other = (variant.saves_rolls, variant.needed, variant.served_win)
        plain = variant.dice_count == 5 and not any(other)
        if plain and variant.joker == "none" and not variant.yahtzee_bonus:
            return small(variant, rng)


@pytest.mark.parametrize("seed", range(8))
def test_it_plays_random_rules_as_recursion_does(seed: int) -> None:
    variant = without_jokers(seed)
    assert is_supported(variant)
    card, naive = Scorecard(variant), Naive()
    assert make_table(variant).start == pytest.approx(naive.card(card), abs=1e-9)
    worths = naive.turn(card)
    for left, expected in enumerate(worths):
        found = dict(zip(ROLLS, roll_values(card, left), strict=True))
        assert found == pytest.approx(expected, abs=1e-9)
    for rolls in range(1, variant.rolls_per_turn + 1):
        position = Position(variant, card, (2, 2, 3, 3, 3), rolls)
        scores = naive.score(card, (2, 2, 3, 3, 3), rolls)
        filled = {each.fill.box.category: each.value for each in options(position) if each.fill}
        assert filled == pytest.approx(scores, abs=1e-9)


@pytest.mark.parametrize(("text", "entries"), LAST_TURNS)
def test_it_values_last_turns_with_jokers_as_recursion_does(text: str, entries: str) -> None:
    variant = find_rules(text)
    card = Scorecard(variant, tuple(None if e == "-" else int(e) for e in entries.split(",")))
    make_table(variant)
    assert value(Position(variant, card)) == pytest.approx(Naive().card(card), abs=1e-9)


def test_it_finds_the_published_score_of_five_alike_as_a_full_house() -> None:
    rules = find_rules("yahtzee+five-alike-full-house+joker-none")
    assert round(make_table(rules).start, 6) == 245.904728


def test_the_order_and_the_first_roll_can_only_help_or_hurt_as_they_must() -> None:
    free = table(find_rules("yacht")).start
    assert make_table(find_rules("yacht+order-down")).start < free
    assert free < make_table(find_rules("yacht+served-yacht-50")).start < free + 50 * 12 / 6**4
