"""Replays, as earlier releases opened them: the dice of a finished game, played again alone."""

from dataclasses import replace

from django.db import transaction

from games.core.engine import Player, start
from games.core.engine.fairness import commitment
from games.core.rules import find_variant
from games.models import DiceSecret, Game, Room, User
from games.platform.clock import now_ms
from games.platform.database.codes import new_code
from games.record.fairness.secrets import stored_form
from games.record.log.loading import load_game
from games.record.log.starting import new_game
from games.tables.rooms.opening import open_room

REPLAY_SEED = "replay"


@transaction.atomic
def open_replay(player: User, source: Game, seat: int) -> Room:
    """A room where the player plays alone with the dice of a seat of a finished game. Its game has
    started. A replay of a replay names the first game of all.
    """
    older = load_game(source.pk).state
    assert older.secret is not None
    secret, code = bytes.fromhex(older.secret), new_code()
    total = older.seats[seat].card.total
    again = {"game": older.code, "seat": seat, "seeds": list(older.seeds), "total": total}
    if older.replay is not None:
        again = {**older.replay._asdict(), "seeds": list(older.replay.seeds)}
    room = open_room(player, source.variant, source.switches, 1, None, public=False)
    DiceSecret.objects.create(code=code, secret=stored_form(code, secret))
    mine = [Player(player.pk, player.name, REPLAY_SEED)]
    event = start(
        code,
        find_variant(source.variant, **source.switches),
        mine,
        commitment(secret),
        now_ms(),
        dice=older.dice,
    )
    begun = new_game(room, 1, replace(event, replay=again))
    begun.store()
    Game.objects.filter(pk=begun.game.pk).update(replay=True)
    room.game = Game.objects.get(pk=begun.game.pk)
    room.save(update_fields=["game"])
    return room
