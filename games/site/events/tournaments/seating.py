"""Pairs the players who wait, and opens a room for each table, in one transaction each.

The transaction locks a table's entries in order, checks that they still wait, and marks them as
playing. So two workers that pair at the same instant cannot seat a player twice. Two constraints of
the database make sure of it.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from games.core.protocol.errors import Refused
from games.people.conduct.contact import apart_of
from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.record.ratings.model import MU
from games.record.ratings.models import Rating
from games.record.ratings.pools import pool_of
from games.site.events.tournaments.joining import bump
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
)
from games.site.events.tournaments.pairing import Candidate, PairedTable, pair
from games.tables.matchmaking import tickets
from games.tables.matchmaking.models import Ticket
from games.tables.rooms.models import Room
from games.tables.rooms.opening import open_paired_room

logger = logging.getLogger(__name__)

State = TournamentEntry.State

# Nobody is paired in the last minutes, because the game could hardly end in time.
LAST_PAIRING = timedelta(minutes=3)


def tournaments_to_pair(now: datetime) -> list[Tournament]:
    return list(running_arenas(now).filter(ends_at__gt=now + LAST_PAIRING).order_by("pk"))


def running_arenas(now: datetime) -> QuerySet[Tournament]:
    arenas = Tournament.objects.filter(kind=TournamentKind.ARENA, finished_at=None)
    return arenas.filter(starts_at__lte=now)


def run_wave(tournament: Tournament, now: datetime) -> list[str]:
    """Pair the players of a tournament who wait, and return the codes of the new rooms."""
    codes = []
    for table in pair(candidates(tournament, now), tournament.seats):
        try:
            code = open_table(tournament, table)
        except (DatabaseError, Refused) as error:
            raise_outage(error)
            # A table that fails must not hold up the others.
            logger.exception("a table of tournament %s could not be seated", tournament.code)
            continue
        if code is not None:
            codes.append(code)
    return codes


def may_be_paired(now: datetime) -> Q:
    """Return the condition for entries whose players wait with an open tab, and do not have to
    pause after leaving a game.
    """
    paused = Q(paired_from__gt=now)
    return ~paused & Q(state=State.WAITING, alive_until__gt=now)


def candidates(tournament: Tournament, now: datetime) -> list[Candidate]:
    """Return the players who wait with an open tab, and are not about to play elsewhere."""
    entries = list(
        TournamentEntry.objects.filter(
            may_be_paired(now), tournament=tournament, player__is_active=True
        )
    )
    if len(entries) < 2:
        return []
    players = [entry.player_id for entry in entries]
    paired = Ticket.objects.filter(player__in=players, room__isnull=False)
    elsewhere = set(paired.values_list("player_id", flat=True))
    pool = pool_of(tournament.variant, tournament.dice)
    rows = Rating.objects.filter(player__in=players, pool=pool)
    ratings = dict(rows.values_list("player_id", "shown"))
    blocks = apart_of(players)
    return [
        Candidate(
            entry=entry.pk,
            player=entry.player_id,
            score=entry.score,
            rating=ratings.get(entry.player_id, MU),
            waited=_waited(entry, now),
            met=frozenset(entry.met),
            blocked=blocks.get(entry.player_id, frozenset()),
            apart=frozenset(entry.apart or ()),
        )
        for entry in entries
        if entry.player_id not in elsewhere
    ]


def _waited(entry: TournamentEntry, now: datetime) -> float:
    since = max(entry.waiting_since, entry.paired_from or entry.waiting_since)
    return (now - since).total_seconds()


def open_table(tournament: Tournament, table: PairedTable) -> str | None:
    """Open a room for a table and return its code; None if somebody no longer waits."""
    now = utc_now()
    with transaction.atomic():
        # All callers lock in the same order, so two workers cannot deadlock.
        waiting = TournamentEntry.objects.select_for_update().filter(
            may_be_paired(now), pk__in=[each.entry for each in table]
        )
        entries = {entry.pk: entry for entry in waiting.order_by("pk")}
        if len(entries) < len(table):
            return None
        bump(tournament.pk)
        ids = [each.player for each in table]
        tickets.remove_tickets(ids)
        room = open_paired_room(
            ids,
            tournament.variant,
            tournament.switches,
            tournament.clock,
            tournament.rated,
            tournament=tournament.pk,
            mode="rounds" if tournament.dice == "same" else "turns",
            dice="same" if tournament.dice == "same" else "own",
            public=not tournament.unlisted,
            circle=tournament.circle_id,
        )
        _seat(tournament, room, [entries[each.entry] for each in table], now)
        return room.code


def _seat(
    tournament: Tournament, room: Room, entries: Sequence[TournamentEntry], now: datetime
) -> None:
    game = TournamentGame.objects.create(tournament=tournament, room=room, paired_at=now)
    TournamentSeat.objects.bulk_create(
        [TournamentSeat(game=game, entry=entry) for entry in entries]
    )
    players = [entry.player_id for entry in entries]
    for entry in entries:
        entry.state = State.PLAYING
        entry.met = [player for player in players if player != entry.player_id]
    TournamentEntry.objects.bulk_update(entries, ["state", "met"])
