"""Games whose dice are also played at other tables, each in its own room, which only its players
may enter.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction

from games.core.engine import Player
from games.people.accounts import bot_accounts
from games.people.accounts.models import User
from games.platform.clock import now_ms, utc_now
from games.record.log.models import Scorecard
from games.record.log.starting import start_shared
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.opening import open_room
from games.tables.rooms.starting import BOT_SEED

SHARED_SEED = "shared"


class PlaysAlready(Exception):
    """Somebody plays, or has played, a game with these dice at another table."""


@transaction.atomic
def open_shared_game(player: User, variant: str, share: str) -> Room:
    """Create a room where the player plays alone with the dice of the group `share`. Its game has
    started; its result is never counted.

    Raises DiceShare.DoesNotExist if there is no such group or its secret is revealed, and
    ValueError for an unknown variant.
    """
    room = open_room(player, variant, {}, 1, None, public=False)
    return _with_game(room, [player], share, 0)


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
    """Create a room where the players play rounds with the dice of the group `share`. Its game has
    started, and its first round begins at `begins` (ms since 1970). Its result is never counted.
    `clock`: seconds for each round. `tournament`: the id of the table's tournament.

    A round always lasts its whole clock, and then the time for showing it. So tables with the same
    `begins` and `clock` play the same round at the same time, and nobody sees dice that others
    have yet to roll.

    Raises PlaysAlready if one of the players has a game of the group, and otherwise what
    `open_shared_game` raises.
    """
    # Do this before `_with_game` locks the group: other tables wait for that lock.
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
        # Nobody came by a private link of the player in the first seat.
        strangers=True,
    )
    for number, player in enumerate(players):
        Seat.objects.filter(room=room, number=number).update(player=player, seated_at=utc_now())
    ids = [player.pk for player in players if not player.is_bot]
    room = _with_game(room, players, share, begins)
    others = Scorecard.objects.filter(player__in=ids, game__share=share).exclude(game=room.game)
    if others.exists():
        raise PlaysAlready(share)
    return room


def _with_game(room: Room, players: Sequence[User], share: str, begins: int) -> Room:
    """Start the game of a room whose dice are those of a group."""
    room.game = start_shared(room, [_player(each) for each in players], share, now_ms(), begins)
    room.save(update_fields=["game"])
    return room


def _player(user: User) -> Player:
    if user.is_bot:
        return Player(user.pk, user.name, BOT_SEED, True, bot_accounts.persona_of(user))
    return Player(user.pk, user.name, SHARED_SEED)
