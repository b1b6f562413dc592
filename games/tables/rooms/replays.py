"""Replays: play alone with the dice of a finished game."""

from django.db import transaction

from games.core.engine import DiceMode, Player, Replay, replay
from games.core.engine.events import GameFinished, GameStarted
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.platform.clock import now_ms
from games.record.log.loading import read_events
from games.record.log.models import Game
from games.record.log.starting import start_replay
from games.tables.rooms.models import Room
from games.tables.rooms.opening import open_room

REPLAY_SEED = "replay"


def open_replay(player: User, code: str, seat: int) -> Room:
    """Create a room where the player plays alone with the dice of a seat of a finished game. Return
    the room; its game has started, and its result is never counted.

    Raises Refused unless that game has a result, and no fault.
    """
    game = Game.objects.filter(code=code, status=Game.Status.FINISHED, fault=None).first()
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
    if start.share:
        raise Refused(ErrorCode.NOT_FOUND, "Dice that games share cannot be replayed.")
    # Take the secret from the result, never from DiceSecret: that of a running game must not leak.
    secret = bytes.fromhex(end.secret)
    if start.replay is not None:
        older = start.replay
        seeds = tuple(older["seeds"])
        again = Replay(older["game"], older["seat"], seeds, older["total"])
        return again, secret, start.dice
    again = Replay(game.code, seat, replay(events).seeds, end.totals[seat])
    return again, secret, start.dice
