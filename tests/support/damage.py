"""Finished games with sealed seeds in the database, and ways to damage them past the site."""

import json
import random
from collections.abc import Callable
from typing import Any

from games.core.engine import Player, Reveal
from games.models import Game, GameEvent, GameSnapshot, Room, Scorecard, User
from games.record.log.starting import prepare_next_game, start_game
from tests.support import desk
from tests.support.people import START, open_room
from tests.support.sealing import make_seal

MANY = 1000


def sealed_game(*people: User, rated: bool = False, seed: int = 0, **settings: Any) -> Game:
    """A game that is over; all seeds were sealed."""
    room = open_room(people[0], len(people), **{"variant": "triple_yahtzee", **settings})
    Room.objects.filter(pk=room.pk).update(rated=rated)
    room.refresh_from_db()
    kept = [make_seal(room.next_code, each.pk) for each in people]
    players = [
        Player(each.pk, each.name, "", seal=mine.seal)
        for each, mine in zip(people, kept, strict=True)
    ]
    game = start_game(room, players, START)
    Room.objects.filter(pk=room.pk).update(game=game, next_code=prepare_next_game())
    for seat, mine in enumerate(kept):
        desk.act(game, seat, Reveal(mine.salt, mine.text))
    desk.play(game, MANY, random.Random(seed))
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game


def change(game: Game, type_: str, **data: Any) -> None:
    """Change the first event of a type, and all hashes accordingly."""
    row = GameEvent.objects.filter(game=game, type=type_).order_by("seq")[0]
    row.data = json.dumps({**json.loads(row.data), **data})
    row.save()
    desk.rechain(game)


def another_die(game: Game) -> None:
    row = GameEvent.objects.filter(game=game, type="dice.rolled").order_by("seq")[0]
    first, *others = json.loads(row.data)["dice"]
    change(game, "dice.rolled", dice=[first % 6 + 1, *others])


def another_card(game: Game) -> None:
    position = Scorecard.objects.get(game=game, seat=0).position
    Scorecard.objects.filter(game=game, seat=1).update(position=position)


def another_snapshot(game: Game) -> None:
    kept = GameSnapshot.objects.get(game=game)
    kept.state = kept.state.replace('"timeouts":0', '"timeouts":1')
    kept.save()


def another_time(game: Game) -> None:
    """Change what no rule and no die tells, only the chain."""
    row = GameEvent.objects.filter(game=game, type="box.scored").order_by("seq")[0]
    row.at += 1
    row.save()


def lost_event(game: Game, seq: int = 9) -> None:
    GameEvent.objects.filter(game=game, seq=seq).delete()


def lost_end(game: Game) -> None:
    GameEvent.objects.filter(game=game, type="game.finished").delete()
    desk.rechain(game)


DAMAGE: dict[str, tuple[Callable[[Game], object], str]] = {
    "a die": (another_die, "fell"),
    "a box": (lambda game: change(game, "box.scored", points=99), "worth"),
    "a card": (another_card, "scorecard 1 has other boxes"),
    "a total": (
        lambda game: Scorecard.objects.filter(game=game, seat=0).update(total=999),
        "scorecard 0 says",
    ),
    "a place": (
        # Somebody is always first, also after a draw.
        lambda game: Scorecard.objects.filter(game=game).update(place=2),
        "says (",
    ),
    "the result": (lambda game: change(game, "game.finished", totals=[9, 8]), "the result"),
    "a snapshot": (another_snapshot, "the snapshot at"),
    "a seed": (lambda game: change(game, "seed.revealed", seed="better"), "fell"),
    "a seal": (
        lambda game: change(game, "seed.revealed", salt="0" * 32),
        "fell",
    ),
    "the secret": (lambda game: change(game, "game.finished", secret="00" * 32), "revealed"),
    "a time": (another_time, "does not follow"),
    "a lost event": (lost_event, "event 9 is missing"),
    "a lost end": (lost_end, "the row says"),
}
