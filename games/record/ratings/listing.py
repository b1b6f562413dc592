"""Which players are on the leaderboards: accounts, and by rating only if it is certain enough.

The leaderboards of same dice list only accounts with enough rated games: somebody could look at the
dice with a second account first. An account costs nothing, but rated games cost time.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from games.people.accounts.models import User
from games.record.ratings.model import BOARD_DAYS, BOARD_SIGMA, SMALL_BOARD, SMALL_BOARD_GAMES
from games.record.ratings.models import Rating, Tally
from games.record.ratings.pools import POOLS, SAME_DICE_POOLS


def experienced(players: Collection[int]) -> frozenset[int]:
    """Return the players who may be ranked: active accounts with enough rated games.

    Rated games of all variants count; `SAME_DICE_RATED_GAMES` says how many are needed.
    """
    needed: int = settings.SAME_DICE_RATED_GAMES
    people = User.objects.filter(pk__in=players, is_active=True, is_guest=False, is_bot=False)
    played = Coalesce(Sum("ratings__rated_games"), 0)
    enough = people.annotate(played=played).filter(played__gte=needed)
    return frozenset(enough.values_list("pk", flat=True))


def is_eligible(player: User) -> bool:
    """Whether a player may be on leaderboards: an account, not deleted or banned, no bot, and
    without a family lock.
    """
    return player.is_active and not (player.is_guest or player.is_bot or player.locked)


def refresh_eligibility(player_id: int) -> None:
    """List the player on the leaderboards, or remove them, after a change of their account.

    Call it in the transaction of that change.
    """
    player = User.objects.get(pk=player_id)
    eligible = is_eligible(player)
    Rating.objects.filter(player=player).update(eligible=eligible)
    Tally.objects.filter(player=player).update(eligible=eligible)
    if eligible:
        rank_experienced((player_id,))
    else:
        Rating.objects.filter(player=player, listed=True).update(listed=False)


def rank_experienced(players: Collection[int]) -> None:
    """Put players on the leaderboards of same dice if they have played enough rated games, and take
    the others off. Call it after the records are written.
    """
    ranked = experienced(players)
    for table in (Rating, Tally):
        rows = table._default_manager.filter(player__in=players, pool__in=SAME_DICE_POOLS)
        rows.filter(player__in=ranked, eligible=False).update(eligible=True)
        rows.filter(eligible=True).exclude(player__in=ranked).update(eligible=False)


def board_rule(pool: str, now: datetime) -> Q:
    """Return the condition for a rating to be on its pool's leaderboard now."""
    # With few certain ratings, list others too, so that a small site has a leaderboard.
    active = Q(pool=pool, eligible=True, rated_at__gte=now - timedelta(days=BOARD_DAYS))
    certain = active & Q(sigma__lte=BOARD_SIGMA, rated_games__gt=0)
    found = Rating.objects.filter(certain, listed=True).values("pk")[:SMALL_BOARD]
    if len(found) >= SMALL_BOARD:
        return certain
    return certain | active & Q(rated_games__gte=SMALL_BOARD_GAMES)


def list_players(pool: str, players: list[int], now: datetime) -> None:
    """List these players on the pool's leaderboard by rating, or remove them."""
    _list(Q(pool=pool, player__in=players), board_rule(pool, now))


def refresh_listing(now: datetime) -> None:
    """Update all leaderboards: remove ratings that have been idle for too long or are no longer
    needed to fill a small board, and list others that are.
    """
    for pool in POOLS:
        of_pool = Q(pool=pool)
        # Twice, because the rule depends on which certain ratings are listed.
        for _ in range(2):
            _list(of_pool, board_rule(pool, now))


def _list(among: Q, rule: Q) -> None:
    Rating.objects.filter(among, ~rule, listed=True).update(listed=False)
    Rating.objects.filter(among, rule, listed=False).update(listed=True)
