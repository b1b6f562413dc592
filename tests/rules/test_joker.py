"""A further Yahtzee on a card of one column, for each value of the switch."""

import pytest

from games.rules import Box, Fill, IllegalBox, Scorecard, find_variant

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


@pytest.mark.parametrize("joker", ["forced", "free", "none"])
def test_it_has_no_joker_while_the_yahtzee_box_is_open(joker: str) -> None:
    card = card_with(joker, fours=12)

    assert options(card) == {
        "ones": 0,
        "twos": 0,
        "threes": 0,
        "fives": 0,
        "sixes": 0,
        "three_of_a_kind": 20,
        "four_of_a_kind": 20,
        "full_house": 0,
        "small_straight": 0,
        "large_straight": 0,
        "yahtzee": 50,
        "chance": 20,
    }
    assert not any(fill.joker or fill.bonus for fill in card.fills(FOURS))


@pytest.mark.parametrize("yahtzee", [0, 50])
@pytest.mark.parametrize("joker", ["forced", "free", "none"])
def test_it_does_not_change_other_rolls(joker: str, yahtzee: int) -> None:
    fills = card_with(joker, yahtzee=yahtzee).fills([4, 4, 4, 4, 5])

    assert len(fills) == 12
    assert not any(fill.joker or fill.bonus for fill in fills)


class TestForced:
    def test_it_requires_the_matching_upper_box(self) -> None:
        card = card_with("forced", yahtzee=50)

        assert card.fills(FOURS) == [Fill(Box(0, "fours"), 20, 100, False)]

    @pytest.mark.parametrize("category", sorted({*UPPER, *LOWER} - {"fours", "yahtzee"}))
    def test_it_refuses_the_rest_while_the_matching_box_is_open(self, category: str) -> None:
        with pytest.raises(IllegalBox) as error:
            card_with("forced", yahtzee=50).fill(category, FOURS)

        assert error.value.code == "box_not_allowed"

    def test_it_is_a_joker_in_any_open_lower_box_next(self) -> None:
        card = card_with("forced", yahtzee=50, fours=8)

        assert options(card) == JOKER_POINTS
        assert all(fill.joker and fill.bonus == 100 for fill in card.fills(FOURS))

    def test_it_refuses_other_upper_boxes_while_a_lower_one_is_open(self) -> None:
        card = card_with("forced", fours=8, **zeros(LOWER[:-1]))

        assert options(card) == {"chance": 20}
        with pytest.raises(IllegalBox) as error:
            card.fill("ones", FOURS)
        assert error.value.code == "box_not_allowed"

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

    def test_it_is_a_joker_without_bonus_when_the_yahtzee_box_holds_zero(self) -> None:
        card = card_with("forced", yahtzee=0, fours=8)

        assert options(card) == JOKER_POINTS
        assert all(fill.joker and not fill.bonus for fill in card.fills(FOURS))

    def test_it_requires_the_matching_box_when_the_yahtzee_box_holds_zero(self) -> None:
        card = card_with("forced", yahtzee=0)

        assert card.fills(FOURS) == [Fill(Box(0, "fours"), 20, 0, False)]

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

    def test_it_is_a_joker_below_when_the_matching_box_is_filled(self) -> None:
        card = card_with("free", yahtzee=50, fours=8)

        assert options(card) == {**zeros(sorted({*UPPER} - {"fours"})), **JOKER_POINTS}
        jokers = [fill.box.category for fill in card.fills(FOURS) if fill.joker]
        assert jokers == list(JOKER_POINTS)

    def test_it_is_a_joker_without_bonus_when_the_yahtzee_box_holds_zero(self) -> None:
        card = card_with("free", yahtzee=0, fours=0)

        assert card.outcome("large_straight", FOURS) == Fill(Box(0, "large_straight"), 40, 0, True)


class TestNone:
    @pytest.mark.parametrize("yahtzee", [0, 50])
    def test_it_scores_as_usual(self, yahtzee: int) -> None:
        card = card_with("none", yahtzee=yahtzee, fours=8)

        assert options(card)["full_house"] == 0
        assert options(card)["large_straight"] == 0
        assert options(card)["sixes"] == 0
        assert options(card)["chance"] == 20
        assert len(options(card)) == 11
        assert not any(fill.joker or fill.bonus for fill in card.fills(FOURS))


def test_it_counts_every_bonus() -> None:
    card = Scorecard(find_variant("yahtzee")).fill("yahtzee", FOURS)
    for category in ("fours", "full_house", "small_straight", "large_straight"):
        card = card.fill(category, FOURS)

    assert card.bonus(0) == 400
    assert card.lower(0) == 50 + 25 + 30 + 40
    assert card.total == 20 + 145 + 400


@pytest.mark.parametrize(("variant", "category"), [("yacht", "yacht"), ("yatzy", "yatzy")])
def test_it_has_no_joker_in_yacht_and_yatzy(variant: str, category: str) -> None:
    card = Scorecard(find_variant(variant)).fill(category, FOURS).fill("fours", FOURS)

    assert card.options(FOURS)["full_house"] == 0
    assert card.options(FOURS)["ones"] == 0
    assert not any(fill.joker or fill.bonus for fill in card.fills(FOURS))
