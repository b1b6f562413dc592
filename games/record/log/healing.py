"""Gets games going again that should have moved long ago.

This should never be needed. A game's row may have lost its deadline, a bug may have left a round
without its reveal, or a process may have a state that the log does not lead to. The log is right:
what it says is restored, and what it lacks is appended.
"""

import logging
from datetime import datetime, timedelta
from typing import Literal

from django.db import transaction
from django.db.models import F, Q

from games.core.engine import IllegalAction, decide_and_evolve
from games.core.engine.actions import Complete
from games.platform.clock import now_ms
from games.platform.database import bulk
from games.record.fairness.secrets import UnreadableSecret
from games.record.log import statements
from games.record.log.batches import card_rows, entry_of, write_together
from games.record.log.loading import LoadedGame, load_game
from games.record.log.models import Game, GameSnapshot
from games.record.log.records import moment

logger = logging.getLogger(__name__)

# The worker acts within seconds: a game that is later than this was missed.
LATE = timedelta(seconds=60)
MAX_AT_ONCE = 50

Outcome = Literal["healed", "late", "broken", "over"]
"""healed: the row or the log was wrong, and is right now. late: both are right, but nobody acted.
broken: the log cannot be read, so the game was ended. over: the game has ended meanwhile.
"""


def find_stuck(now: datetime) -> list[tuple[int, int]]:
    """Return the ids of games that should have moved long ago, and of their rooms, the longest
    overdue first. Their deadline has passed, or they have none although rounds need one.
    """
    late = Q(deadline__lt=now - LATE)
    lost = Q(deadline=None, mode="rounds", created_at__lt=now - LATE)
    playing = Game.objects.filter(late | lost, status=Game.Status.PLAYING, room__isnull=False)
    rows = playing.order_by(F("deadline").asc(nulls_first=True), "pk")
    return [(id_, room or 0) for id_, room in rows.values_list("pk", "room")[:MAX_AT_ONCE]]


@transaction.atomic
def heal(game_id: int) -> Outcome:
    """Repair a game's row and its log, or end the game if the log cannot be read. The caller tells
    its room.

    Raises UnreadableSecret if the key of its secret is missing.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.PLAYING:
        return "over"
    try:
        loaded = load_game(game_id, whole=True)
        is_whole = loaded.head == game.head
    except UnreadableSecret:
        raise
    except Exception as error:  # a tampered row can raise anything
        logger.exception("game %s cannot be read: %s", game.code, error)
        is_whole = False
    if not is_whole:
        _give_up(game)
        return "broken"
    restored = _restore(game, loaded)
    completed = _complete(loaded)
    return "healed" if restored or completed else "late"


def _restore(game: Game, loaded: LoadedGame) -> bool:
    """Write to the row and the cards what the log says. Return whether the row differed."""
    state = loaded.state
    due = None if state.next_due is None else moment(state.next_due)
    is_over = state.status != "playing"
    differs = (game.deadline, game.status) != (due, state.status)
    ended_at = moment(loaded.recent[-1].event.at) if is_over else None
    Game.objects.filter(pk=game.pk).update(deadline=due, status=state.status, finished_at=ended_at)
    GameSnapshot.objects.filter(game=game).delete()
    rows = card_rows(game.pk, state, range(len(state.seats)))
    bulk.run_all([(statements.UPDATE_SCORECARDS, rows)])
    return differs


def _complete(loaded: LoadedGame) -> bool:
    """Append what the log lacks. Return whether it lacked anything."""
    try:
        events, after = decide_and_evolve(loaded.state, None, Complete(), loaded.dice, now_ms())
    except IllegalAction:
        return False
    write_together([entry_of(loaded, events, after)])
    return True


def _give_up(game: Game) -> None:
    """End a game whose log cannot be read."""
    # Without an event: none can follow in a log that is broken.
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.ABORTED, deadline=None, finished_at=moment(now_ms())
    )
