"""A further Yahtzee on a card of one column, for each value of the switch."""

import pytest

from games.core.rules import Box, Fill, IllegalBox, Scorecard, find_variant

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = [
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
]
FOURS = [4, 4, 4, 4, 4]
# What five fours score as a joker in each lower box but the Yahtzee box.
JOKER_POINTS = {
    "three_of_a_kind": 20,
    "four_of_a_kind": 20,
    "full_house": 25,
    "small_straight": 30,
    "large_straight": 40,
    "chance": 20,
}


def card_with(joker: str, **points: int) -> Scorecard:
    """Return a card with these points, reachable or not."""
    card = Scorecard(find_variant("yahtzee", joker=joker))
    for category, score in points.items():
        card = card.apply(Fill(Box(0, category), score, 0, False))
    return card


def options(card: Scorecard, dice: list[int] = FOURS) -> dict[str, int]:
    return {box.category: points for box, points in card.options(dice).items()}


def zeros(categories: list[str]) -> dict[str, int]:
    return dict.fromkeys(categories, 0)


class TestForced:
    @pytest.mark.parametrize("category", sorted({*UPPER, *LOWER} - {"fours", "yahtzee"}))
    def test_it_refuses_the_rest_while_the_matching_box_is_open(self, category: str) -> None:
        with pytest.raises(IllegalBox) as error:
            card_with("forced", yahtzee=50).fill(category, FOURS)

        assert error.value.code == "box_not_allowed"

    def test_it_is_a_joker_in_any_open_lower_box_next(self) -> None:
        card = card_with("forced", yahtzee=50, fours=8)

        assert options(card) == JOKER_POINTS
        assert all(fill.joker and fill.bonus == 100 for fill in card.fills(FOURS))

    def test_it_scratches_an_open_upper_box_last(self) -> None:
        card = card_with("forced", fours=8, ones=1, **zeros(LOWER))

        assert options(card) == {"twos": 0, "threes": 0, "fives": 0, "sixes": 0}
        assert not any(fill.joker for fill in card.fills(FOURS))

    def test_it_earns_the_bonus_with_a_scratch_too(self) -> None:
        held = {**zeros(LOWER), "yahtzee": 50, "fours": 8}
        card = card_with("forced", **held).fill("ones", FOURS)

        assert card.points("ones") == 0
        assert card.bonus(0) == 100
        assert card.total == 158

    @pytest.mark.parametrize("face", range(1, 7))
    def test_it_matches_by_face(self, face: int) -> None:
        card = card_with("forced", yahtzee=50)

        assert options(card, [face] * 5) == {UPPER[face - 1]: 5 * face}


class TestFree:
    def test_it_allows_any_box_but_no_joker_while_the_matching_box_is_open(self) -> None:
        card = card_with("free", yahtzee=50)

        assert options(card) == {
            **zeros(UPPER),
            **JOKER_POINTS,
            "fours": 20,
            "full_house": 0,
            "small_straight": 0,
            "large_straight": 0,
        }
        assert all(fill.bonus == 100 and not fill.joker for fill in card.fills(FOURS))


def test_it_counts_every_bonus() -> None:
    card = Scorecard(find_variant("yahtzee")).fill("yahtzee", FOURS)
    for category in ("fours", "full_house", "small_straight", "large_straight"):
        card = card.fill(category, FOURS)

    assert card.bonus(0) == 400
    assert card.lower(0) == 50 + 25 + 30 + 40
    assert card.total == 20 + 145 + 400
