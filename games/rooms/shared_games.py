"""Games alone with dice that others get too: each in a room of its own, which only its player may
enter.
"""

from django.db import transaction

from games.clock import now_ms
from games.engine import Player
from games.models import Room, User
from games.rooms.opening import open_room
from games.store import start_shared

SHARED_SEED = "shared"


@transaction.atomic
def open_shared_game(player: User, variant: str, share: str) -> Room:
    """Create a room where the player plays alone with the dice of the group `share`. Return the
    room; its game has started, and its result is never counted.

    Raises DiceShare.DoesNotExist if the group's secret is revealed, or there is no such group, and
    ValueError for an unknown variant.
    """
    room = open_room(player, variant, {}, 1, None, public=False)
    mine = Player(player.pk, player.name, SHARED_SEED)
    room.game = start_shared(room, mine, share, now_ms())
    room.save(update_fields=["game"])
    return room
