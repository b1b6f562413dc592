"""What perfect play scores with the dice of an event: every player's total is compared with it."""

import logging

from django.db import DatabaseError, InterfaceError
from django.db.models import Exists, F, OuterRef, QuerySet

from games.core.rules import find_variant
from games.record.fairness.models import DiceShare
from games.site.events.tournaments.models import Tournament, TournamentKind
from games.site.study.analysis.shared_perfect import perfect_score_with

logger = logging.getLogger(__name__)


def without_perfect() -> QuerySet[Tournament]:
    """Return the finished events with public dice for which it is not stored."""
    over = Tournament.objects.filter(kind=TournamentKind.DUPLICATE, finished_at__isnull=False)
    public = DiceShare.objects.filter(code=OuterRef("share"), closed=True)
    return over.filter(Exists(public), perfect=None)


def find_one() -> int:
    """Compute and store it for the newest event that waits for it. Return how many were found.

    Imports the solver, which takes a second the first time.
    """
    event = without_perfect().order_by("-finished_at", "-pk").first()
    if event is None:
        return 0
    try:
        perfect = perfect_score_with(event.share, find_variant(event.variant, **event.switches))
    except (DatabaseError, InterfaceError):
        raise  # tried again
    except Exception:  # whatever is wrong with its dice: it must not hold up other events
        logger.exception("no score of perfect play for event %s", event.code)
        perfect = 0
    waiting = Tournament.objects.filter(pk=event.pk, perfect=None)
    return waiting.update(perfect=perfect, rev=F("rev") + 1)
