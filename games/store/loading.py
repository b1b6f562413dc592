"""From the log back to a game."""

from dataclasses import dataclass

from games.engine import GameState, evolve_all, replay
from games.fairness import FairDice
from games.models import DiceSecret, Game, GameEvent
from games.store.records import LoggedEvent, event_of_row, state_of

# So many events before the head are kept at hand, to answer resent commands and to fill gaps.
RECENT = 50
COLUMNS = ("seq", "type", "seat", "at", "data", "by")


@dataclass(slots=True)
class LoadedGame:
    """A game as its log has it now: state, dice, and at least its last events, in order."""

    id: int
    state: GameState
    dice: FairDice
    recent: list[LoggedEvent]


def read_events(game_id: int, after: int = 0) -> list[LoggedEvent]:
    """Return the events with a seq above `after`, in order."""
    rows = GameEvent.objects.filter(game_id=game_id, seq__gt=after).order_by("seq")
    return [event_of_row(*row) for row in rows.values_list(*COLUMNS)]


def load_game(game_id: int) -> LoadedGame:
    """Return the game as committed. Raises Game.DoesNotExist, DiceSecret.DoesNotExist."""
    game = Game.objects.get(pk=game_id)
    secret = bytes(DiceSecret.objects.get(code=game.code).secret)
    if game.snapshot:
        state = state_of(game.snapshot)
        recent = read_events(game_id, after=min(state.seq, max(0, game.seq - RECENT)))
        newer = [logged.event for logged in recent if logged.seq > state.seq]
        state = evolve_all(state, newer)
    else:
        recent = read_events(game_id)
        state = replay(logged.event for logged in recent)
    return LoadedGame(game_id, state, FairDice(secret, state.code, state.seeds), recent)


def find_answer(code: str, by: str) -> int | None:
    """Return the last seq that the command `by` led to in the game with this code, or None if it
    was never done.
    """
    events = GameEvent.objects.filter(game__code=code, by=by)
    return events.order_by("-seq").values_list("seq", flat=True).first()
