"""Simulated cheats play as well as their knowledge allows, and the index tells them apart."""

import random
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from games.bench.foresight.cheats import (
    cautious,
    endings,
    knows_all,
    knows_rolls,
    mixed,
    sometimes,
)
from games.bench.foresight.full_knowledge import most_points
from games.bench.foresight.honest import bot
from games.bench.foresight.power import games_until, paths, quantile, sample, share_reaching
from games.bench.foresight.tapes import Player, Tape, play
from games.foresight.index import GameForesight
from games.rules import Position, Scorecard, Variant, find_variant
from games.solver import options
from games.solver.lattice import ROLLS

YACHT = find_variant("yacht")
VARIANTS = [
    YACHT,
    find_variant("yatzy"),
    find_variant("yahtzee"),
    find_variant("yahtzee", joker="none"),
]


def tape_of(variant: Variant, seed: int = 1) -> Tape:
    return Tape(variant, np.random.default_rng(seed))


def naive_endings(tape: Tape, turn: int) -> set[tuple[int, ...]]:
    """Return all dice that a turn can end with, by playing every hold."""
    found = set()
    every = range(32)
    for first in every:
        for second in every:
            dice = list(tape.roll(turn, 1))
            for roll, hold in ((2, first), (3, second)):
                then = tape.roll(turn, roll)
                dice = [dice[at] if hold >> at & 1 else then[at] for at in range(5)]
            found.add(tuple(sorted(dice)))
    return found


def test_it_lists_every_ending_of_a_turn() -> None:
    tape = tape_of(YACHT)
    codes = mixed([tape.roll(1, roll) for roll in (1, 2, 3)])
    assert {ROLLS[code] for code in codes} == naive_endings(tape, 1)


def test_it_finds_the_highest_score_that_the_dice_allow() -> None:
    tape = tape_of(YACHT)
    empty = Scorecard(YACHT)
    boxes = [category.id for category in YACHT.categories]
    points = [
        [
            max(empty.outcome(box, dice).points for dice in naive_endings(tape, turn))
            for box in boxes
        ]
        for turn in range(1, YACHT.rounds + 1)
    ]

    @cache
    def most(turn: int, filled: int) -> int:
        if turn == len(boxes):
            return 0
        free = (box for box in range(len(boxes)) if not filled >> box & 1)
        return max(points[turn][box] + most(turn + 1, filled | 1 << box) for box in free)

    assert most_points(YACHT, endings(YACHT, tape))[0, 0, 0] == most(0, 0)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_it_plays_its_plan(variant: Variant) -> None:
    """The score of the real card, with bonuses and jokers, is that of the plan."""
    for seed in range(3):
        tape = tape_of(variant, seed)
        most = most_points(variant, endings(variant, tape))[0, 0, 0]
        assert play(variant, knows_all(variant), tape).score == most
        for other in (bot("polaris", random.Random(1)), knows_rolls(1), knows_rolls(3)):
            assert play(variant, other, tape).score <= most


@pytest.mark.parametrize("rolls", [1, 2])
def test_it_takes_the_best_next_roll(rolls: int) -> None:
    """Against trying every hold and every box with the known roll."""
    tape, card = tape_of(YACHT), Scorecard(YACHT).fill("choice", [6, 6, 6, 6, 5])
    dice = tape.roll(2, 1)
    position = Position(YACHT, card, dice, rolls)
    known = tape.roll(2, rolls + 1)
    worths = {}
    for hold in range(32):
        then = tuple(dice[at] if hold >> at & 1 else known[at] for at in range(5))
        worths[hold] = options(Position(YACHT, card, then, rolls + 1))[0].value
    boxes = [each for each in options(position) if each.fill is not None]
    option, held = knows_rolls(1)(position, options(position), 2, tape)
    best_box = max(each.value for each in boxes)
    if option.fill is None:
        assert worths[sum(1 << at for at in held)] == pytest.approx(max(worths.values()))
        assert max(worths.values()) > best_box
    else:
        assert best_box >= max(worths.values()) - 1e-9


def test_it_knows_the_more_the_better() -> None:
    players: list[Player] = [bot("polaris", random.Random(1)), knows_rolls(1), knows_rolls(3)]
    players.append(knows_all(YACHT))
    scores = [np.mean(sample(YACHT, player, 12, seed=1).scores) for player in players]
    assert all(less < more for less, more in pairwise(scores))


def test_it_gives_up_no_more_than_a_cautious_cheat_would() -> None:
    for seed in range(3):
        ledger = play(YACHT, cautious(knows_rolls(1), 0.5), tape_of(YACHT, seed))
        assert all(move.loss <= 0.5 + 1e-9 for move in ledger.moves)
        assert ledger.loss > 0


def test_it_finds_cheats_and_not_bots() -> None:
    honest = sample(YACHT, bot("pip", random.Random(1)), 40, seed=1)
    assert abs(honest.surplus) < 4 * honest.error
    assert share_reaching(honest.games, 20, 4.0) == 0
    for cheat in (knows_rolls(1), knows_rolls(3), knows_all(YACHT)):
        found = sample(YACHT, cheat, 12, seed=1)
        assert found.surplus > 8 * found.error
        assert quantile(games_until(found.games, 4.0, 50, seed=1), 0.9) is not None


def test_it_cheats_now_and_then() -> None:
    rng = random.Random(1)
    player = sometimes(knows_rolls(1), bot("polaris", rng), 0.0, rng)
    assert play(YACHT, player, tape_of(YACHT)).loss == 0


def test_it_follows_each_player_through_their_own_games() -> None:
    games = [GameForesight(1, 0, 0, 1, 0, (float(log),) * 4) for log in (1, 1, -3, 2)]
    found = [[round(each * np.log(10), 9) for each in path] for path in paths(games, 2)]
    assert found == [[1, 2], [-3, -1]]
    assert share_reaching(games, 2, 0.5) == 0.5


def test_it_says_when_a_cheat_is_not_found() -> None:
    games = [GameForesight(1, 0, 0, 1, 0, (0.0,) * 4)]
    assert games_until(games, 4.0, 2, seed=1) == [None, None]
    assert quantile([1, 2, 3, None], 0.5) == 3
    assert quantile([1, None, None], 0.5) is None
