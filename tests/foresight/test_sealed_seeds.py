"""The foresight index looks at the dice of the game, also if its seeds were sealed."""

import pytest

from games import solver
from games.analysis.ledger import read_ledgers
from games.foresight.counting import seats_of
from games.foresight.index import foresight
from games.log.verifying import WrongDice
from tests.analysis.test_sealed_seeds import with_another_face
from tests.support.sealed_games import SealedGame, sealed_games


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
