"""What the lobby shows: open tables, games to watch, how many people are here. Reads only."""

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet

from games.clock import utc_now
from games.matchmaking.challenges import challenge_views
from games.matchmaking.tickets import ticket_views
from games.models import Game, Room, Seat, Ticket, User
from games.protocol import ChallengeView, LobbyRow, TicketView
from games.ratings import Standings, person_view, read_standings
from games.rooms import settings_view

# An open table is shown this long after the last thing that happened at it.
IDLE_ROOM = timedelta(minutes=30)
# A running game likewise.
IDLE_GAME = timedelta(hours=2)
# Who was seen so lately counts as being here; see Hubs, which notes it.
ONLINE = timedelta(seconds=90)
MOST_ROOMS = 100
MOST_GAMES = 30


class Personal(NamedTuple):
    """What concerns single players: a ticket, and challenges, by player."""

    tickets: dict[int, TicketView]
    challenges: dict[int, tuple[ChallengeView, ...]]


class LobbyState(NamedTuple):
    """The lobby at one moment: rows by room code, counts, and what concerns single players."""

    rows: dict[str, LobbyRow]
    online: int
    searching: int
    tickets: dict[int, TicketView]
    challenges: dict[int, tuple[ChallengeView, ...]]


def read_lobby(players: Collection[int]) -> LobbyState:
    """Return the lobby as it is in the database; tickets and challenges of `players` only."""
    now = utc_now()
    rooms = [*_with_people(open_rooms())[:MOST_ROOMS], *_with_people(watched_games())[:MOST_GAMES]]
    return LobbyState(
        _rows(rooms),
        User.objects.filter(seen_at__gt=now - ONLINE, is_bot=False).count(),
        Ticket.objects.filter(room=None, alive_until__gt=now).count(),
        *read_personal(players),
    )


def read_personal(players: Collection[int]) -> Personal:
    """Return the tickets and challenges of these players."""
    return Personal(ticket_views(players), challenge_views(players))


def open_rooms() -> QuerySet[Room]:
    """Return public rooms between games with a free seat and somebody waiting, newest first."""
    return (
        Room.objects.filter(public=True, active_at__gt=utc_now() - IDLE_ROOM)
        .exclude(game__status=Game.Status.PLAYING)
        .annotate(
            people=Count("seats", filter=Q(seats__player__is_bot=False)),
            free=Count("seats", filter=Q(seats__player=None, seats__closed=False)),
        )
        .filter(people__gt=0, free__gt=0, begins_by=None)
        .order_by("-pk")
    )


def watched_games() -> QuerySet[Room]:
    """Return public rooms in which a game is being played, newest first."""
    return Room.objects.filter(
        public=True,
        game__status=Game.Status.PLAYING,
        game__created_at__gt=utc_now() - IDLE_GAME,
    ).order_by("-pk")


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
