"""Counting many casual results in one transaction: what a single one costs in round trips, they
share.

All that a casual result depends on are the records and tallies of its players, which are handed on
from one result to the next.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction

from games.clock import utc_now
from games.models import Game, ResultCounter
from games.ratings.counting import lock_counter, lock_players
from games.ratings.records import Record, Result, TallyKey, TallyValue, count, tallied, tally_keys
from games.ratings.results import read_result
from games.ratings.rows import load_records, load_tallies, save_records, save_tallies
from games.store import read_logs, statements

Records = dict[str, dict[int, Record]]


@transaction.atomic
def count_casual(game_ids: Sequence[int]) -> list[int]:
    """Count the results of these casual games, in this order, as `count_result` would one after the
    other. Returns those that were counted: none if somebody else is counting just now.

    Raises ValueError if a game's log does not have the result that its row claims; then none is
    counted.
    """
    counter = lock_counter()
    if counter is None:
        return []
    # The counter's lock keeps them as they are.
    uncounted = Game.objects.filter(
        pk__in=game_ids, status=Game.Status.FINISHED, result_at=None, replay=False, rated=False
    ).in_bulk()
    logs = read_logs(uncounted)
    results = [read_result(uncounted[id_], logs[id_]) for id_ in game_ids if id_ in uncounted]
    if not results:
        return []
    _fill(results, counter)
    records, tallies = _follow(results)
    players = {seat.player for result in results for seat in result.seats}
    # After the cards, as with a single result.
    eligible = lock_players(sorted(players))
    for variant, changed in records.items():
        save_records(variant, changed, eligible)
    save_tallies(tallies, eligible)
    return [result.game for result in results]


def _fill(results: Sequence[Result], counter: ResultCounter) -> None:
    """Number the games, and write onto their cards what profiles ask for."""
    now = statements.stored(utc_now())
    numbers = range(counter.last + 1, counter.last + 1 + len(results))
    ResultCounter.objects.filter(pk=counter.pk).update(last=numbers[-1])
    games = [(now, number, result.game) for number, result in zip(numbers, results, strict=True)]
    cards = [
        (result.variant, statements.stored(result.finished_at), seat.total, result.game, number)
        for result in results
        for number, seat in enumerate(result.seats)
    ]
    statements.run_as_one([(statements.NUMBER_RESULTS, games), (statements.FILL_CARDS, cards)])


def _follow(results: Sequence[Result]) -> tuple[Records, Mapping[TallyKey, TallyValue]]:
    """Return the records, by variant and player, and the tallies after the results."""
    players: dict[str, set[int]] = {}
    for result in results:
        players.setdefault(result.variant, set()).update(seat.player for seat in result.seats)
    before = {variant: load_records(variant, those) for variant, those in players.items()}
    after: Records = {}
    tallies = load_tallies(key for result in results for key, _ in tally_keys(result))
    for result in results:
        changed = count(result, before[result.variant]).records
        before[result.variant].update(changed)
        after.setdefault(result.variant, {}).update(changed)
        for key, seat in tally_keys(result):
            tallies[key] = tallied(tallies.get(key), result, seat)
    return after, tallies
