"""What perfect play scores with dice that many games share: of a daily, or of an event."""

from games.core.engine.fairness import FairDice
from games.core.rules import Variant
from games.record.fairness.public_log import shared_secret
from games.site.study.analysis.dice_sequence import play_perfectly


def perfect_score_with(share: str, variant: Variant) -> int:
    """Return the score of perfect play, without foresight, with the dice of a group of games.

    Imports the solver, which takes a second the first time. Raises ValueError if the dice are not
    revealed.
    """
    from games.core import solver  # noqa: PLC0415 - importing numba takes a second

    secret = shared_secret(share)
    if secret is None:
        raise ValueError("the dice are not revealed")
    dice = FairDice(bytes.fromhex(secret), share, (), None, variant.faces, same=True)

    def sequence(turn: int, roll: int, position: int) -> int:
        return dice.throw(0, turn, roll, position)

    return play_perfectly(variant, sequence, solver.options).score
