"""Other numbers of dice, faces and rolls: data of a variant, for scoring and for positions."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.core.rules import Box, InvalidDice, InvalidPosition, Position, Scorecard
from tests.support.other_dice import OTHER_DICE, SIX_DICE, TWELVE_FACES, offered


@pytest.fixture(autouse=True)
def other_dice() -> Iterator[None]:
    with offered(*OTHER_DICE):
        yield


def test_it_takes_as_many_dice_and_faces_as_the_variant_has() -> None:
    card = Scorecard(SIX_DICE)
    assert card.fill("chance", [6, 6, 6, 6, 6, 5]).total == 35
    with pytest.raises(InvalidDice, match="expected 6 dice, got 5"):
        card.fill("chance", [6, 6, 6, 6, 6])
    with pytest.raises(InvalidDice, match="a face from 1 to 6"):
        card.fill("chance", [6, 6, 6, 6, 6, 7])
    assert Scorecard(TWELVE_FACES).fill("elevens", [11, 12, 11]).total == 22


@pytest.mark.parametrize(("roll", "points"), [(1, 50), (2, 30), (None, 30)])
def test_it_may_pay_more_for_the_first_roll(roll: int | None, points: int) -> None:
    card, dice = Scorecard(SIX_DICE), [6, 5, 4, 3, 2, 1]
    assert SIX_DICE.points("straight", dice, roll) == points
    assert card.options(dice, roll)["straight"] == points
    assert dict(card.best(dice, roll))[Box(0, "straight")] == points
    assert card.outcome("straight", dice, roll).points == points
    assert card.fill("straight", dice, roll).total == points


@pytest.mark.parametrize(
    "text",
    [
        "six_dice -,-,-,-,-,-,-,-,-,- 0 - 0",
        "six_dice -,-,-,-,-,-,-,-,-,- 0 123456 1",
        "six_dice 4,-,-,-,-,-,50,-,-,- 0 666666 2",
        "twelve_faces -,- 0 - 0",
        "twelve_faces 22,- 0 12,1,10 4",
    ],
)
def test_it_writes_and_reads_positions(text: str) -> None:
    assert str(Position.parse(text)) == text


def test_it_reads_what_it_wrote_for_every_roll() -> None:
    for variant in OTHER_DICE:
        for dice in variant.all_rolls:
            position = Position(variant, Scorecard(variant), dice, 1)
            assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    "text",
    [
        "six_dice -,-,-,-,-,-,-,-,-,- 0 12345 1",
        "six_dice -,-,-,-,-,-,-,-,-,- 0 1234567 1",
        "six_dice -,-,-,-,-,-,-,-,-,- 0 123456 3",
        "six_dice -,-,-,-,-,-,40,-,-,- 0 - 0",
        "twelve_faces -,- 0 111 1",
        "twelve_faces -,- 0 1,1,13 1",
        "twelve_faces -,- 0 1,1,01 1",
        "twelve_faces -,- 0 1,1,1, 1",
        "twelve_faces -,- 0 1,1,1 5",
    ],
)
def test_it_refuses_positions_of_other_dice(text: str) -> None:
    with pytest.raises(InvalidPosition):
        Position.parse(text)


@pytest.mark.parametrize(
    "numbers", [{"dice_count": 0}, {"rolls_per_turn": 0}, {"faces": 0}, {"faces": 257}]
)
def test_it_refuses_a_variant_without_dice_faces_or_rolls(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"at least one|1 to 256"):
        replace(SIX_DICE, **numbers)  # type: ignore[arg-type]
