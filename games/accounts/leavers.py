"""Who leaves rated games has to wait before the next one: longer each time, and forgiven by playing
on. Nobody else sees it. The page /help/ says the same to players.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F

from games.models import User

FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(days=1)
# What a rated game that he finished leaves of a player's `leaves`.
FORGIVING = 0.8


def pause_after(leaves: float) -> timedelta:
    """Return how long somebody waits who has now left `leaves` (1 or more) rated games."""
    # The longest pause comes long before; more would be no number of days any more.
    factor: float = 2.0 ** min(leaves - 1, 20)
    return min(FIRST_PAUSE * factor, LONGEST_PAUSE)


def note_rated_game(left: Collection[int], stayed: Collection[int], now: datetime) -> None:
    """Count a rated game that has ended: `left` and `stayed` are the ids of its people.

    To be called once a game, in the transaction that counts its result and locks its players.
    """
    User.objects.filter(pk__in=stayed, leaves__gt=0).update(leaves=F("leaves") * FORGIVING)
    for player in User.objects.filter(pk__in=left):
        leaves = player.leaves + 1
        until = now + pause_after(leaves)
        if player.paused_until is not None:
            until = max(until, player.paused_until)
        User.objects.filter(pk=player.pk).update(leaves=leaves, paused_until=until)


def minutes_to_wait(player: User, now: datetime) -> int:
    """Return after how many minutes, rounded up, rated games are open to the player; 0: now."""
    if player.paused_until is None or player.paused_until <= now:
        return 0
    return -((now - player.paused_until) // timedelta(minutes=1))
