"""Bots at a room's table: the host adds them, and decides whether they replace leavers."""

from games.core import bots
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts import bot_accounts
from games.tables.rooms.changes import changing
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.permissions import (
    check_between_games,
    check_host,
    check_not_in_tournament,
)
from games.tables.rooms.seats import free_seat
from games.tables.rooms.starting import BOT_SEED


def add_bot(room_id: int, player_id: int, persona: str, number: int | None) -> None:
    """Give a bot the free seat with this number (None: the first one). Raises Refused."""
    with changing(room_id) as room:
        _check_may_seat(room, player_id)
        if persona not in bots.PERSONALITIES:
            raise Refused(ErrorCode.NOT_FOUND, "That bot does not exist.")
        if persona in _seated(room):
            raise Refused(ErrorCode.SEAT_TAKEN, "This bot is already at the table.")
        _seat(free_seat(room, number), persona)


def fill(room_id: int, player_id: int) -> None:
    """Give every free seat to a bot. Raises Refused."""
    with changing(room_id) as room:
        _check_may_seat(room, player_id)
        free = list(room.seats.filter(player=None, closed=False))
        if not free:
            raise Refused(ErrorCode.ROOM_FULL, "All seats are taken.")
        seated = _seated(room)
        absent = [id_ for id_ in bot_accounts.DEFAULT_BOTS if id_ not in seated]
        for seat, persona in zip(free, absent, strict=False):
            _seat(seat, persona)


def set_stand_ins(room_id: int, player_id: int, on: bool) -> None:
    """Set whether a bot replaces players who leave during a game. Raises Refused."""
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        if room.rated and on:
            raise Refused(ErrorCode.FORBIDDEN, "Bots cannot take over in rated games.")
        Room.objects.filter(pk=room_id).update(stand_ins=on)


def _check_may_seat(room: Room, player_id: int) -> None:
    check_host(room, player_id)
    check_between_games(room)
    check_not_in_tournament(room)


def _seated(room: Room) -> set[str]:
    seats = room.seats.exclude(player=None).select_related("player")
    return {bot_accounts.persona_of(seat.player) for seat in seats}


def _seat(seat: Seat, persona: str) -> None:
    seat.player_id = bot_accounts.find_bot(persona)
    seat.seed, seat.seal = BOT_SEED, ""
    seat.ready = seat.sealing = False
    seat.save()
