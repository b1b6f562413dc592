"""The solution of a puzzle: what each choice loses, compared with a naive implementation."""

import pytest

from games.core import solver
from games.core.rules import Position
from games.site.events.puzzles.choices import choices_of, valued
from games.site.events.puzzles.quality import losses_of, make_puzzle
from games.site.events.puzzles.storing import read_seed
from tests.support.oracles import puzzles as naive

# One open box: Big straight, Fours (for the bonus or not), Full house, Yatzy.
LAST_BOXES = (
    "yacht 2,6,9,12,15,18,20,16,30,-,22,0 0 23446 1",
    "yahtzee 3,6,9,-,15,18,25,0,25,30,40,0,20 0 11446 2",
    "yahtzee 1,2,3,-,5,6,25,0,25,30,40,0,20 0 11446 1",
    "yatzy 3,6,9,8,15,18,12,22,18,0,15,20,-,25,50 0 22336 2",
    "yatzy 3,6,9,8,15,18,12,22,18,0,15,20,27,25,- 0 55562 1",
)


@pytest.mark.parametrize("text", LAST_BOXES)
def test_it_agrees_with_trying_all_dice(text: str) -> None:
    position = Position.parse(text)
    found = losses_of(position, solver.options(position))
    keys = [choice.key for choice in choices_of(position)]
    wanted = naive.losses(position)
    assert set(keys) == set(wanted)
    for key, loss in zip(keys, found, strict=True):
        assert loss == pytest.approx(100 * wanted[key], abs=0.51), key


def test_it_agrees_for_the_puzzles_of_a_new_site() -> None:
    # The naive implementation knows no jokers.
    puzzles = [each.puzzle for each in read_seed() if not each.puzzle.position.variant.switches]
    last = [puzzle for puzzle in puzzles if len(puzzle.position.card.open_boxes) == 1]
    assert len(last) >= 3
    for puzzle in last:
        wanted = naive.losses(puzzle.position)
        for each in valued(puzzle.position, puzzle.losses):
            assert each.loss == pytest.approx(100 * wanted[each.choice.key], abs=0.51)


@pytest.mark.parametrize(
    ("given_up", "others", "is_good"),
    [
        (2.0, -3.0, True),
        (0.5, -3.0, False),  # a mistake too small to explain
        (20.0, -30.0, False),  # a slip
        (2.0, -0.5, False),  # other choices are nearly as good
        (2.0, -0.05, False),  # everything is right
    ],
)
def test_it_takes_clear_mistakes_only(given_up: float, others: float, is_good: bool) -> None:
    position = Position.parse("yacht 2,6,9,12,15,18,20,16,-,-,22,- 0 23446 3")

    def solve(at: Position) -> list[solver.Option]:
        fills = [choice.fill for choice in choices_of(at)]
        values = [100.0, *[100.0 + others] * (len(fills) - 1)]
        return [solver.Option(None, *pair) for pair in zip(fills, values, strict=True)]

    assert (make_puzzle(position, given_up, solve) is not None) is is_good


def test_it_takes_the_usual_rules_only() -> None:
    card = "-,-,-,-,-,-,-,-,-,-,-,-,-"
    usual, other = (
        make_puzzle(Position.parse(f"{rules} {card} 0 23446 1"), 2, naive_ten)
        for rules in ("yahtzee", "yahtzee:joker=free")
    )
    assert usual is not None
    assert other is None


def naive_ten(position: Position) -> list[solver.Option]:
    """Options of which the first one is ten points better than all others."""
    found = choices_of(position)
    return [
        solver.Option(choice.keep, choice.fill, 10.0 * (choice is found[0])) for choice in found
    ]
