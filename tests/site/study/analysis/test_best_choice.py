"""The best choice of a seat: the one with which a greedy player would have lost most."""

import pytest

from games.core import solver
from games.core.rules import find_variant
from games.site.study.analysis.ledger import SeatLedger, read_ledgers
from games.site.study.analysis.plain_play import plain_choice
from games.site.study.analysis.summary import finest, option_data
from tests.site.study.analysis.play import PLAYERS, Game, careless

YACHT = find_variant("yacht")


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
