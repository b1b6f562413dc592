"""Seats of players who share a device: somebody else, the operator, acts for them.

Such a seat has a guest of its own, who never connects. The log and the proof name that guest, not
the operator. Only casual games in turns at private tables have such seats, and their results count
nowhere.
"""

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.accounts.names import clean_name
from games.people.accounts.players import create_guest, give_guest
from games.people.conduct.contact import welcome
from games.platform.clock import utc_now
from games.record.log.models import Game
from games.tables.rooms.changes import LockedRoom, changing_table
from games.tables.rooms.consent import accept, newcomer
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.opening import PAIRED_WAIT, open_room
from games.tables.rooms.permissions import (
    check_between_games,
    check_not_apart,
    check_not_in_tournament,
    check_open,
    check_welcome,
)
from games.tables.rooms.rated_eligibility import address_mark
from games.tables.rooms.seats import is_played_by, numbered_seat, operated_seat

MOST_ON_A_DEVICE = 8
"""Players on one device, with its owner."""
MOST_SEATS = 8
"""A table gets another seat for a player on a device, up to this many."""
OFFER_FOR = timedelta(minutes=15)
"""How long a link to take over a seat is good for."""
HANDED_OVER_FOR = timedelta(seconds=30)
"""How long the person who took over a seat counts as here, as long as `play_on` waits."""


def add(
    room_id: int,
    operator_id: int,
    name: str,
    address: str = "",
) -> None:
    """Give a player on the operator's device a free seat, or a new one. Raises Refused, and
    `NameRefused` for the name.
    """
    # Before anything is locked: the first name of a process reads long lists.
    clean_name(name)
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        check_between_games(room)
        check_not_in_tournament(room)
        _check_kind(room)
        operator = check_welcome(room, operator_id, address)
        check_not_apart(room, operator_id, table.seats)
        mine = [seat for seat in table.seats if is_played_by(seat, operator_id)]
        if not mine and room.host_id != operator_id:
            raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
        if len(mine) >= MOST_ON_A_DEVICE:
            raise Refused(ErrorCode.ROOM_FULL, "At most 8 players share a device.")
        seat = _free_seat(table)
        seat.player = guest = create_guest(name, added_by=operator_id)
        for person in filter(None, (operator, room.opened_by)):
            welcome(person, guest)
        seat.operator_id = seat.lender_id = operator_id
        seat.seated_at = utc_now()
        seat.address = address_mark(address, room_id)
        # Its seed comes with the next game, like that of everybody at the table.
        seat.sealing, seat.ready = True, room.game_id is None
        accept([seat], room)
        newcomer(table, operator_id)
        seat.save()


def _check_kind(room: Room) -> None:
    """Raise Refused where games count, where everybody plays at once, and where strangers meet."""
    if room.rated:
        raise Refused(ErrorCode.FORBIDDEN, "Rated games are played one to a device.")
    if room.mode == "rounds":
        raise Refused(ErrorCode.FORBIDDEN, "Players on one device take turns.")
    if room.public or room.strangers:
        raise Refused(ErrorCode.FORBIDDEN, "Players on one device need a private table.")


def _free_seat(table: LockedRoom) -> Seat:
    free = [seat for seat in table.seats if seat.player is None and not seat.closed]
    if free:
        return free[0]
    if len(table.seats) >= MOST_SEATS:
        raise Refused(ErrorCode.ROOM_FULL, "All seats are taken. You can watch.")
    return Seat(room=table.room, number=len(table.seats))


# --- Another person takes a seat over -------------------------------------------------------


def offer(room_id: int, operator_id: int, number: int) -> tuple[str, datetime]:
    """Return a word that lets one person take over a seat, and until when. An older word for the
    seat is void. Raises Refused.
    """
    word, until = secrets.token_urlsafe(16), utc_now() + OFFER_FOR
    with changing_table(room_id) as table:
        check_open(table.room)
        seat = operated_seat(table, operator_id, number)
        if seat.operator_id is None:
            raise Refused(ErrorCode.FORBIDDEN, "Only a seat on your device can be handed over.")
        Seat.objects.filter(pk=seat.pk).update(offer=_hash(word), offer_until=until)
    return word, until


def find_offered(code: str, word: str) -> Seat | None:
    """Return the seat of the room with this code that the word stands for; None if it is void."""
    now = utc_now()
    seats = Seat.objects.select_related("player", "room").filter(room__code=code)
    return seats.filter(offer=_hash(word), offer_until__gt=now).exclude(player=None).first()


def claim(room_id: int, word: str, claimer_id: int, address: str = "") -> None:
    """Make the claimer the operator of the seat that the word stands for. Raises Refused."""
    with changing_table(room_id) as table:
        room, now = table.room, utc_now()
        check_open(room)
        offered = room.seats.filter(offer=_hash(word), offer_until__gt=now)
        seat = offered.exclude(player=None).first()
        if seat is None:
            raise Refused(ErrorCode.NOT_FOUND, "This link has expired. Please ask for another.")
        claimer = check_welcome(room, claimer_id, address)
        check_not_apart(room, claimer_id, table.seats)
        if room.opened_by is not None:
            welcome(room.opened_by, claimer)
        _check_seeds_are_shown(table)
        _hand_over(table, seat, claimer_id)


def take_back(
    room_id: int,
    lender_id: int,
    number: int,
    here: Collection[int] | None,
    address: str = "",
) -> None:
    """Make the player who added a seat its operator again, once the other one is known to have
    left. `here`: the players who are connected to any server, None if that is unknown. Raises
    Refused.
    """
    with changing_table(room_id) as table:
        check_open(table.room)
        check_welcome(table.room, lender_id, address)
        seat = numbered_seat(table.room, number)
        if seat.lender_id != lender_id or seat.player_id is None:
            raise Refused(ErrorCode.FORBIDDEN, "Somebody else plays this seat.")
        if seat.operator_id is not None and _is_here(seat, here):
            raise Refused(ErrorCode.FORBIDDEN, "Its player is still here.")
        _check_seeds_are_shown(table)
        _hand_over(table, seat, lender_id)


def _is_here(seat: Seat, here: Collection[int] | None) -> bool:
    # Other servers hear of a new person a moment later.
    if here is None or seat.operator_id in here:
        return True
    return seat.handed_at is not None and utc_now() < seat.handed_at + HANDED_OVER_FOR


def _hand_over(table: LockedRoom, seat: Seat, operator_id: int) -> None:
    seat.operator_id, seat.handed_at = operator_id, utc_now()
    seat.offer, seat.offer_until = "", None
    # Only the one who plays says whether they play again.
    seat.ready = False
    # The seed of the next game is in the other browser.
    seat.seed = seat.seal = ""
    seat.save()
    if seat.player_id is not None:
        give_guest(seat.player_id, operator_id)
    # Those who were ready did not know that this person would play.
    newcomer(table, operator_id)


def _check_seeds_are_shown(table: LockedRoom) -> None:
    """Raise Refused while a game waits for seeds that are in the browsers of its players."""
    game = table.room.game
    if game is None or game.status != Game.Status.PLAYING:
        return
    if game.events.filter(type="dice.rolled").exists():
        return
    raise Refused(ErrorCode.FORBIDDEN, "Wait for the first roll: the seeds are being shown.")


def _hash(word: str) -> str:
    return sha256(word.encode()).hexdigest()


def open_table(host: User, variant_id: str, switches: Mapping[str, str], names: list[str]) -> Room:
    """Open a table for the host and players on the same device. The game starts when the host's
    browser has sealed a seed for each. Raises `NameRefused`.
    """
    for name in names:
        clean_name(name)
    with transaction.atomic():
        room = open_room(host, variant_id, switches, 1, None, public=False)
        for name in names:
            add(room.pk, host.pk, name)
        room.seats.update(ready=True, sealing=True)
        # Like a paired table: it starts by itself.
        Room.objects.filter(pk=room.pk).update(begins_by=utc_now() + PAIRED_WAIT)
    return room
