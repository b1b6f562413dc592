"""Sit down, stand up, get ready, set a seed or its seal; add bots, and let them replace leavers."""

from collections.abc import Collection
from copy import copy

from games.core import bots
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts import bot_accounts
from games.people.accounts.models import User
from games.people.conduct.contact import welcome
from games.platform.clock import utc_now
from games.tables.rooms.changes import LockedRoom, changing, changing_table
from games.tables.rooms.chat import end_talk
from games.tables.rooms.consent import accept, check_terms, newcomer
from games.tables.rooms.hosting import next_host
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.permissions import (
    check_between_games,
    check_host,
    check_may_agree,
    check_may_play_rated,
    check_not_apart,
    check_not_in_tournament,
    check_open,
    check_welcome,
    lock_player,
)
from games.tables.rooms.rated_eligibility import address_mark
from games.tables.rooms.sealing import Seal, check_seal, put_seal, put_seed
from games.tables.rooms.seats import free_seat, operated_seat, seat_at, seats_played_by, vacate
from games.tables.rooms.starting import BOT_SEED, start_if_complete


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


def sit(
    room_id: int,
    player_id: int,
    number: int | None,
    seed: str | None,
    address: str = "",
    seal: Seal | None = None,
    terms: int | None = None,
) -> None:
    """Give the player the seat with this number (None: the first free one), or move them there.
    Raises Refused.

    `address` is always the client's. Only a keyed hash of it is stored, until the game starts.
    `terms`: see `games.tables.rooms.consent.check_terms`.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        check_terms(room, terms)
        check_between_games(room)
        check_not_in_tournament(room)
        player = check_welcome(room, player_id, address)
        lock_player(player_id)
        _check_company(table, player)
        if room.rated:
            check_may_play_rated(player_id)
        if seal is not None:
            check_seal(table, player_id, *seal)
        mine = room.seats.filter(player_id=player_id).first()
        if mine is not None and number in (None, mine.number):
            chosen = mine
        else:
            chosen = free_seat(room, number)
        old = Seat() if mine is None else copy(mine)
        seated_at = utc_now() if mine is None else mine.seated_at
        if chosen != mine:
            if mine is not None:
                vacate(mine)
            chosen.player_id = player_id
            chosen.seated_at = seated_at
            chosen.ready = False
        chosen.seed, chosen.seal, chosen.sealing = old.seed, old.seal, old.sealing
        if mine is None:
            accept([chosen], room)
            newcomer(table, player_id)
            if room.strangers:
                end_talk(room, player_id)
        else:
            chosen.terms = old.terms
        if seed is not None:
            put_seed(chosen, seed)
        elif seal is not None:
            put_seal(chosen, seal.seal)
        chosen.address = address_mark(address, room_id) if seed or seal else old.address
        chosen.save()
        if not room.seats.exclude(player=None).filter(player_id=room.host_id).exists():
            # The last host is gone; a room without a host could never start a game.
            Room.objects.filter(pk=room_id).update(host=player_id)


def _check_company(table: LockedRoom, player: User) -> None:
    """Raise Refused if the player does not sit with these people. Where they are welcome, they
    become family of somebody with a lock who opened the table.
    """
    room = table.room
    check_not_apart(room, player.pk, table.seats)
    if room.strangers and player.locked:
        raise Refused(ErrorCode.FORBIDDEN, "The family lock is on: private tables only.")
    if not room.strangers and room.opened_by is not None:
        welcome(room.opened_by, player)


def stand(
    room_id: int, player_id: int, here: Collection[int] = (), number: int | None = None
) -> None:
    """Free the player's seat and all that they operate; with a `number` only that one. A host who
    leaves is replaced; `here`: see `next_host`. Raises Refused.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_between_games(room)
        if number is not None and (seat := operated_seat(table, player_id, number)).operator_id:
            vacate(seat)
            return
        for seat in seats_played_by(table, player_id):
            vacate(seat)
        successor = next_host(room, here=here)
        if room.host_id == player_id and successor is not None:
            Room.objects.filter(pk=room.pk).update(host=successor.player_id)


def set_ready(room_id: int, player_id: int, ready: bool, terms: int | None = None) -> None:
    """Set whether the player is ready, with all whose seats they operate. `terms`: see
    `games.tables.rooms.consent.check_terms`. Raises Refused.
    """
    with changing_table(room_id) as table:
        check_open(table.room)
        check_terms(table.room, terms)
        check_between_games(table.room)
        mine = seats_played_by(table, player_id)
        if ready:
            check_may_agree(table.room, player_id, table.seats)
            accept(mine, table.room)
        for seat in mine:
            seat.ready = ready
            seat.save()


def set_seed(
    room_id: int,
    player_id: int,
    seed: str,
    address: str = "",
    here: Collection[int] | None = None,
    number: int | None = None,
) -> None:
    """Set the player's seed for the next game. This starts a game that waits only for that seed,
    such as a paired room's. `here`: see `games.tables.rooms.sealing.find_missing`. `number`: of a
    seat that they operate.
    """
    with changing_table(room_id) as table:
        check_between_games(table.room)
        seat = seat_at(table, player_id, number)
        was_sealing = seat.sealing
        put_seed(seat, seed)
        seat.address = address_mark(address, room_id)
        seat.save()
        start_if_complete(table, here, was_sealing)


def set_seal(
    room_id: int,
    player_id: int,
    seal: Seal,
    address: str = "",
    here: Collection[int] | None = None,
    number: int | None = None,
) -> None:
    """Set the player's seal for the next game, replacing an earlier one. Possible during a game.
    This starts a game that waits only for that seal. `number`: of a seat that they operate. Raises
    Refused.
    """
    with changing_table(room_id) as table:
        check_open(table.room)
        seat = seat_at(table, player_id, number)
        assert seat.player_id is not None
        check_seal(table, seat.player_id, *seal)
        put_seal(seat, seal.seal)
        seat.address = address_mark(address, room_id)
        seat.save()
        start_if_complete(table, here)
