"""Appends the ends of games to the public log."""

import logging
from collections.abc import Iterator

import msgspec
from django.db import transaction
from django.db.models import OuterRef, Subquery

from games.core.engine.fair_log import (
    ABORTED,
    CANCELLED,
    LOG,
    REVEAL,
)
from games.record.fairness import public_log
from games.record.fairness.models import DiceSecret
from games.record.fairness.public_log import NewEntry
from games.record.fairness.secrets import secret_of
from games.record.log.models import Game, GameEvent

logger = logging.getLogger(__name__)

MAX_AT_ONCE = 200
# The kind of entry that ends the commitment of a game with this status.
KINDS = {
    Game.Status.FINISHED: REVEAL,
    Game.Status.ABORTED: ABORTED,
    Game.Status.CANCELLED: CANCELLED,
}

_last_data = GameEvent.objects.filter(game=OuterRef("pk")).order_by("-seq").values("data")[:1]


def log_ends() -> int:
    """Append the revealed secrets of up to `MAX_AT_ONCE` games that are over, and the hashes of
    their logs. Return the number of games.

    All workers may call this: each end is appended once.
    """
    waiting = Game.objects.filter(log_pending=True, status__in=KINDS)
    if not waiting.exists():
        return 0
    with transaction.atomic():
        public_log.lock()
        # Read only now, under the lock: what another worker has just appended is not pending.
        oldest = waiting.annotate(end=Subquery(_last_data)).order_by("finished_at", "pk")
        games = list(oldest[:MAX_AT_ONCE])
        ends = [end for game in games for end in _ends_of(game, game.end)]
        public_log.append(ends)
        Game.objects.filter(pk__in=[game.pk for game in games]).update(log_pending=False)
        DiceSecret.objects.filter(code__in={end.code for end in ends}).update(open=False)
    return len(games)


def _ends_of(game: Game, data: str) -> Iterator[NewEntry]:
    """Yield the entries for the end of a game. `data`: the data of its last event."""
    secret = msgspec.json.decode(data or "{}").get("secret")
    if not isinstance(secret, str):
        # The game was given up. Its commitment must end all the same.
        logger.error("game %s is over, but its log reveals no secret", game.code)
        kept = DiceSecret.objects.filter(code=game.code).first()
        if kept is None:
            return
        secret = secret_of(kept).hex()
    yield NewEntry(KINDS[Game.Status(game.status)], game.code, secret)
    if game.head:
        yield NewEntry(LOG, game.code, game.head)
