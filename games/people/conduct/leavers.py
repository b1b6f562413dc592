"""Leaver penalties: players who leave rated games wait before the next one.

Each game left makes the next pause longer; each finished game makes it shorter. Only the
player sees their pause, among the decisions about them: it is automatic, and they can appeal. The
page /rules/ explains it.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import F

from games.people.accounts.models import User
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose

FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(days=1)
KIND = Sanction.Kind.NO_RATED
GROUND = "leaving"
"""The id of the reason in the desk's list."""
# Each finished rated game multiplies a player's `leaves` by this.
DECAY = 0.8


def pause_after(leaves: float) -> timedelta:
    """Return the pause of a player who has now left `leaves` (1 or more) rated games."""
    # The limit is far above LONGEST_PAUSE; a larger power would overflow.
    factor: float = 2.0 ** min(leaves - 1, 20)
    return min(FIRST_PAUSE * factor, LONGEST_PAUSE)


def note_rated_game(left: Collection[int], stayed: Collection[int]) -> None:
    """Update the leaver counts after a rated game. `left` and `stayed`: the ids of its people.

    Call it once per game, in the transaction that counts its result and locks its players.
    """
    User.objects.filter(pk__in=stayed, leaves__gt=0).update(leaves=F("leaves") * DECAY)
    for player in User.objects.filter(pk__in=left):
        leaves = player.leaves + 1
        User.objects.filter(pk=player.pk).update(leaves=leaves)
        impose(player, KIND, GROUND, lasts=pause_after(leaves), automatic=True)


def minutes_to_wait(sanctions: Iterable[Sanction], now: datetime) -> int:
    """Return in how many minutes, rounded up, somebody may play rated games again, as far as pauses
    are concerned; 0: now. `sanctions`: those of this kind that are in force.
    """
    ends = [each.ends_at for each in sanctions if each.reason == GROUND and each.automatic]
    last = max((end for end in ends if end is not None), default=None)
    return 0 if last is None else -((now - last) // timedelta(minutes=1))
