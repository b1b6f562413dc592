"""Gets stopped games going again, and lets their rooms know."""

from django.db import transaction
from django.db.models import F

from games.record.log.healing import Outcome, heal
from games.tables.rooms.models import Room


@transaction.atomic
def heal_game(game_id: int) -> Outcome:
    """Repair a game (`games.record.log.healing.heal`). If its log cannot be read, its room becomes
    free for another game.

    Raises UnreadableSecret if the key of its secret is missing.
    """
    outcome = heal(game_id)
    rooms = Room.objects.filter(game=game_id)
    if outcome == "broken":
        rooms.update(game=None, rev=F("rev") + 1)
    elif outcome == "healed":
        rooms.update(rev=F("rev") + 1)
    return outcome
