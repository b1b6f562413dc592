"""Tables whose games share their dice, as duplicate events of earlier releases opened them."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from games.core.engine import Player, start
from games.core.rules import find_variant
from games.models import Room, User
from games.people.accounts import bot_accounts
from games.platform.clock import now_ms
from games.platform.database.codes import new_code
from games.record.log.starting import commitment_of, new_game
from games.tables.rooms.opening import open_room
from games.tables.rooms.shared_games import SHARED_SEED
from games.tables.rooms.starting import BOT_SEED


@transaction.atomic
def open_shared_table(
    players: Sequence[User],
    variant: str,
    switches: Mapping[str, str],
    clock: int,
    share: str,
    begins: int,
    tournament: int | None = None,
) -> Room:
    """A room where the players play rounds with the dice of the group `share`. Its game has
    started, and its first round begins at `begins` (ms since 1970). `clock`: seconds for each
    round. `tournament`: the id of the table's tournament.
    """
    room = open_room(
        players[0],
        variant,
        switches,
        len(players),
        clock,
        public=False,
        tournament=tournament,
        mode="rounds",
        dice="same",
        strangers=True,
    )
    for seat, player in zip(room.seats.order_by("number"), players, strict=True):
        seat.player = player
        seat.save()
    seated = [_player(each) for each in players]
    event = start(
        new_code(),
        find_variant(room.variant, **room.switches),
        seated,
        commitment_of(share),
        now_ms(),
        clock=clock,
        mode="rounds",
        dice="same",
        share=share,
        begins=begins,
    )
    begun = new_game(room, 1, event)
    begun.store()
    room.game = begun.game
    room.save(update_fields=["game"])
    return room


def _player(user: User) -> Player:
    if user.is_bot:
        return Player(user.pk, user.name, BOT_SEED, True, bot_accounts.persona_of(user))
    return Player(user.pk, user.name, SHARED_SEED)
