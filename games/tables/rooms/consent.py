"""What players at a table have agreed to: the terms of the next game, and the people.

The terms of a table are its game, rules, clock, mode and whether it is rated. `Room.terms` counts
their changes; `Seat.terms` is the number that the seat's player has accepted, by sitting down or by
saying that they are ready. Nobody else gives this consent, and a change takes it back. The host may
change the terms between games.
"""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import F

from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import find_variant
from games.platform.language import listed
from games.record.log.models import Game
from games.record.solving.requests import want
from games.tables.rooms.changes import LockedRoom, changing_table
from games.tables.rooms.game_settings import checked_settings
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.permissions import (
    check_between_games,
    check_host,
    check_not_in_tournament,
    check_not_paired,
    check_open,
)
from games.tables.rooms.seats import is_played_by, vacate


def check_terms(room: Room, terms: int | None) -> None:
    """Raise Refused if a player has agreed to other terms than those of now. None: a program that
    does not say what it has seen.
    """
    if terms is not None and terms != room.terms:
        raise Refused(ErrorCode.STALE, "The game has just been changed. Please look again.")


def accept(seats: Iterable[Seat], room: Room) -> None:
    """Note that the players of these seats accept the terms, without saving that."""
    for seat in seats:
        seat.terms = room.terms


def change_terms(table: LockedRoom, by: int, **terms: object) -> None:
    """Give the table other terms: columns of `Room`. Every ready, every seed and every seal is
    taken back; only the player who makes the change accepts it, with those whom they operate.
    A paired table whose start is late does not start by itself any more.
    """
    room = table.room
    Room.objects.filter(pk=room.pk).update(game=None, begins_by=None, terms=F("terms") + 1, **terms)
    room.refresh_from_db(fields=["terms"])
    for seat in table.seats:
        if seat.player is None or seat.player.is_bot:
            continue
        seat.ready, seat.seed, seat.seal, seat.address = False, "", "", ""
        if is_played_by(seat, by):
            accept([seat], room)
        seat.save()


def newcomer(table: LockedRoom, player_id: int) -> None:
    """Take back that others want to play again: they said so before this player was there.

    In the first waiting room being ready starts nothing.
    """
    if table.room.game_id is None:
        return
    others = [seat for seat in table.seats if not is_played_by(seat, player_id)]
    for seat in others:
        if seat.ready and seat.player is not None and not seat.player.is_bot:
            seat.ready = False
            seat.save(update_fields=["ready"])


def leave_out(table: LockedRoom, host_id: int, here: Collection[int] | None) -> None:
    """Free the seats of people who have not agreed to the next game, except those of the host.

    After a change of the terms, somebody who is `here` is asked first: raises Refused with their
    names. `here`: see `games.tables.rooms.starting`.
    """
    room = table.room
    seats = [seat for seat in table.seats if seat.player is not None and not seat.player.is_bot]
    others = [seat for seat in seats if not is_played_by(seat, host_id)]
    # After a cancelled start nobody has had a chance to ask for another game.
    is_over = room.game is not None and room.game.status != Game.Status.CANCELLED
    undecided = [seat for seat in others if seat.terms != room.terms]
    asked = [seat for seat in undecided if here is None or seat.player_id in here]
    if asked:
        raise Refused(
            ErrorCode.FORBIDDEN,
            "The game has changed. Still to say they are ready: %(names)s.",
            names=listed([seat.player.name for seat in asked if seat.player is not None]),
        )
    for seat in others:
        if seat in undecided or (is_over and not seat.ready):
            vacate(seat)


def change_game(
    room_id: int, player_id: int, variant: str, switches: Mapping[str, str], clock: int | None
) -> None:
    """Give the table another game, other rules or another clock. Only the host may, between games.

    The table goes back to its waiting room, and nobody is ready any more: those who stay agree by
    saying that they are (`games.tables.rooms.consent`). Rated tables stay rated. Raises Refused.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_host(room, player_id)
        check_open(room)
        check_between_games(room)
        check_not_paired(room)
        check_not_in_tournament(room)
        found = checked_settings(variant, switches, clock, room.rated)
        if room.mode == "rounds" and found.clock is None:
            raise Refused(ErrorCode.BAD_MESSAGE, "Rounds need a clock.")
        want(find_variant(found.variant), player_id)
        change_terms(
            table, player_id, variant=found.variant, switches=found.switches, clock=found.clock
        )
