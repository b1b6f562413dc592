"""What everybody sees of the golden games, after every fifth event: in `data/views`.

`record.py` writes them.
"""

import json
from pathlib import Path
from typing import Any

from tests.recordings.packing import differ, patched
from tests.recordings.world import replayed_views

GAMES = Path(__file__).parent.parent / "engine" / "golden"
DATA = Path(__file__).parent / "data" / "views"
EVERY = 5
# Two of each variant, and those with jokers, bonuses and hints.
GOLDEN = sorted(
    path.stem for path in GAMES.glob("*.jsonl") if not path.stem.endswith(("aborted", "resigned"))
)


def views_of(name: str) -> list[Any]:
    """The views that the code of today makes of a golden game, as JSON."""
    _, *lines = map(json.loads, (GAMES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    found: list[Any] = json.loads(json.dumps(replayed_views(lines, EVERY)))
    return found


def read(name: str) -> list[Any]:
    """The views that were recorded: the first is whole, each other a difference."""
    first, *others = map(
        json.loads, (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    )
    views = [first]
    for other in others:
        views.append(patched(views[-1], other))
    return views


def write(name: str) -> None:
    """Record the views of a golden game."""
    first, *others = views_of(name)
    lines, before = [first], first
    for other in others:
        lines.append(differ(before, other))
        before = other
    DATA.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    (DATA / f"{name}.jsonl").write_text(text, encoding="utf-8")
