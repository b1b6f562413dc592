"""Reads the lobby: open tables, games to watch with their scores, the featured game, and how many
players are online.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from msgspec import UNSET

from games.core.engine import is_long
from games.core.protocol.lobby_messages import (
    ChallengeView,
    Featured,
    GameScore,
    InvitationView,
    LobbyRow,
    TicketView,
)
from games.core.rules import is_readable
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.record.log.models import Game
from games.record.ratings.pools import pool_of
from games.record.ratings.shown_ratings import ShownRatings, person_view, read_standings
from games.tables.matchmaking.challenges import challenge_views
from games.tables.matchmaking.invitations import invitation_views
from games.tables.matchmaking.models import Ticket
from games.tables.matchmaking.room_lists import ONLINE, games_to_watch, open_tables, rounds_begun
from games.tables.matchmaking.tickets import ticket_views
from games.tables.rooms import demonstrations
from games.tables.rooms.game_settings import settings_view
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.room_view import dice_view, mode_view

MAX_IN_ROUNDS = 8
MAX_ROOMS = 100
MAX_GAMES = 30


def choose_featured(rows: Iterable[LobbyRow], featured: Featured | None) -> Featured | None:
    """Return the game to feature, or None: prefer tournaments, then turns over rounds, then the
    best players.
    """
    # The game `featured` until now stays as long as it is listed, unless a tournament's game can
    # replace another one.
    games = {row.code: row for row in rows if row.kind == "game" and _moves(row)}
    if not games:
        return None
    best = max(games.values(), key=_rank)
    shown = None if featured is None else games.get(featured.code)
    if shown is not None and _is_of_tournament(shown) >= _is_of_tournament(best):
        best = shown
    return Featured(best.code, demo=False)


def _moves(row: LobbyRow) -> bool:
    # Nobody waits a day for a move. In rounds, the page has no room for many players.
    return not is_long(row.clock) and (row.mode is UNSET or len(row.players) <= MAX_IN_ROUNDS)


def _is_of_tournament(row: LobbyRow) -> bool:
    return row.tournament is not UNSET


def _rank(row: LobbyRow) -> tuple[bool, bool, float, int]:
    """Return how worthwhile a game is to watch: whether it belongs to a tournament, whether it is
    played in turns, the mean rating (unrated players count as 0), and the number of players.
    """
    # In rounds there is something new to see only at each reveal.
    ratings = [person.rating or 0 for person in row.players]
    mean = sum(ratings) / len(ratings) if ratings else 0.0
    return (_is_of_tournament(row), row.mode is UNSET, mean, len(ratings))


class Personal(NamedTuple):
    """Tickets, challenges and invitations by player."""

    tickets: dict[int, TicketView]
    challenges: dict[int, tuple[ChallengeView, ...]]
    invitations: dict[int, tuple[InvitationView, ...]]


class LobbyState(NamedTuple):
    """The lobby at one moment: rows and scores by room code, counts, tickets and challenges by
    player, and the featured game.
    """

    rows: dict[str, LobbyRow]
    online: int
    searching: int
    tickets: dict[int, TicketView]
    challenges: dict[int, tuple[ChallengeView, ...]]
    scores: dict[str, GameScore]
    featured: Featured | None
    invitations: dict[int, tuple[InvitationView, ...]]


def read_lobby(players: Collection[int], featured: Featured | None = None) -> LobbyState:
    """Read the lobby, with the tickets and challenges of `players`.

    `featured`: the game featured until now.
    """
    now = utc_now()
    games = list(_with_people(games_to_watch(now)).prefetch_related("game__scorecards")[:MAX_GAMES])
    rows = _rows([*_with_people(open_tables(now))[:MAX_ROOMS], *games])
    personal = read_personal(players)
    return LobbyState(
        rows,
        User.objects.filter(seen_at__gt=now - ONLINE, is_bot=False).count(),
        Ticket.objects.filter(room=None, alive_until__gt=now).count(),
        personal.tickets,
        personal.challenges,
        {room.code: _score(room, rows[room.code]) for room in games},
        choose_featured(rows.values(), featured) or _demonstration(now),
        personal.invitations,
    )


def _demonstration(now: datetime) -> Featured | None:
    code = demonstrations.shown_room(now)
    return None if code is None else Featured(code, demo=True)


def _score(room: Room, row: LobbyRow) -> GameScore:
    assert room.game is not None
    cards = list(room.game.scorecards.all())
    totals = {card.player_id: card.total for card in cards}
    return GameScore(
        room.code,
        *rounds_begun(room.game, cards),
        tuple([totals.get(person.player) for person in row.players]),
    )


def read_personal(players: Collection[int]) -> Personal:
    return Personal(ticket_views(players), challenge_views(players), invitation_views(players))


def _with_people(rooms: QuerySet[Room]) -> QuerySet[Room]:
    seats = Seat.objects.filter(closed=False).select_related("player").order_by("number")
    return rooms.select_related("game", "host", "tournament").prefetch_related(
        Prefetch("seats", seats)
    )


def _rows(rooms: list[Room]) -> dict[str, LobbyRow]:
    people = {seat.player_id for room in rooms for seat in room.seats.all()}
    people |= {room.host_id for room in rooms}
    standings = read_standings(player for player in people if player is not None)
    return {room.code: _row(room, standings) for room in rooms if is_readable(room.variant)}


def _row(room: Room, standings: ShownRatings) -> LobbyRow:
    seats = list(room.seats.all())
    playing = room.game is not None and room.game.status == Game.Status.PLAYING
    settings = settings_view(room)
    pool = pool_of(room.variant, room.dice)
    people = tuple(
        [person_view(seat.player, pool, standings) for seat in seats if seat.player is not None]
    )
    return LobbyRow(
        code=room.code,
        kind="game" if playing else "room",
        variant=settings.variant,
        clock=settings.clock,
        rated=settings.rated,
        host=None if room.host is None else person_view(room.host, pool, standings),
        seats=len(seats),
        taken=len(people),
        players=people,
        tournament=room.tournament.code if room.tournament else UNSET,
        mode=mode_view(room),
        dice=dice_view(room),
    )
