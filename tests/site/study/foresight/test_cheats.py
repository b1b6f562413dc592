"""The index tells a cheat who knows the next roll from a bot who plays badly."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from games.core.rules import Position, find_variant
from games.core.solver import Option, options, roll_values
from games.site.study.foresight.evidence import evidence
from games.site.study.foresight.index import GameForesight, foresight, hold_of
from workshop.make.bots.tape_players import bot
from workshop.make.bots.tapes import Chosen, Player, Tape, play

pytestmark = pytest.mark.simulation

YACHT = find_variant("yacht")


def knows_the_next_roll(
    position: Position, found: tuple[Option, ...], turn: int, tape: Tape
) -> Chosen:
    """Try every hold with the roll to come, and every box with the dice on the table."""
    card, dice = position.card, position.dice
    assert dice is not None
    boxes = [each for each in found if each.fill is not None]
    box = max(boxes, key=lambda each: each.value)
    best, chosen = box.value, Chosen(box, hold_of(position, box))
    if position.rolls_left:
        then = tape.roll(turn, position.rolls + 1)
        for number in range(31):
            hold = tuple(at for at in range(5) if number >> at & 1)
            kept = tuple(sorted(dice[at] for at in hold))
            shown = tuple(dice[at] if at in hold else then[at] for at in range(5))
            value = options(Position(YACHT, card, shown, position.rolls + 1))[0].value
            if value > best + 1e-9:
                option = next(each for each in found if each.keep == kept)
                best, chosen = value, Chosen(option, hold)
    return chosen


def measured(player: Player, games: int) -> list[GameForesight]:
    """Return the foresight of a player in games on the dice of the same seed."""
    numbers = np.random.default_rng(1)
    found = []
    for _ in range(games):
        tape = Tape(YACHT, numbers)
        found.append(foresight(play(YACHT, player, tape), tape, roll_values))
    return found


def surplus(games: Sequence[GameForesight]) -> tuple[float, float]:
    """Return the mean surplus of a game, and its standard error with fair dice."""
    error = sum(game.variance for game in games) ** 0.5 / len(games)
    return sum(game.surplus for game in games) / len(games), error


def highest_evidence(games: Sequence[GameForesight]) -> float:
    """Return the most evidence that there ever was after one of the games."""
    sums = np.cumsum([game.evidence for game in games], axis=0)
    return max(evidence(row) for row in sums.tolist())


def test_it_suspects_no_bot_that_plays_badly() -> None:
    honest = measured(bot("pip", random.Random(1)), 40)
    mean, error = surplus(honest)
    assert abs(mean) < 4 * error
    assert highest_evidence(honest) < 4


def test_it_finds_a_cheat_who_knows_the_next_roll() -> None:
    games = measured(knows_the_next_roll, 12)
    mean, error = surplus(games)
    assert mean > 8 * error
    assert highest_evidence(games) > 6
