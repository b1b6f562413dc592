"""After `compile_ahead`, games compile nothing."""

import subprocess
import sys

import pytest
from django.conf import settings

pytestmark = pytest.mark.process

CODE = """
import sys
from numba.core.dispatcher import Dispatcher
from games.core import solver, winning
from games.core.rules import Position, Scorecard, find_variant
from games.core.winning.preparation import compile_ahead
from tests.core.bots.games import SeededDice, after, move_of, table_of


def signatures():
    return {
        (name, str(each))
        for module in list(sys.modules.values())
        if module.__name__.startswith("games.core")
        for name, found in vars(module).items()
        if isinstance(found, Dispatcher)
        for each in found.signatures
    }


solver.configure(sys.argv[1])
compile_ahead()
before = signatures()
assert before
for variant, names in (("yahtzee", ("polaris", "marlin")), ("yacht", ("polaris", "marlin"))):
    state, dice = table_of(*names, variant=variant), SeededDice(1)
    while state.status == "playing":
        state = after(state, move_of(state, state.acting[0], dice), dice)
        if state.status == "playing":
            winning.win_probabilities(state)
large = find_variant("triple_yahtzee")
card = Scorecard(large)
while not card.is_full:
    if len(card.open_boxes) in (1, 2, 8, 9, 39):
        solver.options(Position(large, card, (1, 2, 2, 3, 6), 1))
        winning.to_come(card, (1, 2, 2, 3, 6), 1)
    card = card.apply(card.fills((1, 2, 2, 3, 6))[-1])
print(sorted(signatures() - before))
"""


def test_games_compile_nothing_more() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(settings.SOLVER_DIR)],
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
