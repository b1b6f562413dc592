"""What the kept dice are good for, against outcomes counted by hand."""

from itertools import product

import pytest

from games.core.protocol.room_messages import HintAim
from games.core.rules import VARIANTS, Position, Scorecard, find_variant
from games.site.study.learning.aims import MAX_AIMS, aims_of
from tests.support.oracles.rules import points


def with_open(variant_id: str, *open_boxes: str, **switches: str) -> Scorecard:
    """Return a card where all boxes but these hold 0."""
    variant = find_variant(variant_id, **switches)
    entries = tuple(None if box.category in open_boxes else 0 for box in variant.boxes)
    return Scorecard(variant, entries)


def aims(card: Scorecard, dice: tuple[int, ...], rolls: int, *keep: int) -> dict[str, HintAim]:
    found = aims_of(Position(card.variant, card, dice, rolls), keep)
    assert len(found) <= MAX_AIMS
    return {aim.category: aim for aim in found}


def test_it_gives_the_mean_of_the_only_open_box() -> None:
    found = aims(with_open("yacht", "fours"), (4, 4, 4, 1, 2), 2, 4, 4, 4)
    rolls = list(product(range(1, 7), repeat=2))
    mean = sum(points("yacht", "fours", (4, 4, 4, *rest)) for rest in rolls) / len(rolls)
    assert found.keys() == {"fours"}
    assert found["fours"].share == 1
    assert found["fours"].points == pytest.approx(mean, abs=1e-3)
    assert found["fours"].now == 12


def test_it_plays_on_from_the_second_roll_as_well() -> None:
    # With two rolls left, a die that is no four is rolled again.
    found = aims(with_open("yacht", "fours"), (4, 4, 4, 1, 2), 1, 4, 4, 4)
    assert found["fours"].points == pytest.approx(12 + 2 * 4 * (1 - (5 / 6) ** 2), abs=1e-3)


def test_it_weighs_boxes_by_how_often_they_are_filled() -> None:
    # The straight needs a 6. No other roll scores in it: it gets a 0, or the choice is filled.
    card = with_open("yacht", "big_straight", "choice")
    found = aims(card, (2, 3, 4, 5, 5), 2, 2, 3, 4, 5)
    assert found["big_straight"].share == pytest.approx(1 / 6, abs=1e-3)
    assert found["big_straight"].points == 30
    assert found["big_straight"].faces == (6,)
    assert next(iter(found)) == "big_straight"


def test_it_names_the_faces_that_the_last_die_needs() -> None:
    card = with_open("yahtzee", "large_straight", "full_house")
    dice, keep = (2, 3, 4, 5, 5), (2, 3, 4, 5)
    aim = aims(card, dice, 2, *keep)["large_straight"]
    faces = [face for face in range(1, 7) if points("yahtzee", "large_straight", (*keep, face))]
    assert list(aim.faces) == faces == [1, 6]


def test_it_leaves_out_what_does_not_use_all_kept_dice() -> None:
    card = with_open("yahtzee", "small_straight", "full_house")
    found = aims(card, (4, 4, 1, 2, 6), 1, 4, 4)
    assert "full_house" in found
    assert "small_straight" not in found


@pytest.mark.parametrize("rolls", [0, 3])
def test_it_needs_dice_and_a_roll(rolls: int) -> None:
    card = Scorecard(VARIANTS["yacht"])
    position = Position(card.variant, card, (1, 2, 3, 4, 6) if rolls else None, rolls)
    with pytest.raises(ValueError, match="nothing to roll"):
        aims_of(position, ())
