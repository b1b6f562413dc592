"""Six dice and two rolls a turn need only data, no code."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = "tests/sockets/six_dice_game.py"


@pytest.mark.process
def test_it_plays_a_game_with_six_dice_in_a_process_that_offers_them() -> None:
    # The protocol takes its limits from the variants at its import: hence another process.
    answer = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            GAME,
            "-p",
            "tests.support.other_dice",
            "-p",
            "no:cacheprovider",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "1 passed" in answer.stdout
