"""What `options`, `value` and `sd` promise."""

import random

import pytest

from games.rules import Position, Scorecard, Variant, find_variant
from games.rules.dice import all_rolls
from games.solver import is_exact, options, sd, table, value
from games.solver.lattice import ROLL_PROBABILITY

ROLLS = all_rolls()
EXACT = [
    find_variant("yacht"),
    *(find_variant("yahtzee", joker=joker) for joker in ("forced", "free", "none")),
    find_variant("yatzy"),
]


def test_it_offers_one_roll_at_the_start_of_a_turn() -> None:
    position = Position.parse("yacht -,-,-,-,-,-,-,-,-,-,-,- 0 - 0")
    (only,) = options(position)
    assert (only.keep, only.fill) == ((), None)
    assert only.value == value(position) == table(position.variant).start
    assert sd(position) == table(position.variant).sd


def test_it_has_nothing_to_offer_on_a_full_card() -> None:
    position = Position.parse("yacht 3,6,9,12,15,24,28,0,30,30,20,50 0 - 0")
    assert options(position) == ()
    assert value(position) == sd(position) == 0.0


def test_it_puts_the_best_first_and_scoring_before_keeping() -> None:
    # Only the Yahtzee box is open, and the dice are a Yahtzee: scoring it is best.
    text = "yahtzee 3,6,9,12,15,18,20,20,25,30,40,-,20 0 66666 1"
    found = options(Position.parse(text))
    assert found[0].fill is not None
    assert found[0].value == 50.0
    worths = [option.value for option in found]
    assert worths == pytest.approx(sorted(worths, reverse=True), abs=1e-9)
    assert worths[1] < 16


def test_it_keeps_equal_boxes_in_card_order() -> None:
    # Nothing fits and both straights score 0 with this roll, the last one.
    text = "yacht 3,6,9,12,15,24,28,0,-,-,20,50 0 11122 3"
    found = options(Position.parse(text))
    assert [each.fill.box.category for each in found if each.fill] == [
        "little_straight",
        "big_straight",
    ]


def test_it_counts_the_upper_bonus_when_it_is_reached() -> None:
    text = "yahtzee 3,6,9,12,15,-,20,20,25,30,40,50,20 0 66612 3"
    (only,) = options(Position.parse(text))
    assert only.value == 18 + 35


def test_it_offers_only_what_the_forced_joker_allows() -> None:
    text = "yahtzee 3,6,9,-,15,18,-,20,25,30,-,50,- 0 44444 3"
    (only,) = options(Position.parse(text))
    assert only.fill is not None
    assert (only.fill.box.category, only.fill.points, only.fill.bonus) == ("fours", 20, 100)


def test_it_offers_each_different_keep_once() -> None:
    position = Position.parse("yatzy -,-,-,-,-,-,-,-,-,-,-,-,-,-,- 0 52525 2")
    kept = [option.keep for option in options(position) if option.keep is not None]
    assert sorted(kept) == sorted(
        (2,) * twos + (5,) * fives for twos in range(3) for fives in range(4) if twos + fives < 5
    )


def test_it_has_a_standard_deviation_only_at_the_start_of_turns() -> None:
    with pytest.raises(ValueError, match="start of a turn"):
        sd(Position.parse("yacht -,-,-,-,-,-,-,-,-,-,-,- 0 12345 1"))


def test_it_says_which_variants_are_exact() -> None:
    assert all(is_exact(variant) for variant in EXACT)
    assert not is_exact(find_variant("triple_yahtzee"))


@pytest.mark.parametrize(
    "variant", EXACT, ids=lambda each: "-".join((each.id, *each.switches.values()))
)
def test_it_splits_every_score_into_luck_and_losses(variant: Variant) -> None:
    chance = random.Random(variant.id)
    for _ in range(5):
        card, luck, lost = Scorecard(variant), 0.0, 0.0
        for _ in range(variant.rounds):
            dice, rolls, expected = None, 0, value(Position(variant, card))
            keep: tuple[int, ...] | None = ()
            while keep is not None:
                rolled = [chance.randint(1, 6) for _ in range(5 - len(keep))]
                dice, rolls = (*keep, *rolled), rolls + 1
                position = Position(variant, card, dice, rolls)
                found = options(position)
                luck += value(position) - expected
                chosen = chance.choice(found)
                lost += value(position) - chosen.value
                keep, expected = chosen.keep, chosen.value
            assert chosen.fill is not None
            card = card.apply(chosen.fill)
        assert card.total == pytest.approx(table(variant).start + luck - lost, abs=1e-9)


def test_luck_is_zero_on_average() -> None:
    card = Scorecard(find_variant("yatzy")).fill("chance", [6, 6, 5, 5, 1])
    after = [value(Position(card.variant, card, roll, 1)) for roll in ROLLS]
    assert ROLL_PROBABILITY @ after == pytest.approx(value(Position(card.variant, card)), abs=1e-9)
