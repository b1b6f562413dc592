"""Players as the lobby shows them: their rating, and whether it is provisional."""

from collections.abc import Iterable
from typing import NamedTuple

from games.core.protocol.lobby_messages import Person
from games.people.accounts.avatars import avatar_of
from games.people.accounts.models import User
from games.record.ratings import model
from games.record.ratings.models import Rating


class ShownRating(NamedTuple):
    """A rating as players see it."""

    rating: int
    provisional: bool


ShownRatings = dict[tuple[int, str], ShownRating]
"""By player and pool. Players without a rated game of the pool are missing."""


def read_standings(player_ids: Iterable[int]) -> ShownRatings:
    """Return the standings of these players in all pools."""
    rows = Rating.objects.filter(player__in=player_ids, rated_games__gt=0)
    return {
        (row.player_id, row.pool): ShownRating(
            row.shown, model.is_provisional(model.Rating(row.mu, row.sigma))
        )
        for row in rows
    }


def person_view(player: User, pool: str, standings: ShownRatings) -> Person:
    """Return a player with their rating in a pool of results, as browsers get it."""
    found = standings.get((player.pk, pool))
    return Person(
        player=player.pk,
        name=player.name,
        rating=None if found is None else found.rating,
        provisional=found is not None and found.provisional,
        guest=player.is_guest,
        avatar=avatar_of(player),
    )
