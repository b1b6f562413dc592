"""Add results to the score boards that were counted without them.

These are the results of a release that had no score boards: all of them after an update, and those
that such a release counts while both run. They are added in the order of counting, a batch at a
time, while new results go on being counted.
"""

import logging
from collections.abc import Sequence

from django.db import transaction

from games.models import Game, ResultCounter
from games.ratings.counting import load_batch_records, lock_counter, save_batch_records
from games.ratings.records import Result, apply_scores, tallied_scores, tally_keys
from games.ratings.results import read_result
from games.store import read_logs

logger = logging.getLogger(__name__)

# Small: reading logs keeps other threads of the process waiting.
MAX_RESULTS = 20


def add_scores() -> int:
    """Add the next results to the score boards, up to MAX_RESULTS. Return how many were added.

    A game whose log has no result is left out.
    """
    if not _is_behind(ResultCounter.objects.filter(pk=1).first()):
        return 0
    with transaction.atomic():
        counter = lock_counter()
        if counter is None or not _is_behind(counter):
            return 0
        upto = min(counter.last, counter.scored + MAX_RESULTS)
        numbered = Game.objects.filter(
            result_number__gt=counter.scored, result_number__lte=upto
        ).order_by("result_number")
        results = _read_results(list(numbered.defer("snapshot")))
        _add(results)
        ResultCounter.objects.filter(pk=counter.pk).update(scored=upto)
    return len(results)


def _read_results(games: Sequence[Game]) -> list[Result]:
    logs = read_logs([game.pk for game in games])
    results = []
    for game in games:
        try:
            results.append(read_result(game, logs[game.pk]))
        except ValueError:
            logger.exception("a game is missing on the score boards")
    return results


def _is_behind(counter: ResultCounter | None) -> bool:
    return counter is not None and counter.scored < counter.last


def _add(results: Sequence[Result]) -> None:
    stored = load_batch_records(results)
    for result in results:
        records = stored.records[result.pool]
        records.update(apply_scores(result, records))
        for key, seat in tally_keys(result):
            # A tally that is missing was too old to keep.
            if key in stored.tallies:
                stored.tallies[key] = tallied_scores(stored.tallies[key], result, seat)
    save_batch_records(stored, results)
