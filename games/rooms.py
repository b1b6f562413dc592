"""Rooms and their seats: who sits where, who may begin. The only writer of both.

Every function here is one transaction that locks the room's row; what it refuses, it refuses
with `Refused`, and then nothing has changed.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games import bots, house, leavers
from games.engine import Player
from games.fairplay import address_mark, why_barred
from games.models import Game, Room, Seat, User
from games.protocol import ErrorCode
from games.roomview import seats_of, with_newest_line
from games.rules import find_variant
from games.store import Prepared, fetch, next_secret, prepare_next_game, start_game, statements
from games.store.statements import Row, Statement

MOST_SEATS = 8
CLOCKS = (None, 30, 60, 90, 86400)
# Who was paired has so long to arrive; then the game begins, and his clock runs.
PAIRED_WAIT = timedelta(seconds=15)
# So long does a guest who was sent away not come back under another name.
REMOVED_FOR_S = 6 * 3600.0
# A seat whose browser gave no seed: said openly in the log instead of made up by the server.
NO_SEED = "none"
BOT_SEED = "bot"


class Refused(Exception):
    """The room does not allow this now. `code` is one of the protocol's error codes."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Table:
    """A room under its lock, and all its seats. `writes` is written, in order, when the change
    ends, together with the count of the change.
    """

    room: Room
    seats: list[Seat]
    writes: list[tuple[Statement, Sequence[Row]]] = field(default_factory=list)


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
            [
                Seat(room=room, number=0, player=host, seated_at=timezone.now()),
                *(Seat(room=room, number=number) for number in range(1, seats)),
            ]
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
        room.seats.update(seated_at=timezone.now())
    return room


def begin_paired(room_id: int) -> None:
    """Begin the first game of a paired room, unless it has begun or too few are left."""
    with changing_table(room_id) as table:
        if table.room.game_id is None and table.room.begins_by is not None:
            _begin_paired(table)


def _begin_paired(table: Table) -> None:
    room = table.room
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    taken = room.seats.exclude(player=None)
    # Bots alone would play for nobody.
    if taken.count() > 1 and taken.filter(player__is_bot=False).exists():
        _begin(table)


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


_lock = Prepared(lambda id_: Room.objects.only("pk").select_for_update().filter(pk=id_), 0)
_with_game = Prepared(lambda id_: with_newest_line(Room.objects.filter(pk=id_)), 0)


@contextmanager
def changing_table(room_id: int) -> Iterator[Table]:
    """Lock the room for one change, and count the change. Raises Refused if it is gone."""
    # Inside a transaction of somebody else's it is his to commit.
    commit = not connection.in_atomic_block
    with transaction.atomic():
        # In steps: PostgreSQL reads what is joined as it was before it waited for the lock.
        questions = (_lock, _with_game, seats_of)
        _, found, seats = fetch([(question.sql, [room_id]) for question in questions])
        if not found:
            raise Refused(ErrorCode.NOT_FOUND, "This room is gone.")
        table = Table(_with_game.models(found)[0], seats_of.models(seats))
        yield table
        statements.run_all([*table.writes, (statements.COUNT_CHANGE, [(room_id,)])], commit)
    table.room.rev += 1


@contextmanager
def changing(room_id: int) -> Iterator[Room]:
    """Do as `changing_table`, for changes that look only at some of the seats."""
    with changing_table(room_id) as table:
        yield table.room


def check_between_games(room: Room) -> None:
    """Raise Refused while a game is being played."""
    if room.game is not None and room.game.status == Game.Status.PLAYING:
        raise Refused(ErrorCode.ALREADY_STARTED, "The game has begun.")


def check_host(room: Room, player_id: int) -> None:
    """Raise Refused unless the player is the room's host."""
    if room.host_id != player_id:
        raise Refused(ErrorCode.FORBIDDEN, "Only the host can do that.")


def check_welcome(room: Room, player_id: int, address: str = "") -> User:
    """Return the player. Raise Refused if there is none, or he was sent away from this table: he
    himself, or a guest from this internet `address` before he became one.
    """
    player = User.objects.filter(pk=player_id, is_active=True).first()
    if player is None:
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Tell us your name first.")
    if room.removed.filter(pk=player_id).exists() or _has_returned(room, player, address):
        raise Refused(ErrorCode.FORBIDDEN, "The host has asked you to leave this table.")
    return player


def _has_returned(room: Room, player: User, address: str) -> bool:
    sent_at: float | None = room.turned_away.get(address_mark(address, room.pk))
    if sent_at is None or not player.is_guest:
        return False
    now = timezone.now().timestamp()
    return sent_at < player.date_joined.timestamp() and now - sent_at < REMOVED_FOR_S


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
        check_welcome(room, player_id, address)
        if room.rated:
            check_may_play_rated(player_id)
        mine = room.seats.filter(player_id=player_id).first()
        if mine is not None and number in (None, mine.number):
            chosen = mine
        else:
            chosen = free_seat(room, number)
        known, came = ("", None) if mine is None else (mine.seed, mine.seated_at)
        known_address = "" if mine is None else mine.address
        if chosen != mine:
            if mine is not None:
                _vacate(mine)
            chosen.player_id = player_id
            chosen.seated_at = timezone.now() if mine is None else came
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
    seat.player = seat.seated_at = None
    seat.ready = False
    seat.seed = seat.address = ""
    seat.save()


def stand(room_id: int, player_id: int, here: Collection[int] = ()) -> None:
    """Free the player's seat; a host who leaves hands the room on. `here`: see `find_heir`."""
    with changing(room_id) as room:
        check_between_games(room)
        _vacate(seat_of(room, player_id))
        heir = find_heir(room, here=here)
        if room.host_id == player_id and heir is not None:
            Room.objects.filter(pk=room.pk).update(host=heir.player_id)


def replace_host(room_id: int, host_id: int | None, here: Collection[int]) -> None:
    """Hand the room of an absent host to whoever of those `here` has sat at the table longest.

    Raises Refused if `host_id` is the host no longer, or if there is nobody to take his place.
    """
    with changing(room_id) as room:
        check_between_games(room)
        heir = find_heir(room, but=host_id, here=here)
        if room.host_id != host_id or heir is None or heir.player_id not in here:
            raise Refused(ErrorCode.FORBIDDEN, "The room keeps its host.")
        Room.objects.filter(pk=room_id).update(host=heir.player_id)


def find_heir(room: Room, but: int | None = None, here: Collection[int] = ()) -> Seat | None:
    """Return the seat of the person who has sat at the table longest, apart from the player `but`,
    or None. The players `here` come before all others.
    """
    # A bot would never use a host's rights.
    people = room.seats.filter(player__is_bot=False).exclude(player_id=but)
    longest = list(people.order_by(F("seated_at").asc(nulls_last=True), "number"))
    return min(longest, key=lambda seat: seat.player_id not in here, default=None)


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
    with changing_table(room_id) as table:
        room = table.room
        check_between_games(room)
        seat = seat_of(room, player_id)
        seat.seed = seed
        seat.address = address_mark(address, room_id)
        seat.save()
        waiting = room.seats.exclude(player=None).filter(seed="")
        if room.game_id is None and room.begins_by is not None and not waiting.exists():
            _begin_paired(table)


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


def remove(
    room_id: int,
    player_id: int,
    number: int,
    address: str = "",
    known: Collection[str] = (),
) -> None:
    """Send the player of a seat away from this table; the host's right, not during a game.

    Nobody chose the host of a paired table: there he sends nobody away before the game. A guest is
    remembered by his addresses, too (those `known`, and his seat's), unless the host's own
    `address` is the same: he may be of the same house.
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
        if seat.player.is_guest:
            marks = {seat.address, *(address_mark(each, room_id) for each in known)}
            _turn_away(room, marks - {"", address_mark(address, room_id)})
        _vacate(seat)


def _turn_away(room: Room, marks: set[str]) -> None:
    now = timezone.now().timestamp()
    recent = {mark: at for mark, at in room.turned_away.items() if now - at < REMOVED_FOR_S}
    turned_away = recent | dict.fromkeys(marks, now)
    Room.objects.filter(pk=room.pk).update(turned_away=turned_away)


def _check_not_paired(room: Room) -> None:
    """Raise Refused while a paired table waits for its players."""
    if room.begins_by is not None and room.begins_by > timezone.now():
        raise Refused(ErrorCode.FORBIDDEN, "This game begins by itself in a moment.")


def start(room_id: int, player_id: int) -> None:
    """The host's: begin the next game with all who sit; after a game, with all who asked for it.

    A paired table begins by itself: nobody may cut off the seed of somebody who is still coming.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        check_host(room, player_id)
        check_between_games(room)
        seat_of(room, player_id)
        _check_not_paired(room)
        if room.game_id is not None:
            idle = room.seats.filter(ready=False).exclude(player__is_bot=True)
            for seat in idle.exclude(player_id=player_id):
                _vacate(seat)
        _begin(table)


def rematch(room_id: int, player_id: int, seed: str | None, address: str = "") -> Table:
    """Ask for another game; the last of those at the table to ask begins it. Returns the table as
    it is then.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        if room.game_id is None:
            raise Refused(ErrorCode.NOT_STARTED, "There was no game yet.")
        check_between_games(room)
        mine = next((seat for seat in table.seats if seat.player_id == player_id), None)
        if mine is None:
            raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
        if room.rated:
            check_may_play_rated(player_id)
        mine.ready = True
        if seed:
            mine.seed, mine.address = seed, address_mark(address, room_id)
        # Bots are always ready for another one.
        if all(seat.ready for seat in table.seats if seat.player and not seat.player.is_bot):
            _begin_with(table, table.seats)
        else:
            table.writes.append((statements.MAKE_READY, [(mine.seed, mine.address, mine.pk)]))
    return table


def _begin(table: Table) -> None:
    """Begin the room's next game with all who sit now, after whatever this change has done."""
    _begin_with(table, seats_of(table.room.pk))


def _begin_with(table: Table, seats: Sequence[Seat]) -> None:
    room = table.room
    barred = why_barred(room, seats) if room.rated else None
    players = [
        Player(
            seat.player.pk,
            seat.player.name,
            BOT_SEED if seat.player.is_bot else seat.seed or NO_SEED,
            seat.player.is_bot,
            house.persona_of(seat.player),
        )
        for seat in seats
        if seat.player is not None
    ]
    stand_in = bots.STAND_IN if room.stand_ins and not room.rated else ""
    now = time.time_ns() // 1_000_000
    room.game = start_game(room, players, now, uncounted=barred or "", stand_in=stand_in)
    code, secret = next_secret()
    room.next_code, room.begins_by = code, None
    for seat in seats:
        seat.ready, seat.seed, seat.address = False, "", ""
    table.writes.extend(
        [
            (statements.INSERT_SECRET, [(code, secret)]),
            (statements.CLEAR_SEATS, [(room.pk,)]),
            (statements.TAKE_GAME, [(room.game.pk, code, room.pk)]),
        ]
    )
