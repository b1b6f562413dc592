"""Moderators who have opened a case about somebody's game of a card: they cannot play it any more,
because they may have learnt something about its dice.
"""

from collections.abc import Collection
from datetime import datetime

from games.people.accounts.models import User
from games.site.events.cards.models import Card, CardWitness


def note_witness(
    moderator: User, games: Collection[str], rooms: Collection[str], now: datetime
) -> None:
    """Note that a moderator has opened a case about these games or rooms (their codes). Does
    nothing where no dice of a card are secret.
    """
    if not games and not rooms:
        return
    secret = Card.objects.filter(revealed_at=None)
    of_games = secret.filter(entries__game__code__in=games)
    of_rooms = secret.filter(entries__game__room__code__in=rooms)
    found = {*of_games.values_list("pk", flat=True), *of_rooms.values_list("pk", flat=True)}
    if found:
        rows = [CardWitness(card_id=card, player=moderator, seen_at=now) for card in sorted(found)]
        CardWitness.objects.bulk_create(rows, ignore_conflicts=True)
