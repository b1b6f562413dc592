"""Analyses the games of cards: what each player gave up, as soon as their game is over, and after
the reveal what perfect play scores.
"""

import logging
from datetime import datetime, timedelta

from django.db import DatabaseError, InterfaceError
from django.db.models import QuerySet

from games.core.rules import Variant, find_variant
from games.core.solver import is_exact, is_supported
from games.record.solving.requests import ask, is_ready, perfect_play
from games.site.events.cards.models import Card, CardEntry
from games.site.study.analysis.game_analysis import analyse_revealed, perfect_score_with
from games.site.study.analysis.seen_choices import losses_of

logger = logging.getLogger(__name__)

MAX_JUDGED = 20
"""The most games that one call analyses."""
MAX_LOOKED_AT = 500
"""The most games that one call looks at: those whose rules wait for a table cost little."""
PATIENCE = timedelta(days=7)
"""How long a card waits for a table of its rules. Then it is judged without perfect play."""


def judge_some(now: datetime) -> int:
    """Analyse some games of the oldest revealed card that is not done, leaving out those whose
    rules wait for their table. Return how many.

    Imports the solver, which takes a second the first time.
    """
    for card in to_judge().order_by("revealed_at", "pk"):
        try:
            rules = find_variant(card.variant, **card.switches)
            if _waits_for_table(card, rules, now):
                continue
            return _judge_some_of(card, rules)
        except (DatabaseError, InterfaceError):
            raise  # tried again
        except Exception:  # whatever is wrong with its rules or dice: the other cards go on
            logger.exception("the card %s could not be judged", card)
            _finish(card)
    return 0


def to_judge() -> QuerySet[Card]:
    """Return the revealed cards that may have games that are not analysed."""
    return Card.objects.filter(judged=False, revealed_at__isnull=False)


def weigh_some() -> int:
    """Store what choices gave up in some games of cards that are not revealed: who has finished
    compares them. Needs no secret. Return how many games.

    Imports the solver, which takes a second the first time.
    """
    weighed = 0
    for entry in to_weigh().select_related("card").order_by("card", "pk")[:MAX_LOOKED_AT]:
        if weighed >= MAX_JUDGED:
            break
        weighed += _weigh(entry)
    return weighed


def to_weigh() -> QuerySet[CardEntry]:
    """Return the entries with a total, of cards that are not revealed, whose choices are not
    weighed.
    """
    finished = CardEntry.objects.filter(over=True, judged=False, loss=None, total__isnull=False)
    return finished.filter(card__revealed_at=None)


def _weigh(entry: CardEntry) -> bool:
    """Store what the choices of a game gave up. Return False if its rules wait for their table."""
    loss = None
    try:
        rules = find_variant(entry.card.variant, **entry.card.switches)
        if is_exact(rules) and not is_ready(rules) and perfect_play(rules).state != "failed":
            ask(rules)
            return False
        loss = losses_of(entry.game_id)
    except (DatabaseError, InterfaceError):
        raise  # tried again
    except Exception:  # whatever is wrong with it
        logger.exception("the game %s of a card could not be weighed", entry.game_id)
    # Without a loss there will never be one.
    mine = CardEntry.objects.filter(pk=entry.pk, judged=False)
    mine.update(loss=loss, judged=loss is None)
    return True


def _waits_for_table(card: Card, rules: Variant, now: datetime) -> bool:
    """Whether perfect play with these rules will be known later. Asks for it."""
    if not is_exact(rules) or is_ready(rules):
        return False
    assert card.revealed_at is not None
    if perfect_play(rules).state == "failed" or now >= card.revealed_at + PATIENCE:
        return False
    ask(rules)
    return True


def _judge_some_of(card: Card, rules: Variant) -> int:
    if card.perfect is None and _can_be_solved(rules):
        assert card.share is not None
        score = perfect_score_with(card.share, rules)
        Card.objects.filter(pk=card.pk).update(perfect=score)
    entries = list(card.entries.filter(judged=False).order_by("pk")[:MAX_JUDGED])
    for entry in entries:
        _judge_or_give_up(entry)
    if not entries:
        _finish(card)
    return len(entries)


def _can_be_solved(rules: Variant) -> bool:
    return is_ready(rules) if is_exact(rules) else is_supported(rules)


def _judge_or_give_up(entry: CardEntry) -> None:
    """Analyse one game. If that fails, it gets no loss, and the others go on."""
    loss = None
    try:
        found = analyse_revealed(entry.game_id)
        if found is not None and entry.total is not None:
            loss = found.data["loss"]
    except (DatabaseError, InterfaceError):
        raise  # tried again
    except Exception:  # whatever is wrong with it
        logger.exception("the game %s of a card could not be analysed", entry.game_id)
    CardEntry.objects.filter(pk=entry.pk, judged=False).update(judged=True, loss=loss)


def _finish(card: Card) -> None:
    card.entries.filter(judged=False).update(judged=True)
    Card.objects.filter(pk=card.pk).update(judged=True)
