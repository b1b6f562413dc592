"""Counting results: each finished game once, one after the other, whatever crashes.

A result is one transaction: the claim of the game, its number, and all that follows from it. Who
is killed in the middle has done nothing. The counter's row is locked throughout, so results have
one order over all workers, in which `recompute` finds the same numbers again.
"""

from datetime import UTC, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from games.accounts import leavers
from games.clock import utc_now
from games.models import Game, ResultCounter, Room, Scorecard, User
from games.ratings.listing import is_eligible, list_players
from games.ratings.model import Uncounted
from games.ratings.records import Outcome, Result, count, pairs, tallied, tally_keys
from games.ratings.results import read_result
from games.ratings.rows import load_records, load_tallies, save_records, save_tallies


@transaction.atomic
def count_result(game_id: int) -> bool:
    """Count the result of a game. Returns False if there is none, it was counted before, it was
    played with an older game's dice, or somebody else is counting just now.

    Raises ValueError if the game's log does not have the result that its row claims.
    """
    counter = lock_counter()
    if counter is None:
        return False
    uncounted = Game.objects.filter(
        pk=game_id, status=Game.Status.FINISHED, result_at=None, replay=False
    )
    if not uncounted.update(result_at=utc_now(), result_number=counter.last + 1):
        return False
    ResultCounter.objects.filter(pk=counter.pk).update(last=counter.last + 1)
    game = Game.objects.get(pk=game_id)
    if game.rated:
        # Whoever is still in the room sees what the game has done to the ratings.
        Room.objects.filter(games=game).update(rev=F("rev") + 1)
    result = read_result(game)
    players = [seat.player for seat in result.seats]
    outcome = count(result, load_records(result.variant, players), meetings(result))
    fill_scorecards(result, outcome)
    eligible = lock_players(players)
    save_records(result.variant, outcome.records, eligible)
    _add_to_tallies(result, eligible)
    if outcome.uncounted in (None, Uncounted.BROKEN_OFF):
        _note_ratings(result, outcome)
    return True


def _note_ratings(result: Result, outcome: Outcome) -> None:
    """Do what follows from changed ratings: the board, and the pauses of those who left."""
    now = utc_now()
    changed = [result.seats[number].player for number in outcome.ratings]
    list_players(result.variant, changed, now)
    people = {seat.player for seat in result.seats if not seat.is_bot}
    left = {seat.player for seat in result.seats if result.is_left_by(seat)} & people
    # What broke off before half was no finished game for those who stayed.
    stayed = people - left if outcome.uncounted is None else set()
    leavers.note_rated_game(left, stayed, now)


def meetings(result: Result) -> int:
    """Return for the two at the table who have met most often how many games of this variant have
    counted for both on the day of the result (UTC).
    """
    day = result.finished_at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    played: dict[int, set[int]] = {}
    cards = Scorecard.objects.filter(
        player__in=[seat.player for seat in result.seats],
        variant=result.variant,
        finished_at__gte=day,
        finished_at__lt=day + timedelta(days=1),
        game__rated=True,
        game__uncounted="",
    )
    for player, game in cards.exclude(game=result.game).values_list("player_id", "game_id"):
        played.setdefault(player, set()).add(game)
    return max(
        (len(played.get(one, set()) & played.get(other, set())) for one, other in pairs(result)),
        default=0,
    )


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
    """Write what profiles ask for onto the game and its cards."""
    Game.objects.filter(pk=result.game).update(uncounted=uncounted_column(result, outcome))
    for number in range(len(result.seats)):
        card = Scorecard.objects.filter(game_id=result.game, seat=number)
        card.update(**card_columns(result, outcome, number))


def uncounted_column(result: Result, outcome: Outcome) -> str:
    """Return why the game does not count though it was opened as rated, or nothing."""
    return outcome.uncounted or "" if result.rated else ""


def card_columns(result: Result, outcome: Outcome, seat: int) -> dict[str, Any]:
    """Return the columns of a seat's card that a result fills; those about its rating are None
    unless it has changed.
    """
    before, after = outcome.ratings.get(seat, (None, None))
    return {
        "variant": result.variant,
        "finished_at": result.finished_at,
        "final_total": result.seats[seat].total,
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
