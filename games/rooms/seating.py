"""Sit down, stand up, get ready, and set a seed."""

from collections.abc import Collection

from games.clock import utc_now
from games.models import Room
from games.rooms.changes import changing, changing_table
from games.rooms.hosting import next_host
from games.rooms.permissions import (
    check_between_games,
    check_may_play_rated,
    check_open,
    check_welcome,
)
from games.rooms.rated_eligibility import address_mark
from games.rooms.seats import free_seat, seat_of, vacate
from games.rooms.starting import start_paired_game


def sit(
    room_id: int, player_id: int, number: int | None, seed: str | None, address: str = ""
) -> None:
    """Give the player the seat with this number (None: the first free one), or move them there.
    Raises Refused.

    `address`: the client's, here and below. Only a keyed hash is stored, until the game starts.
    """
    with changing(room_id) as room:
        check_open(room)
        check_between_games(room)
        check_welcome(room, player_id, address)
        if room.rated:
            check_may_play_rated(player_id)
        mine = room.seats.filter(player_id=player_id).first()
        if mine is not None and number in (None, mine.number):
            chosen = mine
        else:
            chosen = free_seat(room, number)
        old_seed, old_address = ("", "") if mine is None else (mine.seed, mine.address)
        seated_at = utc_now() if mine is None else mine.seated_at
        if chosen != mine:
            if mine is not None:
                vacate(mine)
            chosen.player_id = player_id
            chosen.seated_at = seated_at
            chosen.ready = False
        chosen.seed = seed or old_seed
        chosen.address = address_mark(address, room_id) if seed else old_address
        chosen.save()
        if not room.seats.exclude(player=None).filter(player_id=room.host_id).exists():
            # The last host is gone; a room without a host could never start a game.
            Room.objects.filter(pk=room_id).update(host=player_id)


def stand(room_id: int, player_id: int, here: Collection[int] = ()) -> None:
    """Free the player's seat. A host who leaves is replaced; `here`: see `next_host`."""
    with changing(room_id) as room:
        check_between_games(room)
        vacate(seat_of(room, player_id))
        seat = next_host(room, here=here)
        if room.host_id == player_id and seat is not None:
            Room.objects.filter(pk=room.pk).update(host=seat.player_id)


def set_ready(room_id: int, player_id: int, ready: bool) -> None:
    """Set whether the player is ready."""
    with changing(room_id) as room:
        check_open(room)
        check_between_games(room)
        seat = seat_of(room, player_id)
        seat.ready = ready
        seat.save()


def set_seed(room_id: int, player_id: int, seed: str, address: str = "") -> None:
    """Set the player's seed for the next game. The last seed starts the game of a paired room."""
    with changing_table(room_id) as table:
        room = table.room
        check_between_games(room)
        seat = seat_of(room, player_id)
        seat.seed = seed
        seat.address = address_mark(address, room_id)
        seat.save()
        waiting = room.seats.exclude(player=None).filter(seed="")
        if room.game_id is None and room.begins_by is not None and not waiting.exists():
            start_paired_game(table)
