"""Calls off the duplicate events that have not begun, and switches off their series: they are left
from earlier releases. Those that run are played to their end.
"""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.record.fairness.secrets import UnreadableSecret
from games.record.reveals.shared_dice import reveal_share
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentKind,
    TournamentSeries,
)

logger = logging.getLogger(__name__)


def called_off() -> QuerySet[Tournament]:
    """Return the events that were called off here: they ended before they could begin."""
    over = Tournament.objects.filter(kind=TournamentKind.DUPLICATE, finished_at__isnull=False)
    return over.filter(ends_at__lte=F("starts_at"))


def call_off_all() -> int:
    """Call off what has not begun, and switch off all series. Return how many events it were.

    While servers are updated one by one, those of an earlier release may still open new ones.
    """
    active = TournamentSeries.objects.filter(kind=TournamentKind.DUPLICATE, active=True)
    if active.exists():  # a write, even of nothing, would keep others waiting
        active.update(active=False)
    waiting = Tournament.objects.filter(
        kind=TournamentKind.DUPLICATE, finished_at=None, begins__isnull=True
    )
    called = 0
    for event_id in list(waiting.order_by("pk").values_list("pk", flat=True)):
        try:
            called += call_off(event_id, utc_now())
        except Exception as error:  # it must not hold up the others
            raise_outage(error)
            logger.exception("duplicate event %s could not be called off", event_id)
    return called


@transaction.atomic
def call_off(event_id: int, now: datetime) -> bool:
    """Call off an event. Return False if it has begun, or another worker does it. If nobody has
    joined, it is deleted.
    """
    # Everywhere, entries are locked before the tournament, in the order of their ids: so two
    # workers cannot deadlock.
    rows = TournamentEntry.objects.select_for_update().filter(tournament=event_id)
    entries = list(rows.order_by("pk").values_list("pk", flat=True))
    events = Tournament.objects.select_for_update(skip_locked=True)
    event = events.filter(pk=event_id, finished_at=None, begins__isnull=True).first()
    if event is None:
        return False
    is_revealed = _reveal(event)
    if is_revealed and not entries:
        event.delete()
        return True
    TournamentEntry.objects.filter(pk__in=entries).update(state=TournamentEntry.State.PAUSED)
    ends_at = min(now, event.starts_at)
    # Nobody asks what perfect play would have scored (`perfect`).
    Tournament.objects.filter(pk=event.pk).update(
        finished_at=now, ends_at=ends_at, begins=[], perfect=0, rev=F("rev") + 1
    )
    return True


def _reveal(event: Tournament) -> bool:
    """Reveal the dice, which nobody has seen. Return False if the key is missing; then
    `ending.reveal_late` tries again.
    """
    try:
        reveal_share(event.share)
    except UnreadableSecret:
        logger.exception("the dice of event %s cannot be revealed yet", event.code)
        return False
    return True
