"""The rounds of a duplicate event. They begin at all tables at the same moment, and each adds to
the standings, in points or in matchpoints, as in duplicate bridge.

A table ends each round by itself, and begins the next one at the time planned for all tables
(`games.core.engine.next_common_round`). That needs no other table and no worker. If all tables are
done sooner, the event stores an earlier time for the next round (`Tournament.begins`), and the
tables are told. Any worker can repeat both steps.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet

from games.core.engine import GRACE_MS, SHOW_MS, GameState, evolve, initial_state, next_common_round
from games.core.engine.events import GameStarted, RoundRevealed
from games.core.rules import find_variant
from games.platform.clock import now_ms
from games.record.log.loading import read_events, revealed_rounds
from games.record.log.models import Game
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
)

WIN = 2
# Time for all tables to hear that a round begins earlier, in addition to the time for showing the
# last one.
HEAR_WITHIN_MS = 500
# Beginning a round earlier must save at least this.
WORTH_MS = 1000
# When time is up, the server fills the boxes of late players. The standings wait this long for it.
FILL_WITHIN_MS = 4000


def matchpoints(totals: Sequence[int]) -> list[int]:
    ordered = sorted(totals)
    points = {
        total: bisect_left(ordered, total) + bisect_right(ordered, total) - 1
        for total in set(ordered)
    }
    return [points[total] for total in totals]


def percent(points: int, field: int) -> float:
    """Return matchpoints as a percentage (0 to 100). `field`: the number of players. Raises
    ValueError for a field of one.
    """
    if field < 2:
        raise ValueError("nobody to compare with")
    return 100 * points / (WIN * (field - 1))


class Step(NamedTuple):
    """A table that must hear that a round is over at all tables. `begins`: when the next one begins
    (ms since 1970).
    """

    table: int
    game: int
    room: str
    round: int
    begins: int


class RoundResult(NamedTuple):
    """A player after a round: the total of their card, and whether the server plays for them."""

    player: int
    total: int
    left: bool


def running() -> QuerySet[Tournament]:
    events = Tournament.objects.filter(kind=TournamentKind.DUPLICATE, finished_at=None)
    return events.filter(begins__isnull=False)


def rounds_of(event: Tournament) -> int:
    return find_variant(event.variant, **event.switches).rounds


def next_steps(event: Tournament) -> list[Step]:
    """End the event's round if it is over at all tables. Return the tables that still have to hear
    of the end of a round.
    """
    tables = list(
        TournamentGame.objects.filter(tournament=event, settled_at=None)
        .select_related("room__game")
        .order_by("pk")
    )
    begins: list[int] = event.begins or []
    if len(begins) <= rounds_of(event):
        following = _next_round(event, begins, tables, now_ms())
        if following is not None:
            begins = _end_round(event.pk, len(begins), following)
    return [
        Step(
            table.pk,
            table.room.game.pk,
            table.room.code,
            table.rounds + 1,
            begins[table.rounds + 1],
        )
        for table in tables
        if table.rounds + 1 < len(begins) and table.room.game is not None
    ]


def _next_round(
    event: Tournament, begins: Sequence[int], tables: Sequence[TournamentGame], now: int
) -> int | None:
    """Return when the next round begins if the present one is over, else None."""
    planned = next_common_round(begins[-1], event.clock)
    due = begins[-1] + event.clock * 1000 + GRACE_MS
    if all(_is_done(table, len(begins), due) for table in tables) and _have_revealed(
        tables, len(begins)
    ):
        earlier = now + SHOW_MS + HEAR_WITHIN_MS
        return earlier if planned - earlier >= WORTH_MS else planned
    return planned if now >= due + FILL_WITHIN_MS else None


def _is_done(table: TournamentGame, number: int, due: int) -> bool:
    """Whether a table seems to have ended this round. `due`: when the server acts in it at the
    latest (ms since 1970). Also true for a table that began the round later than the others.
    """
    game = table.room.game
    if game is None or game.status != Game.Status.PLAYING:
        return True
    if table.rounds != number - 1 or game.deadline is None:
        return False
    return game.deadline.timestamp() * 1000 > due + 1


def _have_revealed(tables: Sequence[TournamentGame], number: int) -> bool:
    # Deadlines are not proof: a table may have begun the round late, and still be playing it.
    games = [table.room.game for table in tables]
    playing = [game.pk for game in games if game and game.status == Game.Status.PLAYING]
    known = revealed_rounds(playing)
    return all(known.get(game, 0) >= number for game in playing)


@transaction.atomic
def _end_round(event_id: int, number: int, following: int) -> list[int]:
    """Store that the round is over, unless that is stored, and return when each round begins."""
    event = Tournament.objects.select_for_update().get(pk=event_id)
    begins: list[int] = event.begins or []
    # Another worker may have been here between the reading and the lock.
    if len(begins) == number:
        begins.append(following)
        Tournament.objects.filter(pk=event_id).update(begins=begins, rev=F("rev") + 1)
    return begins


def results_after(game_id: int, number: int) -> list[RoundResult] | None:
    """Return the results of a table after a round, from the log of its game; None if it has not
    ended the round. For a game that ended early, return the results after its last whole round.
    """
    state: GameState | None = None
    for logged in read_events(game_id):
        event = logged.event
        if state is None:
            assert isinstance(event, GameStarted)
            state = initial_state(event)
            continue
        state = evolve(state, event)
        if isinstance(event, RoundRevealed) and event.round == number:
            break
    else:
        if state is None or state.status == "playing":
            return None
    seats = state.seats
    # In the round that was cut short, some have filled a box and others have not.
    if state.status == "aborted" and state.round is not None:
        seats = state.round.seats
    return [
        RoundResult(each.player, each.card.total, each.auto or bool(each.out)) for each in seats
    ]


@transaction.atomic
def note(table_id: int, number: int, results: Sequence[RoundResult]) -> bool:
    """Add the totals of a table after a round. Return False if that was done before."""
    rows = TournamentEntry.objects.select_for_update().filter(seats__game=table_id)
    entries = list(rows.order_by("pk"))
    table = TournamentGame.objects.filter(pk=table_id, rounds=number - 1)
    # Only one of two workers that have seen the end of the round finds the old number.
    if not table.update(rounds=number):
        return False
    by_player = {each.player: each for each in results}
    for entry in entries:
        # None if the player was a guest, and has merged into an account since.
        found = by_player.get(entry.player_id)
        total = total_of(entry) if found is None else found.total
        entry.totals = [*(entry.totals or []), total]
        entry.left = found is None or found.left
    TournamentEntry.objects.bulk_update(entries, ["totals", "left"])
    return True


@transaction.atomic
def rank(event_id: int) -> None:
    """Compute the matchpoints of everybody from the totals that are known."""
    rows = TournamentEntry.objects.select_for_update().filter(tournament=event_id)
    entries = [entry for entry in rows.order_by("pk") if entry.totals is not None]
    for entry, points in zip(entries, points_of(entries), strict=True):
        entry.score = points
    TournamentEntry.objects.bulk_update(entries, ["score"], batch_size=500)
    Tournament.objects.filter(pk=event_id).update(rev=F("rev") + 1)


def points_of(entries: Sequence[TournamentEntry]) -> list[int]:
    """Return the matchpoints of a field. Players at a table that failed keep their last totals."""
    return matchpoints([total_of(entry) for entry in entries])


def total_of(entry: TournamentEntry) -> int:
    """Return the newest total that everybody knows; 0 before the end of the first round."""
    return entry.totals[-1] if entry.totals else 0
