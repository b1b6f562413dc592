"""Play without a table: exact within a turn, for any dice."""

import random
from functools import cache

import pytest

from games.core.rules import MORE_GAMES, Position, Scorecard, Variant, find_variant
from games.core.solver import one_turn, options
from tests.support.other_dice import OTHER_DICE

LAST_BOX = ("chance", "full_house", "yatzy")


def only_open(variant: Variant, category: str) -> Scorecard:
    """Return a card on which every other box, in every column, holds 0."""
    entries = tuple(None if box == (0, category) else 0 for box in variant.boxes)
    return Scorecard(variant, entries)


@pytest.mark.parametrize("category", LAST_BOX)
def test_the_last_turn_is_perfect_play(category: str) -> None:
    # Upper boxes hold 0, so that no bonus is in reach: only the turn counts.
    card, rng = only_open(find_variant("yatzy"), category), random.Random(category)
    for rolls in (1, 2, 3) * 5:
        dice = tuple(rng.randint(1, 6) for _ in range(5))
        position = Position(card.variant, card, dice, rolls)
        mine = {(each.keep, each.fill): each.value for each in one_turn.options(position)}
        assert mine == pytest.approx(
            {(each.keep, each.fill): each.value for each in options(position)}, abs=1e-9
        )


def naive_value(card: Scorecard, held: tuple[int, ...], left: int) -> float:
    """Return the expected points of a turn by plain recursion over all rolls and keeps."""
    variant, box = card.variant, card.open_boxes[0]

    @cache
    def keep(dice: tuple[int, ...], left: int) -> float:
        if len(dice) == variant.dice_count:
            return roll(dice, left)
        more = (tuple(sorted((*dice, face))) for face in range(1, variant.faces + 1))
        return sum(keep(each, left) for each in more) / variant.faces

    @cache
    def roll(dice: tuple[int, ...], left: int) -> float:
        score = float(card.options(dice)[box])
        if not left:
            return score
        subsets = {
            tuple(die for place, die in enumerate(dice) if chosen >> place & 1)
            for chosen in range(2 ** len(dice) - 1)
        }
        return max([score, *(keep(each, left - 1) for each in subsets)])

    return keep(tuple(sorted(held)), left)


@pytest.mark.parametrize("variant", OTHER_DICE, ids=lambda variant: variant.id)
def test_it_plans_turns_of_other_dice_as_plain_recursion_does(variant: Variant) -> None:
    card = only_open(variant, "chance")
    dice = tuple(random.Random(1).choices(range(1, variant.faces + 1), k=variant.dice_count))
    found = one_turn.options(Position(variant, card, dice, variant.rolls_per_turn - 1))
    keeps = [each for each in found if each.keep is not None]
    assert len(keeps) > 1
    for each in keeps[:: len(keeps) // 5 or 1]:
        assert each.keep is not None
        assert each.value == pytest.approx(naive_value(card, each.keep, 0))


@pytest.mark.parametrize("variant", [*MORE_GAMES.values(), *OTHER_DICE], ids=lambda each: each.id)
def test_it_plays_whole_games_of_any_dice(variant: Variant) -> None:
    rng, card = random.Random(variant.id), Scorecard(variant)
    while not card.is_full:
        start = one_turn.options(Position(variant, card))
        assert [(each.keep, each.fill) for each in start] == [((), None)]
        kept: tuple[int, ...] | None = ()
        for rolls in range(1, variant.rolls_per_turn + 1):
            assert kept is not None
            new = variant.dice_count - len(kept)
            dice = (*kept, *(rng.randint(1, variant.faces) for _ in range(new)))
            best = one_turn.options(Position(variant, card, dice, rolls))[0]
            if best.fill is not None:
                break
            kept = best.keep
        fill = best.fill
        assert fill is not None
        assert fill == card.outcome(fill.box, dice, rolls)
        card = card.apply(fill)
    assert one_turn.options(Position(variant, card)) == ()
    assert card.total > 0
