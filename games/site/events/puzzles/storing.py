"""Stores new puzzles, a limited number for each variant and theme, and retires old ones.

New sites begin with mistakes of the weaker bots, from a file.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F

from games.core.rules import Position
from games.site.events.puzzles.models import Puzzle, PuzzleSource
from games.site.events.puzzles.quality import NewPuzzle, new_puzzle

MAX_PUZZLES = 200
"""The most puzzles of a variant and theme."""
KEPT_FOR = timedelta(days=30)
"""After this time a puzzle makes room for a new one, if its theme is full."""
MAX_RETIRED = 50
"""How many of a full theme make room at a time. The others stay until new ones have come."""
SIGMA = 150.0
"""The standard deviation of the first estimate."""
GAMES, DAILIES, BOTS = "games", "dailies", "bots"


class Found(NamedTuple):
    """A puzzle, how many players chose wrong there, and what the first one gave up."""

    puzzle: NewPuzzle
    missed: int
    given_up: float


def store(found: Iterable[Found], source: str, now: datetime) -> int:
    """Store puzzles whose theme is not full, and count the misses of puzzles that exist. Return how
    many are new.
    """
    by_code = _by_code(found)
    known = set(Puzzle.objects.filter(code__in=by_code).values_list("code", flat=True))
    for code in known:
        Puzzle.objects.filter(code=code).update(missed=F("missed") + by_code[code].missed)
    new = [each for code, each in by_code.items() if code not in known]
    rows = [_row(each, source, now) for each in _with_room(new)]
    # Another worker may have stored the same position at this moment.
    Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _by_code(found: Iterable[Found]) -> dict[str, Found]:
    """Return what was found, by code, adding up the misses."""
    # Several players may have missed the same position, for example with the same dice at one
    # table.
    by_code: dict[str, Found] = {}
    for each in found:
        first = by_code.get(each.puzzle.code)
        missed = each.missed + (first.missed if first else 0)
        by_code[each.puzzle.code] = (first or each)._replace(missed=missed)
    return by_code


def _with_room(new: Sequence[Found]) -> list[Found]:
    """Return the puzzles for which there is room."""
    if not new:
        return []
    counts = Puzzle.objects.values_list("variant", "theme").annotate(count=Count("pk"))
    sizes = Counter({(variant, theme): count for variant, theme, count in counts})
    kept = []
    for each in new:
        bucket = (each.puzzle.position.variant.id, each.puzzle.theme.value)
        sizes[bucket] += 1
        if sizes[bucket] <= MAX_PUZZLES:
            kept.append(each)
    return kept


def _row(found: Found, source: str, now: datetime) -> Puzzle:
    puzzle = found.puzzle
    return Puzzle(
        code=puzzle.code,
        variant=puzzle.position.variant.id,
        theme=puzzle.theme.value,
        position=str(puzzle.position),
        losses=list(puzzle.losses),
        value=puzzle.value,
        source=source,
        missed=found.missed,
        given_up=found.given_up,
        mu=puzzle.mu,
        sigma=SIGMA,
        made_at=now,
    )


def retire(now: datetime, kept: str = "") -> int:
    """Delete the oldest puzzles of full themes, so that new ones can come. Return how many. `kept`:
    the code of a puzzle that must stay.
    """
    counts = Puzzle.objects.values_list("variant", "theme").annotate(count=Count("pk"))
    full = [(variant, theme) for variant, theme, count in counts if count >= MAX_PUZZLES]
    deleted = 0
    for variant, theme in full:
        old = Puzzle.objects.filter(variant=variant, theme=theme, made_at__lt=now - KEPT_FOR)
        old = old.exclude(code=kept).order_by("made_at", "pk")
        ids = list(old.values_list("pk", flat=True)[:MAX_RETIRED])
        deleted += Puzzle.objects.filter(pk__in=ids).delete()[0]
    return deleted


FILE = Path(__file__).with_name("seed.json")


def read_seed() -> list[Found]:
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
