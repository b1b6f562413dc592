"""The distribution of the points to come, against plain recursion and against simulation."""

import numpy as np
import pytest

from games.core.rules import Scorecard, find_variant
from games.core.solver import table
from games.core.solver.distribution import remaining
from games.core.winning import outlook, to_come
from games.core.winning.distribution import Distribution
from games.core.winning.outlook import at_start
from tests.support.oracles.winning import Naive, card_with_open

YAHTZEE = find_variant("yahtzee")
YATZY = find_variant("yatzy")
LAST_TWO = [
    card_with_open(YAHTZEE, {"yahtzee": 50, "fours": 12, "fives": 15}, ("sixes", "full_house")),
    card_with_open(YAHTZEE, {"threes": 9}, ("yahtzee", "large_straight")),
    card_with_open(YATZY, {"fives": 20, "sixes": 24, "fours": 16}, ("ones", "two_pairs")),
    card_with_open(find_variant("yacht"), {}, ("yacht", "fours")),
]


def as_dict(found: Distribution) -> dict[int, float]:
    return {found.low + i: chance for i, chance in enumerate(found.chances) if chance > 1e-15}


@pytest.mark.parametrize("card", LAST_TWO, ids=lambda card: "-".join(b[1] for b in card.open_boxes))
def test_to_come_agrees_with_plain_recursion(card: Scorecard) -> None:
    assert as_dict(to_come(card)) == pytest.approx(Naive().at_start(card), abs=1e-12)


def test_to_come_agrees_with_plain_recursion_within_a_turn() -> None:
    card, naive = LAST_TWO[0], Naive()
    for dice, rolls in (((6, 6, 2, 2, 1), 1), ((6, 6, 6, 2, 1), 2), ((6, 6, 6, 6, 6), 3)):
        found = as_dict(to_come(card, dice, rolls))
        left = 3 - rolls
        expected = naive.turn(card, left)[tuple(sorted(dice))]
        assert found == pytest.approx(expected, abs=1e-12)


def test_to_come_caches_the_endgame_of_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    first = card_with_open(YAHTZEE, {}, ("ones", "twos", "chance"))
    later = card_with_open(YAHTZEE, {"ones": 3}, ("twos", "chance"))
    to_come(first)
    at_start.cache_clear()
    monkeypatch.setattr(outlook, "Endgame", None)
    assert as_dict(to_come(later)) == pytest.approx(Naive().at_start(later), abs=1e-12)


# The printed rules; computed once by exact induction over all states and totals.
EXACT_TAILS = {200: 0.863571, 220: 0.733266, 250: 0.483691, 300: 0.143264, 350: 0.072396}


def test_to_come_is_close_to_the_exact_distribution_of_a_whole_card() -> None:
    found = to_come(Scorecard(YAHTZEE))
    for total, chance in EXACT_TAILS.items():
        assert found.chances[total - found.low :].sum() == pytest.approx(chance, abs=0.004)
    assert found.mean == pytest.approx(254.5877, abs=0.05)
    assert found.sd == pytest.approx(59.6076, abs=0.2)


def test_to_come_is_close_to_exact_induction_over_all_totals() -> None:
    variant = find_variant("yacht")
    exact = np.cumsum(remaining(table(variant), (0, 0, 0)))
    found = to_come(Scorecard(variant))
    kept = np.cumsum(found.padded(0, max(found.high, len(exact) - 1)))[: len(exact)]
    assert np.abs(kept - exact).max() < 0.01
