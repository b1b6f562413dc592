"""The foresight index looks at the dice of the game, also if its seeds were sealed."""

import dataclasses

import pytest

from games.core import solver
from games.core.engine import Event
from games.core.engine.events import DiceRolled
from games.record.log.verifying import WrongDice
from games.site.study.analysis.ledger import read_ledgers
from games.site.study.foresight.counting import seats_of
from games.site.study.foresight.index import foresight
from tests.support.sealed_games import SealedGame, sealed_games


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
def test_it_measures_choices_with_the_dice_that_fell(game: SealedGame) -> None:
    expected = [
        foresight(ledger, game.reference(ledger.seat), solver.roll_values)
        for ledger in read_ledgers(game.log, solver.options, exact=True)
    ]
    assert seats_of(game.log) == expected
    assert sum(seat.choices for seat in expected) > 20


def test_it_measures_no_game_with_other_dice() -> None:
    game = SealedGame(9, mode="rounds", dice="same").play()
    with pytest.raises(WrongDice, match="fell"):
        seats_of(with_another_face(game.log, -1))
