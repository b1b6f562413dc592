"""The examples of each box, against the second implementation of the rules."""

import pytest

from games.core.rules import VARIANTS, Variant, find_variant
from games.site.study.learning.boxes import BoxLesson, Example, box_lessons, further_lesson
from games.site.study.learning.lessons import ALIKE
from tests.support.oracles.rules import CATEGORIES, choices, points

JOKERS = ("forced", "free", "none")
WITH_SWITCHES = [
    *VARIANTS.values(),
    *(
        find_variant(id_, joker=joker)
        for id_ in ("yahtzee", "triple_yahtzee")
        for joker in JOKERS[1:]
    ),
]


def each_example(variant: Variant) -> list[tuple[BoxLesson, Example]]:
    return [(lesson, each) for lesson in box_lessons(variant) for each in lesson.examples]


def is_joker(example: Example) -> bool:
    return example.bonus > 0


@pytest.mark.parametrize("variant", WITH_SWITCHES, ids=lambda each: f"{each.id}-{each.switches}")
def test_it_has_a_lesson_for_every_box_with_an_example_that_scores(variant: Variant) -> None:
    lessons = box_lessons(variant)
    assert [lesson.category.id for lesson in lessons] == CATEGORIES[variant.id]
    for lesson in lessons:
        assert lesson.examples[0].points > 0
        any_dice_score = lesson.category.id in ("choice", "chance")
        assert any(example.points == 0 for example in lesson.examples) != any_dice_score


@pytest.mark.parametrize("variant", WITH_SWITCHES, ids=lambda each: f"{each.id}-{each.switches}")
def test_it_gives_the_points_of_the_second_implementation(variant: Variant) -> None:
    plain = [pair for pair in each_example(variant) if not is_joker(pair[1])]
    assert len(plain) > 20
    for lesson, example in plain:
        expected = points(variant.id, lesson.category.id, example.dice)
        assert example.points == expected, (lesson.category.id, example)


@pytest.mark.parametrize("id_", ["yahtzee", "triple_yahtzee"])
@pytest.mark.parametrize("joker", JOKERS)
def test_it_shows_a_joker_where_the_second_implementation_has_one(id_: str, joker: str) -> None:
    variant = find_variant(id_, joker=joker)
    found = {
        lesson.category.id: (example.points, example.bonus)
        for lesson, example in each_example(variant)
        if is_joker(example)
    }
    column: dict[str, int | None] = dict.fromkeys(CATEGORIES[id_])
    column |= {"yahtzee": 50, "fives": 25}
    columns = [dict(column) for _ in variant.columns]
    allowed = choices(id_, columns, ALIKE, joker)
    wanted = ("full_house", "small_straight", "large_straight")
    expected = {box: allowed[0, box] for box in wanted if joker != "none"}
    assert found == expected


@pytest.mark.parametrize("variant", WITH_SWITCHES, ids=lambda each: f"{each.id}-{each.switches}")
def test_it_fills_in_every_placeholder(variant: Variant) -> None:
    for lesson in box_lessons(variant):
        texts = [lesson.more, *(example.note for example in lesson.examples)]
        assert all("%(" not in text % lesson.words for text in texts)


@pytest.mark.parametrize("id_", ["yahtzee", "triple_yahtzee"])
def test_it_pictures_a_further_yahtzee_as_the_second_implementation_scores_it(id_: str) -> None:
    found = further_lesson(VARIANTS[id_])
    assert found is not None
    column: dict[str, int | None] = dict.fromkeys(CATEGORIES[id_])
    first = [{**column, "yahtzee": 50} for _ in VARIANTS[id_].columns]
    then = [{**column, "yahtzee": 50, "fives": 25} for _ in VARIANTS[id_].columns]
    before, after = (
        choices(id_, first, found.dice, "forced"),
        choices(id_, then, found.dice, "forced"),
    )
    assert (found.matching_points, found.bonus) == before[0, "fives"]
    assert found.yahtzee_points == points(id_, "yahtzee", found.dice)
    for box in found.jokers:
        assert box.points == after[0, box.category.id][0]
