"""Append the ends of games to the public log, and close commitments that no game has used."""

import logging

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery

from games.engine.fair_log import ABORTED, CANCELLED, REVEAL
from games.models import DiceSecret, DiceShare, FairLogEntry, Game, GameEvent, Room
from games.store import fair_log
from games.store.fair_log import NewEntry

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
    """Append the revealed secrets of up to `MAX_AT_ONCE` games that are over. Return their number.

    All workers may call this: each end is appended once.
    """
    waiting = Game.objects.filter(log_pending=True, status__in=KINDS)
    if not waiting.exists():
        return 0
    with transaction.atomic():
        fair_log.lock()
        # Read under the lock: what another worker has just appended is no longer pending.
        oldest = waiting.annotate(end=Subquery(_last_data)).order_by("finished_at", "pk")
        games = list(oldest[:MAX_AT_ONCE])
        ends = [
            NewEntry(KINDS[Game.Status(game.status)], game.code, secret)
            for game in games
            if (secret := _revealed(game.code, game.end)) is not None
        ]
        fair_log.append(ends)
        Game.objects.filter(pk__in=[game.pk for game in games]).update(log_pending=False)
        DiceSecret.objects.filter(code__in=[end.code for end in ends]).update(open=False)
    return len(games)


def _revealed(code: str, data: str) -> str | None:
    """Return the secret in the data of a game's last event, or None if it is not there."""
    found = msgspec.json.decode(data).get("secret")
    if isinstance(found, str):
        return found
    logger.error("game %s is over, but its log reveals no secret", code)
    return None


def close_unused(before: int) -> int:
    """Close the commitments from before that time (ms since 1970) that no room, no game and no
    group of games has: those that a process had reserved when it was killed, and those of deleted
    rooms. Return their number.
    """
    old = FairLogEntry.objects.filter(code=OuterRef("code"), is_end=False, at__lt=before)
    codes = set(DiceSecret.objects.filter(Exists(old), open=True).values_list("code", flat=True))
    # Rooms before games: a game that starts in between is found as a game.
    rooms = Room.objects.exclude(next_code="").filter(next_code__in=codes)
    codes -= set(rooms.values_list("next_code", flat=True))
    codes -= set(Game.objects.filter(code__in=codes).values_list("code", flat=True))
    codes -= set(DiceShare.objects.filter(code__in=codes).values_list("code", flat=True))
    return fair_log.close(codes)
