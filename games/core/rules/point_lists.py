"""The points of every roll as lists of numbers, for programs that have no functions of ours."""

from games.core.rules.variant import Category, Variant

Points = list[list[int]]
Jokers = list[list[int] | None]


def points_of_rolls(variant: Variant) -> list[Points]:
    """Return for each number of a roll in its turn, and each category, the points of each different
    roll (`Variant.all_rolls`).
    """
    return [
        [[each.score(dice, number) for dice in variant.all_rolls] for each in variant.categories]
        for number in range(1, variant.rolls_per_turn + 1)
    ]


def points_of_jokers(variant: Variant) -> list[Jokers]:
    """Return for each number of a roll, and each category, the points of a joker of each face, or
    None if it scores like its dice.
    """
    return [
        [_jokers(each, variant, number) for each in variant.categories]
        for number in range(1, variant.rolls_per_turn + 1)
    ]


def _jokers(category: Category, variant: Variant, number: int) -> list[int] | None:
    score = category.joker_score
    if score is None or variant.joker == "none":
        return None
    faces = range(1, variant.faces + 1)
    return [score((face,) * variant.dice_count, number) for face in faces]
