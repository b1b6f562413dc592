"""End a game from outside its live room: abort it, for staff, or cancel its start."""

import logging
from collections.abc import Collection, Iterable

from games.core.engine import decide_and_evolve
from games.core.engine.actions import Abort, Withhold
from games.core.engine.events import GameCancelled
from games.platform.clock import now_ms
from games.platform.database.outages import raise_outage
from games.record.fairness.secrets import UnreadableSecret
from games.record.log.batches import Conflict, entry_of, write, write_together
from games.record.log.loading import load_blind, load_game

logger = logging.getLogger(__name__)

# Attempts, in case players move at the same time.
TRIES = 20


def abort_game(game_id: int, reason: str) -> bool:
    """Abort a running game, which reveals its secret unless others share it. Returns False if it
    is over.

    Raises Conflict if a player moved during every attempt, StoreUnavailable if the database fails,
    and UnreadableSecret if the key of a secret of its own is missing.
    """
    failure: Exception | None = None
    for _ in range(TRIES):
        try:
            game = load_game(game_id)
        except UnreadableSecret:
            game = load_blind(game_id)
            if not game.state.share:
                raise  # its end would have to show the secret
        if game.state.status != "playing":
            return False
        now = now_ms()
        events, after = decide_and_evolve(game.state, None, Abort(reason), game.dice, now)
        (failure,) = write([entry_of(game, events, after)])
        if failure is None:
            return True
        if not isinstance(failure, Conflict):
            break
    assert failure is not None
    raise failure


def abort_games(games: Iterable[int], reason: str) -> list[int]:
    """Abort running games, one by one. Return those that were aborted.

    A game that cannot be aborted is logged, and the others go on.
    """
    aborted = []
    for game_id in games:
        try:
            if abort_game(game_id, reason):
                aborted.append(game_id)
        except Exception as error:  # whatever is wrong with this game, go on with the others
            raise_outage(error)
            logger.exception("game %s could not be aborted (%s)", game_id, reason)
    return aborted


def cancel_start(game_id: int, seats: Collection[int], blamed: bool) -> list[int]:
    """Cancel the start of a game, in the open transaction, because `seats` did not show their
    seeds. Return the players who still have not.

    Raises IllegalAction if all of them did, Conflict if another event came first.
    """
    game = load_game(game_id)
    state, action = game.state, Withhold(tuple(seats), blamed)
    (event,), after = decide_and_evolve(state, None, action, game.dice, now_ms())
    assert isinstance(event, GameCancelled)
    if not write_together([entry_of(game, (event,), after)]):
        raise Conflict
    return [state.seats[seat].player for seat in event.withheld]
