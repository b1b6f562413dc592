"""Dice are counted as a second, naive implementation counts them."""

import json
import random
from collections.abc import Iterator

import pytest

from games.record.audit.tally import KINDS, DiceTally, Roll, chi_square
from tests.core.engine.golden_games import GOLDEN_GAMES, Golden
from tests.support.oracles.dice_counts import naive_counts


def rolls_of(golden: Golden) -> list[Roll]:
    return [
        Roll(line["seat"], line["data"]["hold"], line["data"]["dice"])
        for line in golden.lines
        if line["type"] == "dice.rolled"
    ]


def tally_of(golden: Golden) -> DiceTally:
    tally = DiceTally()
    tally.count_game(6, rolls_of(golden))
    return tally


@pytest.mark.parametrize("golden", GOLDEN_GAMES, ids=lambda golden: golden.name)
def test_it_counts_what_the_second_implementation_counts(golden: Golden) -> None:
    tally, naive = tally_of(golden), naive_counts(golden.lines)
    for kind in KINDS:
        for row, counts in tally.table(6, kind).items():
            for face, count in enumerate(counts, 1):
                assert naive.pop((kind, row, face), 0) == count
    assert not naive


def test_it_is_the_same_after_json() -> None:
    for golden in GOLDEN_GAMES:
        tally = tally_of(golden)
        assert DiceTally.from_json(json.loads(json.dumps(tally.as_json()))) == tally
    assert DiceTally.from_json({}) == DiceTally()


def test_it_finds_fair_dice_fair_whatever_players_hold() -> None:
    # The mean of many chi-squares is the degrees of freedom, though players keep all sixes.
    chance, samples = random.Random(1), 400
    means = dict.fromkeys(KINDS, 0.0)
    for _ in range(samples):
        tally = DiceTally()
        tally.count_game(6, rolls_that_keep_sixes(chance, turns=150))
        for kind in KINDS:
            found = chi_square(list(tally.table(6, kind).values()))
            means[kind] += found.statistic / found.freedom / samples
    for kind, freedom in zip(KINDS, (25, 30, 30), strict=True):
        # The variance of a chi-square is twice its degrees of freedom.
        error = (2 / freedom / samples) ** 0.5
        assert means[kind] == pytest.approx(1.0, abs=3 * error)


def rolls_that_keep_sixes(chance: random.Random, turns: int) -> Iterator[Roll]:
    """The rolls of a player who keeps every six until the third roll."""
    for _ in range(turns):
        dice: tuple[int, ...] = ()
        for _ in range(3):
            hold = tuple(place for place, face in enumerate(dice) if face == 6)
            dice = tuple(6 if place in hold else chance.randint(1, 6) for place in range(5))
            yield Roll(0, hold, dice)
