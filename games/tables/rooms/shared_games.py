"""Games whose dice are also those of others: of a group of games, each in its own room, which only
its player may enter.
"""

from collections.abc import Mapping
from types import MappingProxyType

from django.db import transaction

from games.core.engine import Player
from games.people.accounts.models import User
from games.platform.clock import now_ms
from games.record.log.starting import start_shared
from games.tables.rooms.models import Room
from games.tables.rooms.opening import open_room

SHARED_SEED = "shared"
NO_SWITCHES: Mapping[str, str] = MappingProxyType({})


@transaction.atomic
def open_shared_game(
    player: User, variant: str, share: str, switches: Mapping[str, str] = NO_SWITCHES
) -> Room:
    """Create a room where the player plays alone with the dice of the group `share`. Its game has
    started; its result is never counted.

    Raises DiceShare.DoesNotExist if there is no such group or its secret is revealed, and
    ValueError for an unknown variant or switch.
    """
    room = open_room(player, variant, switches, 1, None, public=False)
    room.game = start_shared(room, Player(player.pk, player.name, SHARED_SEED), share, now_ms())
    room.save(update_fields=["game"])
    return room
