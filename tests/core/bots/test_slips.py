"""Nobody can predict a bot's slips before the secret of its game is revealed."""

from games.core import bots
from games.core.engine import Roll, Score
from games.core.engine.fairness import FairDice
from tests.core.bots.games import after, table_of

SEEDS = ("a11ce5eed", "b0b5eed")


def moves_of_pip(secret: bytes, seeds: tuple[str, ...] = SEEDS) -> list[Roll | Score]:
    """All moves of Pip in a game whose dice depend on neither argument."""
    dice, draws = FairDice(bytes(32), "game", SEEDS), FairDice(secret, "game", seeds)
    state, made = table_of("pip", variant="yacht"), []
    while state.status == "playing":
        turn = state.seats[0].turn
        made.append(bots.choose(state, 0, draws.bot_draw(0, turn.number, turn.rolls)))
        state = after(state, made[-1], dice)
    return made


def test_it_slips_elsewhere_with_another_secret() -> None:
    # Code, seeds and dice are the same: who knows them does not know the slips.
    games = [moves_of_pip(bytes([number]) * 32) for number in range(4)]
    assert all(games[0] != other for other in games[1:])


def test_it_slips_elsewhere_with_other_seeds() -> None:
    # So the server, which knows the secret, cannot choose the slips either.
    assert moves_of_pip(bytes(32)) != moves_of_pip(bytes(32), ("a11ce5eed", "other"))


def test_it_slips_at_the_same_places_with_the_same_secret_and_seeds() -> None:
    # After the reveal anybody can compute them, and two workers agree.
    assert moves_of_pip(b"\1" * 32) == moves_of_pip(b"\1" * 32)
