"""Read the lobby: open tables, games to watch, and the number of people online."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from games.clock import utc_now
from games.matchmaking.challenges import challenge_views
from games.matchmaking.public_rooms import ONLINE, games_to_watch, open_tables
from games.matchmaking.tickets import ticket_views
from games.models import Game, Room, Seat, Ticket, User
from games.protocol import ChallengeView, LobbyRow, TicketView
from games.ratings import Standings, person_view, read_standings
from games.rooms import settings_view

MAX_ROOMS = 100
MAX_GAMES = 30


class Personal(NamedTuple):
    """Tickets and challenges by player."""

    tickets: dict[int, TicketView]
    challenges: dict[int, tuple[ChallengeView, ...]]


class LobbyState(NamedTuple):
    """The lobby at one moment: rows by room code, counts, and tickets and challenges by player."""

    rows: dict[str, LobbyRow]
    online: int
    searching: int
    tickets: dict[int, TicketView]
    challenges: dict[int, tuple[ChallengeView, ...]]


def read_lobby(players: Collection[int]) -> LobbyState:
    """Read the lobby; tickets and challenges of `players` only."""
    now = utc_now()
    rooms = [
        *_with_people(open_tables(now))[:MAX_ROOMS],
        *_with_people(games_to_watch(now))[:MAX_GAMES],
    ]
    return LobbyState(
        _rows(rooms),
        User.objects.filter(seen_at__gt=now - ONLINE, is_bot=False).count(),
        Ticket.objects.filter(room=None, alive_until__gt=now).count(),
        *read_personal(players),
    )


def read_personal(players: Collection[int]) -> Personal:
    """Return the tickets and challenges of these players."""
    return Personal(ticket_views(players), challenge_views(players))


def _with_people(rooms: QuerySet[Room]) -> QuerySet[Room]:
    seats = Seat.objects.filter(closed=False).select_related("player").order_by("number")
    return rooms.select_related("game", "host").prefetch_related(Prefetch("seats", seats))


def _rows(rooms: list[Room]) -> dict[str, LobbyRow]:
    people = {seat.player_id for room in rooms for seat in room.seats.all()}
    people |= {room.host_id for room in rooms}
    standings = read_standings(player for player in people if player is not None)
    return {room.code: _row(room, standings) for room in rooms}


def _row(room: Room, standings: Standings) -> LobbyRow:
    seats = list(room.seats.all())
    playing = room.game is not None and room.game.status == Game.Status.PLAYING
    settings = settings_view(room)
    people = tuple(
        [
            person_view(seat.player, room.variant, standings)
            for seat in seats
            if seat.player is not None
        ]
    )
    return LobbyRow(
        code=room.code,
        kind="game" if playing else "room",
        variant=settings.variant,
        clock=settings.clock,
        rated=settings.rated,
        host=None if room.host is None else person_view(room.host, room.variant, standings),
        seats=len(seats),
        taken=len(people),
        players=people,
    )
