"""The theme of a puzzle follows from its position and best choice."""

import pytest

from games.core.rules import Position
from games.site.events.puzzles.choices import Theme, choices_of, theme_of

EMPTY = "-,-,-,-,-,-,-,-,-,-,-,-,-"
CASES = {
    # Few boxes are open, whatever the dice.
    "yahtzee 3,6,9,12,15,18,25,20,25,30,-,-,20 0 12345 3 box:large_straight": Theme.END,
    # A further Yahtzee.
    "yahtzee -,-,-,-,-,18,-,-,-,-,-,50,- 0 66666 2 box:full_house": Theme.ALIKE,
    # Rolls are left: score, or risk what is made.
    f"yahtzee {EMPTY} 0 12345 1 box:large_straight": Theme.STOP,
    f"yahtzee {EMPTY} 0 12346 1 keep:1234": Theme.STOP,
    f"yahtzee {EMPTY} 0 22333 2 keep:333": Theme.STOP,
    # No rolls are left: which box.
    f"yahtzee {EMPTY} 0 11246 3 box:ones": Theme.SACRIFICE,
    f"yahtzee {EMPTY} 0 11246 3 box:yahtzee": Theme.SACRIFICE,
    f"yahtzee {EMPTY} 0 44416 3 box:fours": Theme.UPPER,
    f"yahtzee {EMPTY} 0 23456 3 box:large_straight": Theme.STRAIGHTS,
    f"yahtzee {EMPTY} 0 55566 3 box:full_house": Theme.FULL_HOUSE,
    f"yahtzee {EMPTY} 0 55546 3 box:three_of_a_kind": Theme.ALIKE,
    f"yahtzee {EMPTY} 0 56436 3 box:chance": Theme.BOX,
    # What to keep.
    f"yahtzee {EMPTY} 0 11445 1 keep:44": Theme.UPPER,
    "yahtzee -,-,-,8,-,-,-,-,-,-,-,-,- 0 11445 1 keep:44": Theme.ALIKE,
    f"yahtzee {EMPTY} 0 11445 1 keep:1144": Theme.FULL_HOUSE,
    f"yahtzee {EMPTY} 0 23466 1 keep:234": Theme.STRAIGHTS,
    f"yahtzee {EMPTY} 0 13466 1 keep:": Theme.KEEP,
    f"yahtzee {EMPTY} 0 13466 1 keep:466": Theme.KEEP,
}


@pytest.mark.parametrize(("case", "theme"), CASES.items())
def test_it_follows_from_the_best_choice(case: str, theme: Theme) -> None:
    text, _, key = case.rpartition(" ")
    position = Position.parse(text)
    (best,) = [choice for choice in choices_of(position) if choice.key == key]
    assert theme_of(position, best) == theme


def test_it_has_a_case_of_each() -> None:
    assert set(CASES.values()) == set(Theme)
