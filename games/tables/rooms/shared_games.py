"""Games whose dice are also those of others: of a game that is over, played again alone, or of a
group of games, each in its own room, which only its players may enter.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.db import transaction

from games.core.engine import DiceMode, Player, Replay, replay
from games.core.engine.events import GameFinished, GameStarted
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts import bot_accounts
from games.people.accounts.models import User
from games.platform.clock import now_ms, utc_now
from games.record.log.loading import read_events
from games.record.log.models import Game, Scorecard
from games.record.log.starting import start_replay, start_shared
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.opening import open_room
from games.tables.rooms.starting import BOT_SEED

SHARED_SEED = "shared"
NO_SWITCHES: Mapping[str, str] = MappingProxyType({})


class PlaysAlready(Exception):
    """Somebody plays, or has played, a game with these dice at another table."""


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
    `clock`: seconds for each round. `tournament`: the id of the table's tournament. Raises
    PlaysAlready if one of the players has a game of the group, and otherwise what
    `open_shared_game` raises.
    """
    # A round always lasts its whole clock, and then the time for showing it. So tables with the
    # same `begins` and `clock` play the same round at the same time, and nobody sees dice that
    # others have yet to roll.
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
    room.game = start_shared(room, [_player(each) for each in players], share, now_ms(), begins)
    room.save(update_fields=["game"])
    return room


def _player(user: User) -> Player:
    if user.is_bot:
        return Player(user.pk, user.name, BOT_SEED, True, bot_accounts.persona_of(user))
    return Player(user.pk, user.name, SHARED_SEED)


REPLAY_SEED = "replay"


def open_replay(player: User, code: str, seat: int) -> Room:
    """Create a room where the player plays alone with the dice of a seat of a finished game. Return
    the room; its game has started, and its result is never counted.

    Raises Refused unless that game has a result, no fault, and dice of its own.
    """
    # Of a game that shares its dice, not even whether it is over.
    played = Game.objects.filter(status=Game.Status.FINISHED, fault=None, share=None)
    game = played.filter(code=code).first()
    if game is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no finished game with this code.")
    again, secret, dice = _dice_of(game, seat)
    with transaction.atomic():
        room = open_room(player, game.variant, game.switches, 1, None, public=False)
        mine = Player(player.pk, player.name, REPLAY_SEED)
        room.game = start_replay(room, mine, again, secret, now_ms(), dice)
        room.save(update_fields=["game"])
    return room


def _dice_of(game: Game, seat: int) -> tuple[Replay, bytes, DiceMode]:
    """Return which dice to replay, the secret that the game's result has revealed, and whether the
    dice depend on the seat.

    A replay of a replay names the original game. Raises Refused.
    """
    events = [logged.event for logged in read_events(game.pk)]
    start, end = events[0], events[-1]
    assert isinstance(start, GameStarted)
    if not isinstance(end, GameFinished) or not 0 <= seat < len(start.seats):
        raise Refused(ErrorCode.NOT_FOUND, "That seat does not exist.")
    # Take the secret from the result, never from DiceSecret: that of a running game must not leak.
    secret = bytes.fromhex(end.secret)
    if start.replay is not None:
        older = start.replay
        seeds = tuple(older["seeds"])
        again = Replay(older["game"], older["seat"], seeds, older["total"])
        return again, secret, start.dice
    again = Replay(game.code, seat, replay(events).seeds, end.totals[seat])
    return again, secret, start.dice
