"""Which players have played enough rated games to be ranked where all have the same dice.

Somebody could look at the dice with a second account first. An account costs nothing, but rated
games cost time.
"""

from collections.abc import Collection

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import Coalesce

from games.people.accounts.models import User


def experienced(players: Collection[int]) -> frozenset[int]:
    """Return the players who may be ranked: active accounts with enough rated games.

    Rated games of all variants count; `SAME_DICE_RATED_GAMES` says how many are needed.
    """
    needed: int = settings.SAME_DICE_RATED_GAMES
    people = User.objects.filter(pk__in=players, is_active=True, is_guest=False, is_bot=False)
    played = Coalesce(Sum("ratings__rated_games"), 0)
    enough = people.annotate(played=played).filter(played__gte=needed)
    return frozenset(enough.values_list("pk", flat=True))
