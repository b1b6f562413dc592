"""Counting results: each finished game once, one after the other, whatever crashes.

A result is one transaction: the claim of the game, its number, and all that follows from it. Who
is killed in the middle has done nothing. The counter's row is locked throughout, so results have
one order over all workers, in which `recompute` finds the same numbers again.
"""

import logging

from django.db import DatabaseError, transaction
from django.utils import timezone

from games import leavers
from games.hub.database import in_database
from games.models import Game, ResultCounter, Scorecard, User
from games.results.listing import is_eligible, list_players
from games.results.reading import read_result
from games.results.records import Outcome, Result, count, tallied, tally_keys
from games.results.tables import load_records, load_tallies, save_records, save_tallies

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100


async def sweep_results() -> int:
    """Count the games that have finished. Returns how many this worker has counted."""
    return await in_database(count_results)


def count_results() -> int:
    """Count up to `MOST_AT_ONCE` results; a game that fails must not hold up the others."""
    counted = 0
    for game_id in uncounted_games():
        try:
            counted += count_result(game_id)
        except (ValueError, DatabaseError):
            logger.exception("the result of game %s could not be counted", game_id)
    return counted


def uncounted_games() -> list[int]:
    """Return the ids of finished games whose result is not counted yet, the oldest first."""
    games = Game.objects.filter(status=Game.Status.FINISHED, result_at=None)
    return list(games.order_by("finished_at").values_list("pk", flat=True)[:MOST_AT_ONCE])


@transaction.atomic
def count_result(game_id: int) -> bool:
    """Count the result of a game. Returns False if there is none, it was counted before, or
    somebody else is counting just now.

    Raises ValueError if the game's log does not have the result that its row claims.
    """
    counter = lock_counter()
    if counter is None:
        return False
    uncounted = Game.objects.filter(pk=game_id, status=Game.Status.FINISHED, result_at=None)
    if not uncounted.update(result_at=timezone.now(), result_number=counter.last + 1):
        return False
    ResultCounter.objects.filter(pk=counter.pk).update(last=counter.last + 1)
    result = read_result(Game.objects.get(pk=game_id))
    people = [seat.player for seat in result.seats if not seat.is_bot]
    outcome = count(result, load_records(result.variant, people))
    fill_scorecards(result, outcome)
    eligible = lock_players(people)
    save_records(result.variant, outcome.records, eligible)
    _add_to_tallies(result, eligible)
    if outcome.ratings:
        now = timezone.now()
        list_players(result.variant, people, now)
        left = {seat.player for seat in result.seats if result.is_left_by(seat)}
        leavers.note_rated_game(left, set(people) - left, now)
    return True


def lock_counter(wait: bool = False) -> ResultCounter | None:
    """Return the counter, locked until the transaction ends: nobody else counts meanwhile.

    None if somebody else has it, unless told to wait: a worker has other things to do.
    """
    ResultCounter.objects.get_or_create(pk=1)
    return ResultCounter.objects.select_for_update(skip_locked=not wait).filter(pk=1).first()


def lock_players(players: list[int]) -> dict[int, bool]:
    """Return, of those players who exist, whether they can be on boards; it stays so meanwhile.

    Taken after the scorecards, as by a player who deletes himself: so nobody waits in a circle.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=players)
    return {player.pk: is_eligible(player) for player in rows.order_by("pk")}


def fill_scorecards(result: Result, outcome: Outcome) -> None:
    """Write what profiles ask for onto the cards of the game."""
    for number in range(len(result.seats)):
        changes = {"variant": result.variant, "finished_at": result.finished_at}
        Scorecard.objects.filter(game_id=result.game, seat=number).update(
            **changes, **rating_columns(outcome, number)
        )


def rating_columns(outcome: Outcome, seat: int) -> dict[str, float | None]:
    """Return the columns of a seat's card about its rating: all None unless the game is rated."""
    before, after = outcome.ratings[seat] if outcome.ratings else (None, None)
    return {
        "mu_before": before.mu if before else None,
        "sigma_before": before.sigma if before else None,
        "mu_after": after.mu if after else None,
        "sigma_after": after.sigma if after else None,
    }


def _add_to_tallies(result: Result, eligible: dict[int, bool]) -> None:
    keys = tally_keys(result)
    tallies = load_tallies(key for key, _ in keys)
    for key, seat in keys:
        tallies[key] = tallied(tallies.get(key), result, seat)
    save_tallies(tallies, eligible)
