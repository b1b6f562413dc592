"""Collects puzzles from the mistakes in finished games and in dailies.

Rows are read in the order of their ids. A batch is solved first. Then one transaction moves the
source on, unless another worker has done so, and stores the puzzles. So each row is used once.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.core.rules import VARIANTS, InvalidPosition, Position
from games.core.solver import is_exact
from games.record.log.models import Game
from games.site.events.daily.models import Daily, DailyMiss
from games.site.events.puzzles.models import PuzzleSource
from games.site.events.puzzles.quality import LEAST_GIVEN_UP, MOST_GIVEN_UP, make_puzzle
from games.site.events.puzzles.storing import DAILIES, GAMES, Found, store
from games.site.study.analysis.models import SeatAnalysis

BATCH_SIZE = 100
"""How many analyses of seats to read at once. Most are of games whose mistakes are not used."""
MAX_OF_SEAT = 4
"""The most puzzles from one seat in a game: from its costliest choices."""
MAX_OF_DAILY = 50
EXACT = tuple(variant.id for variant in VARIANTS.values() if is_exact(variant))


def collect(now: datetime) -> int:
    """Read the next analyses and the next finished daily. Return how many rows were read.

    Imports the solver, which takes a second the first time, if there is anything to solve.
    """
    return _collect_from_games(now) + _collect_from_dailies(now)


def _collect_from_games(now: datetime) -> int:
    last = _last(GAMES)
    rows = SeatAnalysis.objects.filter(pk__gt=last).order_by("pk")
    ids = list(rows.values_list("pk", flat=True)[:BATCH_SIZE])
    if not ids:
        return 0
    # Use games that others could watch, whose dice are revealed, and in which nobody knew the dice
    # beforehand.
    used = SeatAnalysis.objects.filter(
        Q(game__rated=True) | Q(game__room__public=True),
        pk__in=ids,
        variant__in=EXACT,
        game__status=Game.Status.FINISHED,
        game__replay=False,
        game__demo=False,
        game__fault=None,
    )
    seats = [_mistakes(data) for data in used.values_list("data", flat=True)]
    found = [each for mistakes in seats for each in _puzzles(mistakes, MAX_OF_SEAT)]
    return len(ids) if _take(GAMES, last, ids[-1], found, now) else 0


Mistake = tuple[str, int, float]
"""A position, how many players chose wrong there, and what the first one gave up."""


def _mistakes(data: dict[str, Any]) -> list[Mistake]:
    """Return the choices of a seat's own player that may make puzzles, the costliest first."""
    moves = [
        (move["position"], 1, move["loss"])
        for move in data["moves"]
        if move["by"] == "player" and LEAST_GIVEN_UP <= move["loss"] <= MOST_GIVEN_UP
    ]
    return sorted(moves, key=lambda move: -move[2])


def _collect_from_dailies(now: datetime) -> int:
    last = _last(DAILIES)
    # Dailies are judged in this order, and have all their misses by then.
    daily = Daily.objects.filter(judged=True, pk__gt=last).order_by("pk").first()
    if daily is None:
        return 0
    mistakes: list[Mistake] = []
    if daily.variant in EXACT:
        misses = DailyMiss.objects.filter(daily=daily).order_by("-missed", "pk")
        rows = misses.values_list("position", "missed", "given_up")
        mistakes = [(position, missed, total / missed) for position, missed, total in rows]
    return 1 if _take(DAILIES, last, daily.pk, _puzzles(mistakes, MAX_OF_DAILY), now) else 0


def _puzzles(mistakes: Sequence[Mistake], most: int) -> list[Found]:
    return list(islice(_solved(mistakes), most)) if mistakes else []


def _solved(mistakes: Sequence[Mistake]) -> Iterator[Found]:
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy

    for text, missed, given_up in mistakes:
        try:
            position = Position.parse(text)
        except InvalidPosition:  # the rules have changed since
            continue
        puzzle = make_puzzle(position, given_up, solver.options)
        if puzzle is not None:
            yield Found(puzzle, missed, given_up)


def _last(name: str) -> int:
    return PuzzleSource.objects.get_or_create(name=name)[0].last


@transaction.atomic
def _take(name: str, before: int, after: int, found: Sequence[Found], now: datetime) -> bool:
    """Move a source on and store what was found. Returns False if another worker was faster."""
    mine = PuzzleSource.objects.filter(name=name, last=before)
    if not mine.update(last=after):
        return False
    store(found, name, now)
    return True
