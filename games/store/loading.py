"""Load games from their logs."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection
from django.db.models import OuterRef, Subquery

from games.engine import GameState, evolve_all, replay
from games.engine.fairness import FairDice
from games.models import Game, GameEvent
from games.store.dice_secrets import secret_from
from games.store.records import LoggedEvent, event_of_row, state_of

# Number of latest events to load, for answers to repeated commands and for filling gaps.
RECENT = 50
# Plain SQL: every rematch loads a game, and Django takes several times as long to build these
# queries as the database to answer them.
SELECT_GAME = (
    'SELECT game."snapshot", dice."secret" FROM games_game AS game'
    ' JOIN games_dicesecret AS dice ON dice."code" = game."code" WHERE game."id" = %s'
)
SELECT_EVENTS = (
    'SELECT "seq", "type", "seat", "at", "data", "by" FROM games_gameevent'
    ' WHERE "game_id" = %s AND "seq" > %s ORDER BY "seq"'
)


@dataclass(slots=True)
class LoadedGame:
    """A game as logged: its state, its dice, and at least its last events, in order."""

    id: int
    state: GameState
    dice: FairDice
    recent: list[LoggedEvent]


def read_events(game_id: int, after: int = 0) -> list[LoggedEvent]:
    """Return the events with a seq above `after`, in order."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_EVENTS, [game_id, after])
        return [event_of_row(*row) for row in cursor.fetchall()]


def read_logs(game_ids: Collection[int]) -> dict[int, list[LoggedEvent]]:
    """Return the whole log of each of these games, with one query."""
    logs: dict[int, list[LoggedEvent]] = {game_id: [] for game_id in game_ids}
    events = GameEvent.objects.filter(game__in=game_ids).order_by("game", "seq")
    columns = ("game_id", "seq", "type", "seat", "at", "data", "by")
    for game_id, *row in events.values_list(*columns).iterator():
        logs[game_id].append(event_of_row(*row))
    return logs


def newest_seq() -> Subquery:
    """Return a subquery that annotates games with the seq of their newest event."""
    newest = GameEvent.objects.filter(game=OuterRef("pk")).order_by("-seq")
    return Subquery(newest.values("seq")[:1])


def newest_seqs(game_ids: Collection[int]) -> dict[int, int]:
    """Return the seq of the newest event of each of these games."""
    games = Game.objects.filter(pk__in=game_ids).annotate(seq=newest_seq())
    return dict(games.exclude(seq=None).values_list("pk", "seq"))


def load_game(game_id: int) -> LoadedGame:
    """Return the game as committed. Raises Game.DoesNotExist if it, or its secret, is missing."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_GAME, [game_id])
        row = cursor.fetchone()
    if row is None:
        raise Game.DoesNotExist(game_id)
    snapshot, stored = row
    if snapshot:
        state = state_of(snapshot)
        recent = read_events(game_id, after=max(0, state.seq - RECENT))
        newer = [logged.event for logged in recent if logged.seq > state.seq]
        state = evolve_all(state, newer)
    else:
        recent = read_events(game_id)
        state = replay(logged.event for logged in recent)
    dice = dice_of(state, secret_from(state.code, stored))
    return LoadedGame(game_id, state, dice, recent)


def dice_of(state: GameState, secret: bytes) -> FairDice:
    """Return the dice of a game with this secret; for a replay, those of the original game."""
    again = state.replay
    if again is not None:
        return FairDice(secret, again.game, again.seeds, again.seat, state.variant.faces)
    return FairDice(secret, state.code, state.seeds, faces=state.variant.faces)


def find_answer(code: str, by: str) -> int | None:
    """Return the last seq that the command `by` led to in the game with this code; None if it was
    never executed.
    """
    events = GameEvent.objects.filter(game__code=code, by=by)
    return events.order_by("-seq").values_list("seq", flat=True).first()
