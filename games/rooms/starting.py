"""Start the next game of a room."""

from collections.abc import Sequence

from games import bots
from games.accounts import bot_accounts
from games.clock import now_ms
from games.engine import Player
from games.models import Room, Seat
from games.protocol import ErrorCode
from games.rooms.changes import Table, changing_table
from games.rooms.errors import Refused
from games.rooms.permissions import (
    check_between_games,
    check_host,
    check_may_play_rated,
    check_not_paired,
    check_open,
)
from games.rooms.rated_eligibility import address_mark, find_reason_at_start
from games.rooms.room_view import seats_of
from games.rooms.seats import seat_of, vacate
from games.store import next_secret, start_game, statements

# Stands for a missing seed: the server never makes one up.
NO_SEED = "none"


BOT_SEED = "bot"


def start_paired(room_id: int) -> None:
    """Start the first game of a paired room, unless it has started or too few players are left."""
    with changing_table(room_id) as table:
        if table.room.game_id is None and table.room.begins_by is not None:
            start_paired_game(table)


def start_paired_game(table: Table) -> None:
    """Start the game of a paired room if two seats are taken, one of them by a person."""
    room = table.room
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    taken = room.seats.exclude(player=None)
    # Nobody would see a game with only bots.
    if taken.count() > 1 and taken.filter(player__is_bot=False).exists():
        start_with_seated(table)


def start(room_id: int, player_id: int) -> None:
    """Start the next game with everyone seated; after a game, with everyone ready.

    Only the host may. Raises Refused.

    A paired table starts automatically: players who are still connecting have not sent their seeds.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        check_host(room, player_id)
        check_between_games(room)
        seat_of(room, player_id)
        check_not_paired(room)
        if room.game_id is not None:
            idle = room.seats.filter(ready=False).exclude(player__is_bot=True)
            for seat in idle.exclude(player_id=player_id):
                vacate(seat)
        start_with_seated(table)


def rematch(room_id: int, player_id: int, seed: str | None, address: str = "") -> Table:
    """Ask for another game; it starts when everyone at the table has asked. Return the table after
    that. Raises Refused.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        if room.game_id is None:
            raise Refused(ErrorCode.NOT_STARTED, "No game has been played here yet.")
        check_between_games(room)
        mine = next((seat for seat in table.seats if seat.player_id == player_id), None)
        if mine is None:
            raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
        if room.rated:
            check_may_play_rated(player_id)
        mine.ready = True
        if seed:
            mine.seed, mine.address = seed, address_mark(address, room_id)
        # Bots are always ready.
        if all(seat.ready for seat in table.seats if seat.player and not seat.player.is_bot):
            start_with(table, table.seats)
        else:
            table.writes.append((statements.MAKE_READY, [(mine.seed, mine.address, mine.pk)]))
    return table


def start_with_seated(table: Table) -> None:
    """Start the next game with the players now seated: this change may have freed seats."""
    start_with(table, seats_of(table.room.pk))


def start_with(table: Table, seats: Sequence[Seat]) -> None:
    """Start the next game of the room with the players of `seats`."""
    room = table.room
    reason = find_reason_at_start(room, seats) if room.rated else None
    players = [
        Player(
            seat.player.pk,
            seat.player.name,
            BOT_SEED if seat.player.is_bot else seat.seed or NO_SEED,
            seat.player.is_bot,
            bot_accounts.persona_of(seat.player),
        )
        for seat in seats
        if seat.player is not None
    ]
    stand_in = bots.STAND_IN if room.stand_ins and not room.rated else ""
    now = now_ms()
    room.game = start_game(room, players, now, unrated_reason=reason or "", stand_in=stand_in)
    code, secret = next_secret()
    room.next_code, room.begins_by = code, None
    for seat in seats:
        seat.ready, seat.seed, seat.address = False, "", ""
    table.writes.extend(
        [
            (statements.INSERT_SECRET, [(code, secret)]),
            (statements.CLEAR_SEATS, [(room.pk,)]),
            (statements.SET_GAME, [(room.game.pk, code, room.pk)]),
        ]
    )
