"""What five dice are worth at once, against counting out every roll."""

import itertools
from collections.abc import Iterator

import pytest

from games.core import solver
from games.core.rules import InvalidDice, Position, Variant, find_variant
from games.site.study.analysis.hints import dice_worth, position_value

YACHT, YAHTZEE = find_variant("yacht"), find_variant("yahtzee")


def naive_keeps(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(6):
        yield from itertools.combinations(dice, size)


def naive_worth(variant: Variant, dice: tuple[int, ...]) -> float:
    """The expected best score with one roll left, by trying every keep and every roll."""
    worths = []
    for keep in naive_keeps(dice):
        rolls = list(itertools.product(range(1, 7), repeat=5 - len(keep)))
        scores = [variant.best((*keep, *roll))[0][1] for roll in rolls]
        worths.append(sum(scores) / len(scores))
    return max(worths)


@pytest.mark.parametrize("dice", [(5, 5, 5, 1, 2), (1, 2, 3, 4, 6), (6, 6, 5, 5, 1)])
@pytest.mark.parametrize("variant", [YACHT, YAHTZEE], ids=str)
def test_it_finds_the_best_turn_with_one_roll_left(variant: Variant, dice: tuple[int, ...]) -> None:
    found = dice_worth(variant, dice, rolls=2)
    assert found.expected == pytest.approx(naive_worth(variant, dice))
    assert set(found.keep) <= set(dice)


def test_it_takes_the_dice_as_they_are_after_the_last_roll() -> None:
    assert dice_worth(YAHTZEE, (2, 5, 2, 5, 5), rolls=3)[1:] == ((2, 2, 5, 5, 5), 25.0)


def test_it_refuses_what_is_no_roll() -> None:
    with pytest.raises(InvalidDice):
        dice_worth(YACHT, (1, 2, 3, 4, 7))
    with pytest.raises(ValueError, match="1 to 3"):
        dice_worth(YACHT, (1, 2, 3, 4, 5), rolls=0)


def test_it_values_every_choice_of_a_position_best_first() -> None:
    position = Position.parse("yacht -,-,-,-,-,-,-,-,-,-,-,- 0 55512 2")
    found = position_value(position)
    options = solver.options(position)
    assert found.position == str(position)
    assert found.exact is True
    assert len(found.options) == len(options)
    assert found.value == pytest.approx(options[0].value, abs=1e-4)
    assert found.options[0].loss == 0
    assert found.options[0].keep == (5, 5, 5)


def test_it_is_worth_more_with_more_rolls_left() -> None:
    worths = [dice_worth(YACHT, (1, 2, 2, 4, 6), rolls).expected for rolls in (1, 2, 3)]
    assert worths == sorted(worths, reverse=True)
