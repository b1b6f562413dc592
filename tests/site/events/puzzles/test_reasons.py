"""Sentences about the best choice have the right figures."""

from itertools import product

import pytest

from games.core.rules import Position, find_variant
from games.site.events.puzzles.choices import choices_of
from games.site.events.puzzles.reasons import next_roll_chances, next_roll_means, reasons, turn_mean
from tests.support.oracles.points import points
from tests.support.oracles.puzzles import LastBox

CHANCE, REST = "The box Chance brings", "and the rest of the game then brings"
EMPTY = "-,-,-,-,-,-,-,-,-,-,-,-,-"


def told(text: str, best: str, mine: str, loss: float = 1.0) -> list[str]:
    position = Position.parse(text)
    by_key = {choice.key: choice for choice in choices_of(position)}
    return reasons(position, by_key[best], by_key[mine], loss)


@pytest.mark.parametrize("keep", [(), (2, 3, 4), (4, 4), (1, 1, 6, 6)])
def test_it_knows_the_chances_of_the_next_roll(keep: tuple[int, ...]) -> None:
    position = Position.parse(f"yahtzee {EMPTY} 0 23446 1")
    rolls = [(*keep, *rolled) for rolled in product(range(1, 7), repeat=5 - len(keep))]
    found = next_roll_chances(position, keep)
    for box in ("small_straight", "large_straight", "full_house", "four_of_a_kind", "yahtzee"):
        made = sum(points("yahtzee", box, dice) > 0 for dice in rolls)
        assert found.get(box, 0.0) == pytest.approx(made / len(rolls)), box
    assert "chance" not in found


def test_it_knows_what_a_turn_for_one_box_brings() -> None:
    yahtzee = find_variant("yahtzee")
    # The chance of a Yahtzee in one turn is 4.6029 %, the mean of Chance is 70/3.
    assert turn_mean(yahtzee, "yahtzee") == pytest.approx(50 * 0.046029, abs=1e-4)
    assert turn_mean(yahtzee, "ones") == pytest.approx(5 * (1 - (5 / 6) ** 3))
    assert turn_mean(yahtzee, "chance") == pytest.approx(70 / 3)
    naive = LastBox("yahtzee", "full_house", 63)
    assert turn_mean(yahtzee, "full_house") == pytest.approx(naive.keep_value((), 3))


def test_it_compares_the_next_rolls() -> None:
    words = told(f"yahtzee {EMPTY} 0 13456 1", "keep:3456", "keep:6")
    assert words[0].startswith(
        "The chance of Small straight on the next roll is 100%; with your choice, "
    )
    assert words[1].startswith("The chance of Large straight on the next roll is 17%")


def test_it_tells_how_far_the_bonus_is() -> None:
    card = "3,6,-,-,-,-,-,-,-,-,-,-,-"
    words = told(f"yahtzee {card} 0 14466 1", "keep:66", "keep:66")
    assert words[-1] == "Sixes count towards the bonus: 9 of 63 points so far."


def test_it_tells_what_a_box_brings_otherwise() -> None:
    dice = f"yahtzee {EMPTY} 0 22333 3"
    assert told(dice, "box:full_house", "box:threes") == [
        "A turn spent on Full house alone brings 9.1 on average. Here you get 25."
    ]
    assert told(f"yahtzee {EMPTY} 0 22446 3", "box:ones", "box:chance") == [
        "A turn spent on Ones alone brings only 2.1 on average: you lose little."
    ]


@pytest.mark.parametrize(
    ("best", "mine", "loss", "words"),
    [
        # 18 now instead of 0, so 14.5 less later make a loss of 3.5.
        ("chance", "ones", 3.5, f"{CHANCE} 18 more now than Ones, {REST} only 14.5 less."),
        ("chance", "sixes", 12.0, f"{CHANCE} 12 more now than Sixes."),
        ("fours", "chance", 2.5, f"{CHANCE} 10 more now, but {REST[4:]} 12.5 less."),
        (
            "chance",
            "fours",
            11.0,
            "While the box Fours is open, the rest of the game brings 1.0 more.",
        ),
    ],
)
def test_it_weighs_what_two_boxes_bring_now_and_later(
    best: str, mine: str, loss: float, words: str
) -> None:
    assert told(f"yahtzee {EMPTY} 0 22446 3", f"box:{best}", f"box:{mine}", loss) == [words]


def test_it_has_nothing_to_compare_with_a_choice_that_is_as_good() -> None:
    assert told(f"yahtzee {EMPTY} 0 22446 3", "box:chance", "box:chance", 0.0) == []


def test_it_compares_the_points_after_the_next_roll() -> None:
    card = "3,6,9,12,15,18,20,20,25,30,40,0,-"
    position = Position.parse(f"yahtzee {card} 0 11225 1")
    for keep in ((), (1, 1, 2, 2), (5,)):
        rolls = [(*keep, *rolled) for rolled in product(range(1, 7), repeat=5 - len(keep))]
        mean = sum(points("yahtzee", "chance", dice) for dice in rolls) / len(rolls)
        assert next_roll_means(position, keep) == {"chance": pytest.approx(mean)}
    assert told(str(position), "keep:5", "keep:1122", 9.0) == [
        "After the next roll, the box Chance is worth 19.0 on average; with your choice, 9.5."
    ]


def test_it_tells_what_a_box_of_few_points_brings_otherwise() -> None:
    card = "3,6,9,12,-,18,20,20,25,30,40,0,-"
    assert told(f"yahtzee {card} 0 12246 2", "keep:", "box:fives") == [
        "A turn spent on Fives alone brings 10.5 on average. Here you get 0."
    ]
