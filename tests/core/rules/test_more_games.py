"""Games beyond the official ones score as a second reading of docs/rules.md says."""

import pytest

from games.core.rules import (
    MORE_GAMES,
    NAMED,
    Box,
    InvalidRules,
    Scorecard,
    UnknownSwitch,
    Variant,
    find_variant,
)
from tests.support.oracles import more_games

GAMES = list(MORE_GAMES.values())


@pytest.mark.parametrize("game", GAMES, ids=MORE_GAMES)
def test_each_roll_scores_as_the_naive_reading_says(game: Variant) -> None:
    assert tuple(each.id for each in game.categories[6:]) == more_games.LOWER[game.id]
    assert game.upper_bonus == more_games.BONUS[game.id]
    for dice in game.all_rolls:
        for roll in range(1, game.rolls_per_turn + 1):
            found = {fill.box.category: fill.points for fill in game.plain_fills(dice, roll)[6:]}
            assert found == {
                box: more_games.points(game.id, box, dice, roll)
                for box in more_games.LOWER[game.id]
            }


@pytest.mark.parametrize(("id_", "highest"), [("generala", 260), ("maxi_yatzy", 649)])
def test_its_highest_card_is_the_sum_of_its_best_boxes(id_: str, highest: int) -> None:
    # Generala: 105, 25, 35, 45, 50. Maxi Yatzy: 126, 100 bonus, and the best dice of each box.
    game = find_variant(id_)
    best = sum(max(points) for points in game.possible_points)
    assert game.highest == highest == best + (game.upper_bonus or (0, 0))[1]


def test_house_rules_with_a_name_are_found_by_their_text() -> None:
    for text, (name, tagline) in NAMED.items():
        rules = find_variant(text)
        assert (rules.id, rules.name, rules.tagline) == (text, name, tagline)


def test_they_have_neither_words_nor_switches() -> None:
    with pytest.raises(InvalidRules, match="begin with"):
        find_variant("maxi_yatzy+rolls-2")
    with pytest.raises(UnknownSwitch):
        find_variant("generala", joker="none")


def test_a_second_generala_scores_only_after_a_first() -> None:
    rules, sixes = find_variant("generala+double-generala"), [6] * 5
    assert rules.points("double_generala", sixes) == 0
    assert dict(rules.best(sixes))["double_generala"] == 0
    card = Scorecard(rules)
    scratched = card.fill("generala", [1, 2, 3, 4, 6])
    for before, points in ((card, 0), (scratched, 0), (card.fill("generala", sixes), 100)):
        assert dict(before.options(sixes))[Box(0, "double_generala")] == points
