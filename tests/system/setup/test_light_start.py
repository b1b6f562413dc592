"""A process that computes nothing does not load the compiler."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process


def test_it_does_not_load_the_compiler_before_anything_is_computed() -> None:
    # This saves such a process a second at its start and 70 MB.
    code = (
        "import sys, yachtsite.asgi, games.assembly.processes.lifecycle, yachtsite.urls; "
        "print([name for name in ('numba', 'llvmlite') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


STORE = """
import sys
from games.core.rules import find_variant
from games.core.solver import configure, make_table

configure(sys.argv[1])
make_table(find_variant("yacht"))
"""
PLAY = """
import sys
from games.core.bots.personalities import PERSONALITIES
from games.core.solver import configure
from games.core.solver.child import end_child, use_child
from tests.core.bots.games import SeededDice, after, move_of, table_of

configure(sys.argv[1])
if sys.argv[2] == "whole":
    use_child(sys.argv[1])
state, dice = table_of(*PERSONALITIES, variant="yacht"), SeededDice(1)
while state.status == "playing":
    if sys.argv[2] == "beginning" and len(state.seats[-1].card.open_boxes) == 5:
        break
    state = after(state, move_of(state, state.acting[0], dice), dice)
end_child()
print([name for name in ("numba", "llvmlite") if name in sys.modules])
"""


@pytest.mark.parametrize("part", ["beginning", "whole"])
def test_bots_that_have_a_table_move_without_the_compiler(part: str, tmp_path: Path) -> None:
    """A first move would wait for it, half a minute on a busy machine. In the last boxes of a whole
    game, a bot plays to win: the child process computes that.
    """
    for code in (STORE, PLAY):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), part],
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
    assert done.stdout.strip() == "[]"
