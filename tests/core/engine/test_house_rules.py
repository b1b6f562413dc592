"""Random games of random house rules, as a second, naive referee sees them."""

import random

import pytest

from games.core.engine import replay
from games.core.engine.view import may_roll
from games.core.rules import MORE_GAMES, find_variant, is_house_rules
from tests.core.engine.table import ALICE, Table
from tests.core.rules.house_rules import random_rules
from tests.support.oracles.house_cards import HouseCard

SETS, AT_ONCE = 500, 50


def texts(first: int) -> list[str]:
    """Return random texts, and the other games."""
    found = list(MORE_GAMES) if first == 0 else []
    for seed in range(first, first + AT_ONCE):
        text = random_rules(random.Random(f"game {seed}"))[1]
        if is_house_rules(find_variant(text)):
            found.append(text)
    return found


def play(text: str, rng: random.Random) -> None:
    """Play a whole game by random legal moves; compare every choice with the naive card."""
    variant, naive = find_variant(text), HouseCard(text)
    table = Table(variant, ALICE)
    assert (variant.dice_count, variant.rolls_per_turn) == (naive.dice_count, naive.rolls)
    saved = 0
    while table.state.status == "playing":
        most = naive.rolls + saved
        rolls = rng.choice((most, rng.randint(1, most)))
        saved = most - rolls if naive.saves_rolls else 0
        for _ in range(rolls):
            # Many equal dice, so that rare boxes and jokers come up.
            faces = rng.sample(range(1, 7), rng.randint(1, 6))
            table.roll(0, *(rng.choice(faces) for _ in range(naive.dice_count)))
        dice = table.dice_of(0)
        assert dice is not None
        assert (rolls < most) is may_roll(table.seat(0), acts=True)
        fills = {(f.box.column, f.box.category): f for f in table.seat(0).card.fills(dice, rolls)}
        assert fills.keys() == naive.options(dice), (text, dice, naive.boxes)
        told = {box: (fill.points, fill.bonus, fill.joker) for box, fill in fills.items()}
        assert told == {box: naive.judge(box, dice, rolls) for box in told}, (text, dice)
        box = rng.choice(sorted(fills))
        won = naive.wins(box, dice, rolls)
        table.score(0, box[1])
        naive.fill(box, dice, rolls)
        assert table.seat(0).card.total == naive.total, (text, naive.boxes)
        is_over = won or naive.is_full
        assert table.state.status == ("finished" if is_over else "playing")
    assert replay(table.log) == table.state


@pytest.mark.parametrize("first", range(0, SETS, AT_ONCE))
def test_random_games_are_legal_to_a_naive_referee(first: int) -> None:
    for text in texts(first):
        play(text, random.Random(text))
