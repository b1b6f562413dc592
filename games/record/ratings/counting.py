"""Counts results: each finished game once, in one order across all workers.

One transaction writes everything about a batch of results: result numbers, scorecards, records,
tallies, leaderboards and leaver penalties. So a killed worker leaves nothing half done. The
counter's row stays locked until the commit, which gives all results one order. `recompute` replays
them in this order and gets the same values. Each game is verified first, without a lock, and
damaged games are not counted.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from games.people.accounts.models import User
from games.people.conduct import leavers
from games.platform.clock import utc_now
from games.platform.database import bulk
from games.platform.database.bulk import SqlRow, Work
from games.platform.database.prepared import Prepared, fetch, ids_in, text_of
from games.record.log import statements
from games.record.log.damage import verify_ended
from games.record.log.loading import all_rows_query, events_of, logs_of
from games.record.log.models import Game, Scorecard
from games.record.ratings.listing import is_eligible, list_players, rank_experienced
from games.record.ratings.model import UnratedReason
from games.record.ratings.models import ResultCounter
from games.record.ratings.pools import SAME_DICE_POOLS
from games.record.ratings.record_changes import (
    Outcome,
    Record,
    Result,
    TallyKey,
    apply_result,
    week_wins,
)
from games.record.ratings.results import read_result
from games.record.ratings.rows import (
    FILL_SCORECARDS,
    NUMBER_RESULTS,
    SET_LAST_RESULT,
    load_records,
    load_tallies,
    save_all,
)
from games.record.ratings.verdicts import (
    Meetings,
    forget_addresses,
    players_by_mark,
    sharing,
    stored_meetings,
)

Counted = tuple[Result, Outcome]

MAX_AT_ONCE = 100


class BatchRecords(NamedTuple):
    """Records (by pool and player) and tallies of the players of one batch of results."""

    records: dict[str, dict[int, Record]]
    tallies: dict[TallyKey, int]


def count_results(game_ids: Sequence[int]) -> list[int]:
    """Verify these games and count their results, in this order. Return the counted games, none
    while another worker counts. Leaves out games that were counted before, damaged ones, and games
    that never count (running, aborted, replays, or demonstrations).

    Raises ValueError, and counts none, if the log of a finished game has no result.
    """
    verify_ended(Game.objects.filter(pk__in=game_ids))
    return count_verified(game_ids)


@transaction.atomic
def count_verified(game_ids: Sequence[int]) -> list[int]:
    """Do as `count_results` does, without games that are not known to be sound."""
    counter, results = _lock_and_read(game_ids)
    if counter is None or not results:
        return []
    stored = load_batch_records(results)
    changed, counted = _apply(results, stored)
    now = utc_now()
    eligible = _write_results(counter, counted, now)
    _note_same_dice(results)
    save_batch_records(changed, eligible)
    _list_rated(counted, now)
    _note_leavers(counted)
    return [result.game for result in results]


def waiting_results() -> QuerySet[Game]:
    """Return the games whose result must still be counted: finished games that are not known to be
    damaged, without replays and demonstrations.
    """
    return _waiting_with(Game.Status.FINISHED)


def _waiting_with(status: str) -> QuerySet[Game]:
    return Game.objects.filter(status=status, result_at=None, replay=False, demo=False, fault=None)


_next = Prepared(
    lambda status: _waiting_with(status).order_by("finished_at", "pk")[:MAX_AT_ONCE],
    Game.Status.FINISHED.value,
)


def next_results() -> list[Game]:
    """Return the first `MAX_AT_ONCE` of `waiting_results`, in the order in which they ended."""
    return _next(Game.Status.FINISHED.value)


def lock_counter() -> None:
    """Lock the counter until the transaction ends, so that no other process counts. Waits for one
    that does.
    """
    ResultCounter.objects.get_or_create(pk=1)
    ResultCounter.objects.select_for_update().get(pk=1)


_counter = Prepared(
    lambda id_: ResultCounter.objects.select_for_update(skip_locked=True).filter(pk=id_), 0
)
_waiting = Prepared(
    lambda status, ids: (
        _waiting_with(status).filter(verified=True, pk__in=ids_in(ids)).select_related("room")
    ),
    Game.Status.FINISHED.value,
    "",
)
_players = Prepared(
    lambda ids: (
        User.objects.select_for_update(no_key=True).filter(pk__in=ids_in(ids)).order_by("pk")
    ),
    "",
)


def lock_players(players: list[int]) -> dict[int, bool]:
    """Lock the players who still exist. Return whether each may be on leaderboards, by id."""
    return _eligible(_players(text_of(players)))


def _eligible(players: Iterable[User]) -> dict[int, bool]:
    return {player.pk: is_eligible(player) for player in players}


def _lock_and_read(game_ids: Sequence[int]) -> tuple[ResultCounter | None, list[Result]]:
    """Lock the counter. Return it, and the results of the games that must still be counted, in the
    same order; None and no results if another process counts.
    """
    # In one round trip. The second query already holds the lock, so no other worker counts these
    # games meanwhile. Logs of finished games do not change.
    locked, rows, events = fetch(
        [
            (_counter.sql, [1]),
            (_waiting.sql, [Game.Status.FINISHED.value, text_of(game_ids)]),
            all_rows_query(game_ids),
        ]
    )
    counters = _counter.models(locked)
    if not counters:
        # The first count of all makes the counter.
        if ResultCounter.objects.exists():
            return None, []
        ResultCounter.objects.get_or_create(pk=1)
        return _lock_and_read(game_ids)
    games = {game.pk: game for game in _waiting.models(rows)}
    logs = logs_of(game_ids, events)
    sound = events_of({id_: logs[id_] for id_ in games})
    results = [read_result(games[id_], sound[id_]) for id_ in game_ids if id_ in games]
    return counters[0], _compare_addresses(results, games)


def _compare_addresses(results: Iterable[Result], games: Mapping[int, Game]) -> list[Result]:
    """Return the results. Rated games in which people shared an address get that as the reason."""
    rated = [games[result.game] for result in results if result.rated]
    addresses = players_by_mark([game.code for game in rated])
    # The reason is stored, so the marks are not needed any more. A tournament still compares the
    # marks of its tables, and deletes them when it closes a table.
    forget_addresses(
        [game.code for game in rated if game.room is None or game.room.tournament_id is None]
    )
    checked = []
    for result in results:
        shared = sharing(result.people, addresses.get(games[result.game].code, ()))
        if result.reason_at_start is None and shared:
            checked.append(result._replace(reason_at_start=UnratedReason.SAME_ADDRESS))
        else:
            checked.append(result)
    return checked


def load_batch_records(results: Iterable[Result]) -> BatchRecords:
    """Return the records and tallies that these results change, as stored."""
    players: dict[str, set[int]] = {}
    for result in results:
        players.setdefault(result.pool, set()).update(seat.player for seat in result.seats)
    return BatchRecords(
        {pool: load_records(pool, those) for pool, those in players.items()},
        load_tallies(key for result in results for key in week_wins(result)),
    )


def save_batch_records(changed: BatchRecords, eligible: Mapping[int, bool]) -> None:
    """Write the records and tallies of the players in `eligible`; the others no longer exist."""
    save_all(changed.records, changed.tallies, eligible)
    rank_experienced_of(changed.records)


def rank_experienced_of(records: Mapping[str, Mapping[int, Record]]) -> None:
    """Update who is on the leaderboards of same dice, after a change of these records (by pool and
    player).
    """
    players = {player for pool in SAME_DICE_POOLS for player in records.get(pool, ())}
    if players:
        rank_experienced(players)


def _apply(results: Iterable[Result], stored: BatchRecords) -> tuple[BatchRecords, list[Counted]]:
    """Apply the results to `stored`, one after the other. Return the changed records and tallies,
    and each result with its outcome.
    """
    meetings = Meetings()
    changed: dict[str, dict[int, Record]] = {}
    counted = []
    for result in results:
        # Only ratings depend on meetings.
        met = meetings.most(result, stored_meetings(result)) if result.rated else 0
        outcome = apply_result(result, stored.records[result.pool], met)
        if outcome.unrated_reason is None:
            meetings.add(result)
        stored.records[result.pool].update(outcome.records)
        changed.setdefault(result.pool, {}).update(outcome.records)
        for key in week_wins(result):
            stored.tallies[key] = stored.tallies.get(key, 0) + 1
        counted.append((result, outcome))
    # Every loaded tally belongs to one of these results.
    return BatchRecords(changed, stored.tallies), counted


def _note_same_dice(results: Iterable[Result]) -> None:
    """Mark the games in which several people had the same dice, so that foresight is measured."""
    # The players are known before the dice: which games are measured must not depend on the dice.
    games = [
        result.game
        for result in results
        if result.dice == "same" and sum(not seat.is_bot for seat in result.seats) > 1
    ]
    if games:
        Game.objects.filter(pk__in=games).update(foresight_counted=False)


def _write_results(
    counter: ResultCounter, counted: Sequence[Counted], now: datetime
) -> dict[int, bool]:
    """Number the games, write the result columns of games and scorecards, and bump the rooms of
    rated games, which show the rating changes. Then lock all players: see `lock_players`.
    """
    at, first = bulk.stored(now), counter.last + 1
    last = counter.last + len(counted)
    rated = [(result.game,) for result, _ in counted if result.rated]
    games = [
        (at, number, uncounted_column(result, outcome), result.game)
        for number, (result, outcome) in enumerate(counted, first)
    ]
    cards = [row for result, outcome in counted for row in _card_rows(result, outcome)]
    work: Work = [
        *([(statements.BUMP_ROOMS_OF_GAMES, rated)] if rated else []),
        (SET_LAST_RESULT, [(last, counter.pk)]),
        (NUMBER_RESULTS, games),
        (FILL_SCORECARDS, cards),
    ]
    # Players after scorecards, in the same order as the deletion of an account.
    players = sorted({seat.player for result, _ in counted for seat in result.seats})
    rows = bulk.run_and_read(work, _players.sql, [text_of(players)])
    return _eligible(_players.models(rows))


def settle_demonstration(game_id: int, now: datetime) -> None:
    """Mark a demonstration as done, so that nothing waits for its result, which never counts."""
    waiting = Game.objects.filter(pk=game_id, demo=True, status=Game.Status.FINISHED)
    waiting.filter(result_at=None).update(result_at=now)


@transaction.atomic
def take_back(game_id: int) -> None:
    """Remove what counting has written to a game and its scorecards. Records stay as they are."""
    Game.objects.filter(pk=game_id).update(result_at=None, result_number=None)
    columns = ("finished_at", "final_total", "mu_before", "sigma_before", "mu_after", "sigma_after")
    Scorecard.objects.filter(game=game_id).update(**dict.fromkeys(columns))


def fill_scorecards(result: Result, outcome: Outcome) -> None:
    """Write the result columns of a counted game and its scorecards."""
    Game.objects.filter(pk=result.game).update(uncounted=uncounted_column(result, outcome))
    bulk.run_all([(FILL_SCORECARDS, _card_rows(result, outcome))])


def uncounted_column(result: Result, outcome: Outcome) -> str:
    """Return why a rated game changes no rating; "" for all other games."""
    return outcome.unrated_reason or "" if result.rated else ""


def card_columns(result: Result, outcome: Outcome, seat: int) -> dict[str, Any]:
    """Return the result columns of a seat's card. The rating columns are None if the rating has not
    changed.
    """
    before, after = outcome.ratings.get(seat, (None, None))
    return {
        "pool": result.pool,
        "finished_at": result.finished_at,
        "final_total": result.seats[seat].total,
        "mu_before": before.mu if before else None,
        "sigma_before": before.sigma if before else None,
        "mu_after": after.mu if after else None,
        "sigma_after": after.sigma if after else None,
    }


def _card_rows(result: Result, outcome: Outcome) -> list[SqlRow]:
    """Return the same columns as rows of `FILL_SCORECARDS`."""
    finished_at = bulk.stored(result.finished_at)
    rows = []
    for seat in range(len(result.seats)):
        columns = {**card_columns(result, outcome, seat), "finished_at": finished_at}
        rows.append((*columns.values(), result.game, seat))
    return rows


def _list_rated(counted: Iterable[Counted], now: datetime) -> None:
    """Put the players whose ratings have changed on the leaderboards, or take them off."""
    players: dict[str, set[int]] = {}
    for result, outcome in counted:
        rated = {result.seats[seat].player for seat in outcome.ratings}
        if rated:
            players.setdefault(result.pool, set()).update(rated)
    for pool, those in players.items():
        list_players(pool, sorted(those), now)


def _note_leavers(counted: Iterable[Counted]) -> None:
    """Update the leaver counts of the players of each rated game."""
    for result, outcome in counted:
        if outcome.unrated_reason not in (None, UnratedReason.BROKEN_OFF):
            continue
        left = {seat.player for seat in result.seats if result.is_left_by(seat)} & result.people
        # A game that ended before half of the boxes were filled does not shorten pauses.
        stayed = result.people - left if outcome.unrated_reason is None else set()
        leavers.note_rated_game(left, stayed)
