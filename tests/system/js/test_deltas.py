"""The browser makes the same view of a delta as the server shows, in whole games."""

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from games.core.engine import GameState, view
from tests.core.engine.golden_games import GOLDEN_GAMES
from tests.core.engine.invariants import delta
from tests.core.engine.test_changes import states_of
from tests.support.services import Missing

HERE = Path(__file__).parent


def view_of(state: GameState) -> Any:
    return json.loads(msgspec.json.encode(view(state)))


def test_it_folds_the_deltas_of_whole_games(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        raise Missing("Node", "Install Node.js 18 or newer (apt-get install nodejs).")
    lines, expected = [], 0
    for game in GOLDEN_GAMES:
        states = states_of(game)
        steps = [
            {"delta": delta(before, after), "view": view_of(after)}
            for before, after in pairwise(states)
        ]
        lines.append(json.dumps({"view": view_of(states[0]), "steps": steps}))
        expected += len(steps)
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines))
    run = subprocess.run(
        [node, HERE / "table" / "state" / "fold-deltas.mjs", file],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) == expected > 1000
