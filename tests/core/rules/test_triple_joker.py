"""A further Yahtzee in Triple Yahtzee: three columns, three Yahtzee boxes."""

import pytest

from games.core.rules import Box, Fill, IllegalBox, Scorecard, find_variant

FOURS = [4, 4, 4, 4, 4]


def card_with(joker: str, *columns: dict[str, int]) -> Scorecard:
    card = Scorecard(find_variant("triple_yahtzee", joker=joker))
    for number, column in enumerate(columns):
        for category, points in column.items():
            card = card.apply(Fill(Box(number, category), points, 0, False))
    return card


@pytest.mark.parametrize("joker", ["forced", "free", "none"])
def test_it_has_no_joker_while_one_yahtzee_box_is_open(joker: str) -> None:
    done = {"yahtzee": 50, "fours": 12}
    card = card_with(joker, done, done, {"fours": 12})

    assert card.options(FOURS)[Box(0, "full_house")] == 0
    assert card.options(FOURS)[Box(2, "yahtzee")] == 50
    assert len(card.options(FOURS)) == 39 - 5
    assert not any(fill.joker or fill.bonus for fill in card.fills(FOURS))


class TestForced:
    def test_it_requires_the_matching_box_of_any_column(self) -> None:
        card = card_with("forced", {"yahtzee": 50}, {"yahtzee": 50, "fours": 8}, {"yahtzee": 50})

        assert card.fills(FOURS) == [
            Fill(Box(0, "fours"), 20, 100, False),
            Fill(Box(2, "fours"), 20, 100, False),
        ]
        with pytest.raises(IllegalBox) as error:
            card.fill((1, "chance"), FOURS)
        assert error.value.code == "box_not_allowed"
