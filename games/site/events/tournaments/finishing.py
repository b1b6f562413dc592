"""Ends arenas: fixes the places, once all games that were finished in time are counted."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.platform.database.outages import raise_outage
from games.record.log.models import Game
from games.record.reveals.shared_dice import reveal_share
from games.site.events.tournaments.joining import in_order
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
)
from games.site.events.tournaments.scoring import places_of

logger = logging.getLogger(__name__)

State = TournamentEntry.State

# A game that ended in the last moment may be committed a little later.
COMMIT_WITHIN = timedelta(seconds=3)


def finish_due(now: datetime) -> int:
    """Fix the places of the arenas that are over. Return how many were finished."""
    arenas = Tournament.objects.filter(kind=TournamentKind.ARENA, finished_at=None)
    over = arenas.filter(ends_at__lte=now - COMMIT_WITHIN)
    finished = 0
    for tournament_id in list(over.values_list("pk", flat=True)):
        try:
            finished += finish(tournament_id, now)
        except Exception as error:  # it must not hold up the others
            raise_outage(error)
            logger.exception("tournament %s could not be finished", tournament_id)
    return finished


def finish(tournament_id: int, now: datetime) -> bool:
    """Fix the places of a tournament. Return False if a game is still to be counted, or another
    worker does it. A tournament that nobody has joined is deleted.
    """
    with transaction.atomic():
        # Everywhere, entries are locked before the tournament: so two workers cannot deadlock.
        rows = TournamentEntry.objects.select_for_update().filter(tournament=tournament_id)
        entries = list(rows.order_by("pk"))
        tournaments = Tournament.objects.select_for_update(skip_locked=True)
        tournament = tournaments.filter(pk=tournament_id, finished_at=None).first()
        if tournament is None or _has_uncounted(tournament):
            return False
        if not entries:
            tournament.delete()
            return True
        placed = [entry for entry in entries if entry.games]
        for entry, place in zip(placed, places_of([each.score for each in placed]), strict=True):
            entry.place = place
        for entry in entries:
            # Players in a game become free when it ends.
            if entry.state != State.PLAYING:
                entry.state = State.PAUSED
        TournamentEntry.objects.bulk_update(entries, ["place", "state"], batch_size=500)
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=now, rev=F("rev") + 1)
        return True


def _has_uncounted(tournament: Tournament) -> bool:
    """Whether a game was finished in time and is not counted yet."""
    tables = TournamentGame.objects.filter(tournament=tournament, settled_at=None)
    in_time = tables.filter(
        room__game__status=Game.Status.FINISHED, room__game__finished_at__lte=tournament.ends_at
    )
    return in_time.exists()


def end_now(tournament: Tournament, now: datetime) -> None:
    """End a tournament early: nobody is paired any more, and games that end later do not count. A
    tournament that has not begun is deleted. The worker aborts the games of a duplicate event.
    """
    with transaction.atomic():
        # With `no_key`, rows that refer to the tournament can still be written.
        locked = Tournament.objects.select_for_update(no_key=True)
        found = locked.filter(pk=tournament.pk, finished_at=None, ends_at__gt=now).first()
        if found is None:
            return
        found.ends_at = now
        if found.starts_at > now:
            found.finished_at = now
            if found.share:
                reveal_share(found.share)
        found.rev += 1
        found.save(update_fields=["ends_at", "finished_at", "rev"])
    if found.finished_at is not None:
        _clear(found)


@transaction.atomic
def _clear(cancelled: Tournament) -> None:
    """Delete a tournament that nobody can join any more, except for the row of one of a series."""
    # Entries before the tournament, as everywhere: a player who has locked theirs can bump it.
    in_order(TournamentEntry.objects.filter(tournament=cancelled)).delete()
    # Without its row, the worker would schedule the tournament of a series again.
    if cancelled.series_id is None:
        cancelled.delete()
