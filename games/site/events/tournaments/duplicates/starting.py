"""Begins duplicate events: seats the players who are here at as few tables as possible.

One transaction opens all tables while it locks the event. So everybody who is here gets exactly one
seat, however many workers try, and even if they are killed.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.core.rules import find_variant
from games.people.accounts.models import User
from games.people.conduct.contact import apart_of
from games.platform.database.outages import raise_outage
from games.record.reveals.shared_dice import reveal_share
from games.site.events.tournaments.joining import bump, in_order
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
)
from games.site.events.tournaments.scheduling import longest
from games.tables.matchmaking import tickets
from games.tables.rooms.shared_games import open_shared_table

SMALLEST = 3
"""With fewer seats at a table, somebody could end up alone."""

logger = logging.getLogger(__name__)

# A player who joins in the last moment may be committed a little later.
COMMIT_WITHIN = timedelta(seconds=1)
# Between the seating and the first round, so that browsers can open their tables.
OPEN_WITHIN_MS = 5000
SMALLEST_FIELD = 2


def sizes_of(players: int, most: int) -> list[int]:
    """Return the sizes of as few tables as possible, as equal as possible, with at most `most`
    seats. With tables for 16, 17 players sit at two: 9 and 8. With two or more players, nobody sits
    alone.

    Raises ValueError for tables with fewer than `SMALLEST` seats.
    """
    if most < SMALLEST:
        raise ValueError(f"a table has at least {SMALLEST} seats")
    count = -(-players // most)
    return [players // count + (number < players % count) for number in range(count)]


def tables_of(
    players: Sequence[int], blocked: Mapping[int, frozenset[int]], most: int
) -> list[list[int]]:
    """Return the players of each table, in their order. Two players sit apart if one has blocked
    the other and there is a free seat elsewhere.

    Raises what `sizes_of` raises.
    """
    free = sizes_of(len(players), most)
    tables: list[list[int]] = [[] for _ in free]
    # First the players with the fewest choices.
    for player in sorted(players, key=lambda each: -len(blocked.get(each, ()))):
        open_ = [number for number, table in enumerate(tables) if len(table) < free[number]]
        apart = [
            number
            for number in open_
            if not any(_are_apart(player, other, blocked) for other in tables[number])
        ]
        number = min(apart or open_, key=lambda each: len(tables[each]) / free[each])
        tables[number].append(player)
    order = {player: number for number, player in enumerate(players)}
    return [sorted(table, key=order.__getitem__) for table in tables]


def _are_apart(one: int, other: int, blocked: Mapping[int, frozenset[int]]) -> bool:
    return other in blocked.get(one, ()) or one in blocked.get(other, ())


State = TournamentEntry.State


def due_events(now: datetime) -> QuerySet[Tournament]:
    events = Tournament.objects.filter(kind=TournamentKind.DUPLICATE, finished_at=None)
    return events.filter(begins__isnull=True, starts_at__lte=now - COMMIT_WITHIN)


def start_due(now: datetime) -> int:
    """Begin the events whose time has come. Return how many tables were opened."""
    opened = 0
    for event_id in due_events(now).order_by("pk").values_list("pk", flat=True):
        try:
            opened += start(event_id, now)
        except Exception as error:  # it must not hold up other events, coming or running
            raise_outage(error)
            logger.exception("duplicate event %s could not begin", event_id)
    return opened


@transaction.atomic
def start(event_id: int, now: datetime) -> int:
    """Seat the players of an event who are here. Return the number of tables, 0 if another worker
    does it. The event is over if fewer than two players are here, or if staff have ended it. If
    nobody has joined, it is deleted.
    """
    entries = _locked_entries(event_id)
    events = Tournament.objects.select_for_update(skip_locked=True)
    event = events.filter(pk=event_id, finished_at=None, begins__isnull=True).first()
    if event is None:
        return 0
    field = _present(entries, event, now)
    if len(field) < SMALLEST_FIELD or event.ends_at <= now:
        _call_off(event, entries, now)
        return 0
    return _seat_all(event, field, now)


def _locked_entries(event_id: int) -> list[TournamentEntry]:
    """Return the entries of an event, locked. Also lock the entries with which its players wait in
    other tournaments.
    """
    # Everywhere, entries are locked before the tournament, in the order of their ids: so two
    # workers cannot deadlock.
    rows = TournamentEntry.objects.select_for_update(of=("self",)).select_related("player")
    players = TournamentEntry.objects.filter(tournament=event_id).values("player")
    waiting = Q(state=State.WAITING, player__in=players)
    found = rows.filter(Q(tournament=event_id) | waiting).order_by("pk")
    return [entry for entry in found if entry.tournament_id == event_id]


def _present(
    entries: Sequence[TournamentEntry], event: Tournament, now: datetime
) -> list[TournamentEntry]:
    """Return the entries of players who have an open tab and play in no other tournament."""
    here = [
        entry
        for entry in entries
        if entry.state == State.REGISTERED and entry.alive_until > now and entry.player.is_active
    ]
    others = TournamentEntry.objects.filter(player__in=[entry.player_id for entry in here])
    playing = others.filter(state=State.PLAYING).exclude(tournament=event)
    busy = set(playing.values_list("player_id", flat=True))
    return [entry for entry in here if entry.player_id not in busy]


def _call_off(event: Tournament, entries: Sequence[TournamentEntry], now: datetime) -> None:
    # Too few are here. Nobody has seen the dice, so they may be revealed.
    reveal_share(event.share)
    if not entries:
        event.delete()
        return
    TournamentEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(
        state=State.PAUSED
    )
    Tournament.objects.filter(pk=event.pk).update(
        finished_at=now, ends_at=now, begins=[], rev=F("rev") + 1
    )


def _seat_all(event: Tournament, field: Sequence[TournamentEntry], now: datetime) -> int:
    """Open the tables. Players who are not in the field, because they are not here, are removed."""
    of_player = {entry.player_id: entry for entry in field}
    ids = list(of_player)
    _leave_others(ids, event)
    begins = int(now.timestamp() * 1000) + OPEN_WITHIN_MS
    tables = tables_of(ids, apart_of(ids), event.seats)
    for table in tables:
        players = [of_player[player].player for player in table]
        _open_table(event, players, [of_player[player] for player in table], begins, now)
    for entry in field:
        entry.state, entry.totals = State.PLAYING, []
    TournamentEntry.objects.bulk_update(field, ["state", "totals"], batch_size=500)
    TournamentEntry.objects.filter(tournament=event).exclude(player__in=ids).delete()
    # An event that begins late, because no worker was running, still gets its whole time.
    ends_at = now + longest(find_variant(event.variant, **event.switches), event.clock)
    Tournament.objects.filter(pk=event.pk).update(
        begins=[begins], ends_at=max(event.ends_at, ends_at), rev=F("rev") + 1
    )
    return len(tables)


def _leave_others(player_ids: Sequence[int], event: Tournament) -> None:
    """Stop looking for other games for these players."""
    # A game that is about to start stays: its players then play both. Otherwise everybody else in
    # the event would have to wait for them.
    tickets.cancel_all(player_ids)
    waiting = TournamentEntry.objects.filter(player__in=player_ids, state=State.WAITING)
    tournaments = set(waiting.exclude(tournament=event).values_list("tournament", flat=True))
    in_order(waiting.exclude(tournament=event)).update(state=State.PAUSED)
    for tournament_id in sorted(tournaments):
        bump(tournament_id)


def _open_table(
    event: Tournament,
    players: Sequence[User],
    entries: Sequence[TournamentEntry],
    begins: int,
    now: datetime,
) -> None:
    room = open_shared_table(
        players, event.variant, event.switches, event.clock, event.share, begins, event.pk
    )
    table = TournamentGame.objects.create(tournament=event, room=room, paired_at=now)
    TournamentSeat.objects.bulk_create(
        [TournamentSeat(game=table, entry=entry) for entry in entries]
    )
