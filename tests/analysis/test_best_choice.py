"""The best choice of a seat: the one with which a greedy player would have lost most."""

import pytest

from games import solver
from games.analysis.ledger import SeatLedger, read_ledgers
from games.analysis.plain_play import plain_choice
from games.analysis.summary import finest, option_data
from games.rules import Position, Scorecard, find_variant
from tests.analysis.play import PLAYERS, Game, careless

YACHT = find_variant("yacht")


@pytest.mark.parametrize(
    ("dice", "rolls", "keep"),
    [
        ((1, 1, 2, 6, 6), 1, (6, 6)),
        ((2, 2, 2, 6, 6), 2, (2, 2, 2)),
        ((1, 2, 3, 4, 6), 1, (6,)),
    ],
)
def test_a_greedy_player_keeps_the_most_frequent_face(
    dice: tuple[int, ...], rolls: int, keep: tuple[int, ...]
) -> None:
    position = Position(YACHT, Scorecard(YACHT), dice, rolls)
    assert plain_choice(position, solver.options(position)).keep == keep


@pytest.mark.parametrize(
    ("dice", "rolls", "category"),
    [((5, 5, 5, 5, 5), 1, "yacht"), ((2, 2, 6, 6, 6), 3, "full_house")],
)
def test_a_greedy_player_takes_the_most_points(
    dice: tuple[int, ...], rolls: int, category: str
) -> None:
    position = Position(YACHT, Scorecard(YACHT), dice, rolls)
    fill = plain_choice(position, solver.options(position)).fill
    assert fill is not None
    assert fill.box.category == category


def gains(ledger: SeatLedger) -> list[float]:
    """What each choice gained on the greedy one, from new solutions; 0 if it lost points."""
    found = []
    for move in ledger.moves:
        options = solver.options(move.position)
        greedy = plain_choice(move.position, options)
        is_best = options[0].value - move.choice.value < 0.01
        found.append(options[0].value - greedy.value if is_best else 0.0)
    return found


@pytest.mark.parametrize("share", [0.0, 0.7])
def test_it_is_the_choice_that_gained_most(share: float) -> None:
    log = Game(YACHT, PLAYERS[:1]).play(careless(3, share)).log
    (ledger,) = read_ledgers(log, solver.options, exact=True)
    found = finest(ledger)
    assert found is not None
    most = max(gains(ledger))
    assert found["gain"] == pytest.approx(most, abs=1e-4)
    assert gains(ledger)[found["move"]] == pytest.approx(most)
    assert found["plain"] == option_data(ledger.moves[found["move"]].plain)
