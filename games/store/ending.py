"""Abort a game from outside its room: for staff."""

from games.clock import now_ms
from games.engine import decide_and_evolve
from games.engine.actions import Abort
from games.store.appender import Conflict, Entry, write
from games.store.loading import load_game
from games.store.records import LoggedEvent

# Attempts, in case players move at the same time.
TRIES = 20


def abort_game(game_id: int, reason: str) -> bool:
    """Abort a running game, which reveals its secret. Returns False if it is over.

    Raises Conflict if a player moved during every attempt, StoreUnavailable if the database fails.
    """
    failure: Exception | None = None
    for _ in range(TRIES):
        game = load_game(game_id)
        if game.state.status != "playing":
            return False
        now = now_ms()
        events, after = decide_and_evolve(game.state, None, Abort(reason), game.dice, now)
        logged = tuple(LoggedEvent(seq, e, "") for seq, e in enumerate(events, game.state.seq + 1))
        (failure,) = write([Entry(game.id, logged, game.state, after, _ignore_outcome)])
        if failure is None:
            return True
        if not isinstance(failure, Conflict):
            break
    assert failure is not None
    raise failure


def _ignore_outcome(failure: Exception | None) -> None:
    """Do nothing: `write` returns the outcome too."""
