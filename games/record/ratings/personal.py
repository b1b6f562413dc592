"""A player's ratings and records."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.record.ratings.models import Rating
from games.record.ratings.pools import dice_of_pool, variant_of_pool


def export(player: User) -> dict[str, Any]:
    """Return the player's ratings and records in each pool."""
    ratings = Rating.objects.filter(player=player)
    found = [
        {
            "variant": variant_of_pool(record.pool),
            "dice": dice_of_pool(record.pool),
            "rating": record.shown,
            "rated_games": record.rated_games,
            "games": record.games,
            "wins": record.wins,
            "best": record.best,
            "best_with_others": record.best_table,
            "best_solo": record.best_solo,
        }
        for record in ratings
    ]
    return {"ratings": found}


PERSONAL = Personal(export=export)
