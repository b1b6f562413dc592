"""What `options`, `value` and `sd` promise."""

import random

import pytest

from games.core.rules import Position, Scorecard, Variant, find_variant
from games.core.solver import is_exact, options, sd, table, value

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
