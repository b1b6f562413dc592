"""Chosen dice, so that no browser test depends on luck: `manage.py` with another `die`.

    python -m tests.system.e2e.chosen_dice serve --port=8000

Duplicate events show the end of a round for longer than usual.

Every game throws the same dice, unless the file `DATA_DIR/dice/<game code>` says otherwise:
"66116" shows these dice on every roll, "fair" draws them from the secret, as the site
does in service. Only fair dice pass the proof on a game's page.
"""

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import django
from django.core.management import execute_from_command_line

from games.core.engine import fairness
from games.core.rules.scoring import FACES

FAIR = "fair"
fair_die = fairness.die
# How long the end of a round of a duplicate event is shown: a slow machine may miss three seconds.
SHOW_MS = 20_000


def script_path(directory: Path, code: str) -> Path:
    return directory / "dice" / code


def chosen_die(
    secret: bytes,
    code: str,
    seeds: Sequence[str],
    seat: int | None,
    turn: int,
    roll: int,
    position: int,
    faces: int = FACES,
) -> int:
    """Return the face of one die as the game's file says. Parameters as of `fairness.die`."""
    path = script_path(Path(os.environ["DATA_DIR"]), code)
    script = path.read_text() if path.exists() else ""
    if script == FAIR:
        return fair_die(secret, code, seeds, seat, turn, roll, position, faces)
    if script:
        return int(script[position])
    place = f"{seat}|{turn}|{roll}|{position}"
    return hashlib.sha256(place.encode()).digest()[0] % faces + 1


def change_events() -> None:
    """Let duplicate events show for long how a round ended."""
    django.setup()
    # Only now: it has models.
    from games.site.events.tournaments.duplicates import rounds  # noqa: PLC0415

    # An imported name of that module.
    vars(rounds)["SHOW_MS"] = SHOW_MS


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    fairness.die = chosen_die
    change_events()
    execute_from_command_line(sys.argv)
