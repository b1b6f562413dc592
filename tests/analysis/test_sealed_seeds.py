"""Perfect play gets the dice of the game, also if its seeds were sealed when it began."""

import dataclasses

import pytest

from games import solver
from games.analysis.game_analysis import analyse
from games.engine import Event
from games.engine.events import DiceRolled, GameFinished
from games.log.verifying import WrongDice, checked_dice
from games.rules import Position, Scorecard, Variant
from tests.support.sealed_games import SealedGame, Throw, sealed_games


def naive_perfect(variant: Variant, throw: Throw) -> int:
    """The score of perfect play, turn by turn."""
    card = Scorecard(variant)
    for turn in range(1, variant.rounds + 1):
        dice = [throw(turn, 1, at) for at in range(5)]
        roll = 1
        while (best := solver.options(Position(variant, card, tuple(dice), roll))[0]).fill is None:
            roll += 1
            keep = list(best.keep or ())
            for at in range(5):
                if dice[at] in keep:
                    keep.remove(dice[at])
                else:
                    dice[at] = throw(turn, roll, at)
        card = card.apply(best.fill)
    return card.total


def with_another_face(log: list[Event], number: int) -> list[Event]:
    """The log with another face on a die that fell, in roll `number` of the game."""
    places = [at for at, event in enumerate(log) if isinstance(event, DiceRolled)]
    at = places[number]
    event = log[at]
    assert isinstance(event, DiceRolled)
    free = next(each for each in range(5) if each not in event.hold)
    dice = list(event.dice)
    dice[free] = dice[free] % 6 + 1
    return [*log[:at], dataclasses.replace(event, dice=tuple(dice)), *log[at + 1 :]]


@pytest.mark.parametrize("game", sealed_games(), ids=lambda game: game.code)
def test_it_computes_perfect_play_with_the_dice_that_fell(game: SealedGame) -> None:
    for event in game.log:
        if isinstance(event, DiceRolled) and event.seat is not None:
            throw = game.reference(event.seat)
            fell = [(at, face) for at, face in enumerate(event.dice) if at not in event.hold]
            assert [(at, throw(event.turn, event.roll, at)) for at, _ in fell] == fell
    variant = game.state.variant
    expected = [naive_perfect(variant, game.reference(seat)) for seat in range(4)]
    found = analyse(game.log)
    assert [data["perfect"] for _, data in found] == expected
    first = found[0][1]["perfect_turns"][0]["rolls"][0]["dice"]
    assert first == [game.reference(0)(1, 1, at) for at in range(5)]


def test_it_analyses_no_game_with_other_dice() -> None:
    game = SealedGame(9).play()
    for number in (0, -1):
        with pytest.raises(WrongDice, match="fell"):
            analyse(with_another_face(game.log, number))


def test_it_knows_the_dice_of_a_seed_that_was_exchanged() -> None:
    game = SealedGame(10).play()
    end = game.log[-1]
    assert isinstance(end, GameFinished)
    checked_dice(game.log, game.secret)
    with pytest.raises(WrongDice, match="fell"):
        # Without the seeds that were shown, as at the start.
        checked_dice([game.log[0], *game.log[3:]], game.secret)
    with pytest.raises(WrongDice, match="committed"):
        checked_dice(game.log, bytes(32))
