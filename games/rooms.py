"""Rooms and their seats: who sits where, who may begin. The only writer of both.

Every function here is one transaction that locks the room's row; what it refuses, it refuses
with `Refused`, and then nothing has changed.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import bots, house, leavers
from games.engine import Player
from games.fairplay import address_mark, why_barred
from games.models import ChatMessage, Game, Room, Seat, User
from games.protocol import ErrorCode
from games.roomview import seats_of
from games.rules import find_variant
from games.store import Prepared, prepare_next_game, start_game, statements

MOST_SEATS = 8
CLOCKS = (None, 30, 60, 90, 86400)
# Who was paired has so long to arrive; then the game begins, and his clock runs.
PAIRED_WAIT = timedelta(seconds=15)
# A seat whose browser gave no seed: said openly in the log instead of made up by the server.
NO_SEED = "none"
BOT_SEED = "bot"


class Refused(Exception):
    """The room does not allow this now. `code` is one of the protocol's error codes."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def open_room(
    host: User,
    variant_id: str,
    switches: Mapping[str, str],
    seats: int,
    clock: int | None,
    public: bool,
    rated: bool = False,
    stand_ins: bool = False,
) -> Room:
    """Make a room, its host in the first seat, and return it. `clock` is seconds a turn, or None;
    `stand_ins`: whether a bot plays for whoever leaves a casual game.

    Raises ValueError for an unknown variant, switch, number of seats or clock.
    """
    variant = find_variant(variant_id, **switches)
    if not 1 <= seats <= MOST_SEATS:
        raise ValueError(f"a room has 1 to {MOST_SEATS} seats")
    if clock not in CLOCKS:
        raise ValueError("there is no such clock")
    if rated and clock is None:
        raise ValueError("a rated game has a clock")
    with transaction.atomic():
        room = Room.objects.create(
            host=host,
            variant=variant.id,
            switches=dict(variant.switches),
            clock=clock,
            public=public,
            rated=rated,
            stand_ins=stand_ins and not rated,
            next_code=prepare_next_game(),
        )
        Seat.objects.bulk_create(
            Seat(room=room, number=number, player=None if number else host)
            for number in range(seats)
        )
    return room


def open_paired_room(
    player_ids: Sequence[int],
    variant_id: str,
    switches: Mapping[str, str],
    clock: int | None,
    rated: bool,
) -> Room:
    """Make a room for players who were paired, all seated; its game begins by itself.

    It begins when every seat's browser has given its seed (which must come after the commitment),
    or after PAIRED_WAIT. Bots have no browser; their seed says so. Nobody there knows the others:
    a bot stands in for whoever leaves a casual game.
    """
    players = User.objects.in_bulk(player_ids)
    host = players[player_ids[0]]
    with transaction.atomic():
        room = open_room(
            host,
            variant_id,
            switches,
            len(players),
            clock,
            public=True,
            rated=rated,
            stand_ins=True,
        )
        Room.objects.filter(pk=room.pk).update(begins_by=timezone.now() + PAIRED_WAIT)
        for number, player_id in enumerate(player_ids):
            seed = BOT_SEED if players[player_id].is_bot else ""
            room.seats.filter(number=number).update(player=player_id, ready=True, seed=seed)
    return room


def begin_paired(room_id: int) -> None:
    """Begin the first game of a paired room, unless it has begun or too few are left."""
    with changing(room_id) as room:
        if room.game_id is None and room.begins_by is not None:
            _begin_paired(room)


def _begin_paired(room: Room) -> None:
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    taken = room.seats.exclude(player=None)
    # Bots alone would play for nobody.
    if taken.count() > 1 and taken.filter(player__is_bot=False).exists():
        _begin(room)


def take_down(room_id: int) -> None:
    """Take the room out of the lobby for good: nobody sits down or plays there any more. Raises
    Refused.
    """
    with changing(room_id):
        Room.objects.filter(pk=room_id).update(public=False, begins_by=None, ended=True)


def check_open(room: Room) -> None:
    """Raise Refused at a table that staff have ended."""
    if room.ended:
        raise Refused(ErrorCode.FORBIDDEN, "The people who run this site have closed this table.")


_locked = Prepared(
    lambda id_: Room.objects.select_related("game").select_for_update(of=("self",)).filter(pk=id_),
    0,
)


@contextmanager
def changing(room_id: int) -> Iterator[Room]:
    """Lock the room for one change, and count the change. Raises Refused if it is gone."""
    with transaction.atomic():
        room = _locked.first(room_id)
        if room is None:
            raise Refused(ErrorCode.NOT_FOUND, "This room is gone.")
        yield room
        statements.run_all([(statements.COUNT_CHANGE, [(room_id,)])])


def check_between_games(room: Room) -> None:
    """Raise Refused while a game is being played."""
    if room.game is not None and room.game.status == Game.Status.PLAYING:
        raise Refused(ErrorCode.ALREADY_STARTED, "The game has begun.")


def check_host(room: Room, player_id: int) -> None:
    """Raise Refused unless the player is the room's host."""
    if room.host_id != player_id:
        raise Refused(ErrorCode.FORBIDDEN, "Only the host can do that.")


def check_welcome(room: Room, player_id: int) -> None:
    """Raise Refused if the player no longer exists, or was sent away from this table."""
    if not User.objects.filter(pk=player_id, is_active=True).exists():
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Tell us your name first.")
    if room.removed.filter(pk=player_id).exists():
        raise Refused(ErrorCode.FORBIDDEN, "The host has asked you to leave this table.")


def check_may_play_rated(player_id: int) -> None:
    """Raise Refused for a guest, and for one who left rated games while he has to wait."""
    player = User.objects.get(pk=player_id)
    if player.is_guest:
        raise Refused(
            ErrorCode.FORBIDDEN,
            "Rated games are for accounts. Keep your name with a password, or play a casual game.",
        )
    minutes = leavers.minutes_to_wait(player, timezone.now())
    if minutes:
        raise Refused(
            ErrorCode.FORBIDDEN,
            f"You left rated games. Rated play is open to you again in {minutes} min; "
            "casual games are open now.",
        )


def seat_of(room: Room, player_id: int) -> Seat:
    """Return the player's seat. Raises Refused if he has none."""
    seat = room.seats.filter(player_id=player_id).first()
    if seat is None:
        raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
    return seat


def _numbered_seat(room: Room, number: int) -> Seat:
    seat = room.seats.filter(number=number).first()
    if seat is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such seat.")
    return seat


def sit(
    room_id: int, player_id: int, number: int | None, seed: str | None, address: str = ""
) -> None:
    """Give the player the seat with this number (None: the first free one), or move him there.

    `address` is the client's, here and below; what is kept of it is a mark, until the game begins.
    """
    with changing(room_id) as room:
        check_open(room)
        check_between_games(room)
        check_welcome(room, player_id)
        if room.rated:
            check_may_play_rated(player_id)
        mine = room.seats.filter(player_id=player_id).first()
        if mine is not None and number in (None, mine.number):
            chosen = mine
        else:
            chosen = free_seat(room, number)
        known = "" if mine is None else mine.seed
        known_address = "" if mine is None else mine.address
        if chosen != mine:
            if mine is not None:
                _vacate(mine)
            chosen.player_id = player_id
            chosen.ready = False
        chosen.seed = seed or known
        chosen.address = address_mark(address, room_id) if seed else known_address
        chosen.save()
        if not room.seats.exclude(player=None).filter(player_id=room.host_id).exists():
            # The last host is gone: without one nobody could ever begin.
            Room.objects.filter(pk=room_id).update(host=player_id)


def free_seat(room: Room, number: int | None) -> Seat:
    """Return the free seat with this number (None: the first one). Raises Refused."""
    free = room.seats.filter(player=None, closed=False)
    seat = free.first() if number is None else free.filter(number=number).first()
    if seat is not None:
        return seat
    if number is None:
        raise Refused(ErrorCode.ROOM_FULL, "Every seat is taken. You are welcome to watch.")
    raise Refused(ErrorCode.SEAT_TAKEN, "That seat is not free.")


def _vacate(seat: Seat) -> None:
    seat.player = None
    seat.ready = False
    seat.seed = seat.address = ""
    seat.save()


def stand(room_id: int, player_id: int) -> None:
    """Free the player's seat; a host who leaves hands the room to the next at the table."""
    with changing(room_id) as room:
        check_between_games(room)
        _vacate(seat_of(room, player_id))
        _pass_host(room, player_id)


def _pass_host(room: Room, leaver_id: int) -> None:
    if room.host_id != leaver_id:
        return
    heir = find_heir(room)
    if heir is not None:
        Room.objects.filter(pk=room.pk).update(host=heir.player_id)


def find_heir(room: Room, but: int | None = None) -> Seat | None:
    """Return the seat of the first person at the table, apart from the player `but`, or None."""
    # A bot would never use a host's rights.
    return room.seats.filter(player__is_bot=False).exclude(player_id=but).first()


def set_ready(room_id: int, player_id: int, ready: bool) -> None:
    """Show whether the player is ready."""
    with changing(room_id) as room:
        check_open(room)
        check_between_games(room)
        seat = seat_of(room, player_id)
        seat.ready = ready
        seat.save()


def set_seed(room_id: int, player_id: int, seed: str, address: str = "") -> None:
    """Change the player's client seed for the next game."""
    with changing(room_id) as room:
        check_between_games(room)
        seat = seat_of(room, player_id)
        seat.seed = seed
        seat.address = address_mark(address, room_id)
        seat.save()
        waiting = room.seats.exclude(player=None).filter(seed="")
        if room.game_id is None and room.begins_by is not None and not waiting.exists():
            _begin_paired(room)


def set_closed(room_id: int, player_id: int, number: int, closed: bool) -> None:
    """Close a free seat, or open a closed one; the host's right."""
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        seat = _numbered_seat(room, number)
        if seat.player_id is not None:
            raise Refused(ErrorCode.SEAT_TAKEN, "Somebody sits there.")
        seat.closed = closed
        seat.save()


def remove(room_id: int, player_id: int, number: int) -> None:
    """Send the player of a seat away from this table; the host's right, not during a game.

    Nobody chose the host of a paired table: there he sends nobody away before the game.
    """
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        _check_not_paired(room)
        seat = _numbered_seat(room, number)
        if seat.player is None:
            raise Refused(ErrorCode.NOT_FOUND, "Nobody sits there.")
        if seat.player_id == player_id:
            raise Refused(ErrorCode.FORBIDDEN, "Stand up if you want to leave your seat.")
        if not seat.player.is_bot:
            room.removed.add(seat.player)
        _vacate(seat)


def _check_not_paired(room: Room) -> None:
    """Raise Refused while a paired table waits for its players."""
    if room.begins_by is not None and room.begins_by > timezone.now():
        raise Refused(ErrorCode.FORBIDDEN, "This game begins by itself in a moment.")


def start(room_id: int, player_id: int) -> None:
    """The host's: begin the next game with all who sit; after a game, with all who asked for it.

    A paired table begins by itself: nobody may cut off the seed of somebody who is still coming.
    """
    with changing(room_id) as room:
        check_open(room)
        check_host(room, player_id)
        check_between_games(room)
        seat_of(room, player_id)
        _check_not_paired(room)
        if room.game_id is not None:
            idle = room.seats.filter(ready=False).exclude(player__is_bot=True)
            for seat in idle.exclude(player_id=player_id):
                _vacate(seat)
        _begin(room)


def rematch(room_id: int, player_id: int, seed: str | None, address: str = "") -> None:
    """Ask for another game; the last of those at the table to ask begins it."""
    with changing(room_id) as room:
        check_open(room)
        if room.game_id is None:
            raise Refused(ErrorCode.NOT_STARTED, "There was no game yet.")
        check_between_games(room)
        seats = seats_of(room.pk)
        mine = next((seat for seat in seats if seat.player_id == player_id), None)
        if mine is None:
            raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
        if room.rated:
            check_may_play_rated(player_id)
        mine.ready = True
        if seed:
            mine.seed, mine.address = seed, address_mark(address, room_id)
        # Bots are always ready for another one.
        if all(seat.ready for seat in seats if seat.player and not seat.player.is_bot):
            _begin(room, seats)
        else:
            mine.save(update_fields=["ready", "seed", "address"])


def _begin(room: Room, seats: Sequence[Seat] | None = None) -> None:
    taken = seats_of(room.pk) if seats is None else seats
    barred = why_barred(room, taken) if room.rated else None
    players = [
        Player(
            seat.player.pk,
            seat.player.name,
            BOT_SEED if seat.player.is_bot else seat.seed or NO_SEED,
            seat.player.is_bot,
            house.persona_of(seat.player),
        )
        for seat in taken
        if seat.player is not None
    ]
    stand_in = bots.STAND_IN if room.stand_ins and not room.rated else ""
    now = time.time_ns() // 1_000_000
    game = start_game(room, players, now, uncounted=barred or "", stand_in=stand_in)
    statements.run_all(
        [
            (statements.CLEAR_SEATS, [(room.pk,)]),
            (statements.TAKE_GAME, [(game.pk, prepare_next_game(), room.pk)]),
        ]
    )


def say(room_id: int, player_id: int, key: str, text: str) -> None:
    """Keep a line of chat; a line sent again, with the same key, is the line of before."""
    with changing(room_id) as room:
        check_open(room)
        check_welcome(room, player_id)
        player = User.objects.get(pk=player_id)
        ChatMessage.objects.get_or_create(
            room=room, player=player, key=key, defaults={"name": player.name, "text": text}
        )


def recent_chat(room_id: int, most: int = 50) -> list[dict[str, Any]]:
    """Return the room's last lines of chat as messages, oldest first."""
    lines = ChatMessage.objects.filter(room_id=room_id).order_by("-id")[:most]
    return [chat_message(line) for line in reversed(lines)]


def chat_message(line: ChatMessage) -> dict[str, Any]:
    """Return a line of chat as browsers get it."""
    return {
        "type": "chat",
        "id": line.pk,
        "player": line.player_id,
        "name": line.name,
        "text": line.text,
        "at": _ms(line.at),
    }


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)
