"""Puzzles for a new site: mistakes of the weaker bots, from a file.

`script/make puzzles` writes the file, with the losses of all choices: reading needs no solver.
"""

import json
from datetime import datetime
from pathlib import Path

from django.db import transaction

from games.core.rules import Position
from games.site.events.puzzles.models import PuzzleSource
from games.site.events.puzzles.quality import new_puzzle
from games.site.events.puzzles.storing import BOTS, Found, store

FILE = Path(__file__).with_name("seed.json")


def read_seed() -> list[Found]:
    """Return the puzzles of the file."""
    rows = json.loads(FILE.read_text())["puzzles"]
    return [
        Found(new_puzzle(Position.parse(text), losses, value), 1, given_up)
        for text, given_up, value, losses in rows
    ]


@transaction.atomic
def plant(now: datetime) -> int:
    """Store the puzzles of the file, once in the life of a site. Return how many."""
    source, _ = PuzzleSource.objects.get_or_create(name=BOTS)
    is_first = source.last == 0 and PuzzleSource.objects.filter(pk=source.pk, last=0).update(last=1)
    return store(read_seed(), BOTS, now) if is_first else 0
