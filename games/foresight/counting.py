"""Measure games in which several people had the same dice, once the dice are revealed.

These are the games of groups that share their dice, and those with the same dice at one table.
"""

import logging
from collections.abc import Sequence

from django.db import DatabaseError, InterfaceError
from django.db.models import Exists, OuterRef

from games.analysis.dice_sequence import DiceSequence
from games.analysis.ledger import Unanalysable, read_ledgers
from games.engine import Event, GameState, initial_state
from games.engine.events import GameStarted
from games.engine.fairness import FairDice
from games.foresight.index import GameForesight, foresight, total
from games.foresight.records import record_game
from games.models import DiceSecret, DiceShare, Game, SeatForesight
from games.store import shared_secret
from games.store.dice_secrets import UnreadableSecret, secret_of
from games.store.loading import dice_of
from games.store.verifying import Unreadable, read_log

logger = logging.getLogger(__name__)

GAMES_AT_ONCE = 20
TABLES_AT_ONCE = 4


def count_foresight() -> int:
    """Measure up to `GAMES_AT_ONCE` games of revealed groups; if there are none, up to
    `TABLES_AT_ONCE` tables that had the same dice for everybody. Return how many.

    All games count, those that were left, too: leaving some out by their course would be unfair.
    """
    for share in DiceShare.objects.filter(closed=True, foresight_counted=False).order_by("pk"):
        games = _uncounted(share.code)
        if games:
            secret = shared_secret(share.code)
            assert secret is not None
            for game in games:
                _count(game, bytes.fromhex(secret))
            return len(games)
        DiceShare.objects.filter(pk=share.pk).update(foresight_counted=True)
    return _count_tables()


def _count_tables() -> int:
    waiting = Game.objects.filter(foresight_counted=False).order_by("pk")
    tables = list(waiting[:TABLES_AT_ONCE])
    for game in tables:
        try:
            _count(game, secret_of(DiceSecret.objects.get(code=game.code)))
        except (DiceSecret.DoesNotExist, UnreadableSecret):
            # It must not hold up the others.
            logger.exception("game %s has no foresight: its secret cannot be read", game.code)
        Game.objects.filter(pk=game.pk).update(foresight_counted=True)
    return len(tables)


def _uncounted(share: str) -> list[Game]:
    measured = SeatForesight.objects.filter(game=OuterRef("pk"))
    games = Game.objects.filter(share=share).exclude(status=Game.Status.CANCELLED)
    return list(games.exclude(Exists(measured)).order_by("pk")[:GAMES_AT_ONCE])


def _count(game: Game, secret: bytes) -> None:
    """Store the foresight of each seat of a game; one that cannot be analysed has no choices, and
    holds up no other one.
    """
    try:
        seats = seats_of([logged.event for logged in read_log(game.pk)], secret)
    except (Unanalysable, Unreadable) as reason:
        logger.info("game %s has no foresight: %s", game.code, reason)
        seats = [total(())]
    except (DatabaseError, InterfaceError):
        raise  # tried again
    except Exception:  # whatever is wrong with it
        logger.exception("the foresight of game %s could not be measured", game.code)
        seats = [total(())]
    record_game(game, seats)


def seats_of(log: Sequence[Event], secret: bytes) -> list[GameForesight]:
    """Return the foresight of each seat of a game. Raises Unanalysable."""
    from games import solver  # noqa: PLC0415 - importing numba takes a second

    start = log[0]
    if not isinstance(start, GameStarted):
        raise Unanalysable("the log does not begin with game.started")
    begun: GameState = initial_state(start)
    dice = dice_of(begun, secret)
    ledgers = read_ledgers(log, solver.options, solver.is_exact(begun.variant))
    return [
        foresight(ledger, _sequence(dice, ledger.seat), solver.roll_values) for ledger in ledgers
    ]


def _sequence(dice: FairDice, seat: int) -> DiceSequence:
    def throw(turn: int, roll: int, position: int) -> int:
        return dice.throw(seat, turn, roll, position)

    return throw
