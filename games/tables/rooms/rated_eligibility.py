"""Decide at the start whether a rated game will change ratings.

It will if the table has a clock, and if all people have accounts, are present, and use different
internet connections. Bots may play, too.
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Iterable

from django.conf import settings

from games.platform.limits.buckets import UNCLEAR
from games.record.log.models import GameAddress
from games.record.ratings.model import UnratedReason
from games.tables.rooms.models import Room, Seat

MARK_LENGTH = 16


def address_mark(address: str, room_id: int) -> str:
    """Return a keyed hash of an internet address, different in every room.

    Returns "" for an address that identifies nobody: one of a private network, or of a proxy that
    is not trusted. Everybody with an UNCLEAR address has the same mark: they hide theirs.
    """
    if address != UNCLEAR and not _is_public(address):
        return ""
    # With a key, because anybody could hash all addresses; with the room, because a mark must not
    # tell in which other rooms somebody was.
    text = f"{room_id}|{address}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()[:MARK_LENGTH]


def _is_public(address: str) -> bool:
    try:
        return ipaddress.ip_network(address).is_global
    except ValueError:
        return False


def note_addresses(room_id: int, game: str, addresses: Iterable[tuple[int, str]]) -> None:
    """Store marks of the addresses from which players (by id) play the game with this code.

    The marks are compared and deleted when the result is counted.
    """
    marks = {(player, address_mark(address, room_id)) for player, address in addresses}
    rows = [GameAddress(game=game, player=player, mark=mark) for player, mark in marks if mark]
    if rows:
        GameAddress.objects.bulk_create(rows, ignore_conflicts=True)


def find_reason_at_start(room: Room, seats: Iterable[Seat]) -> UnratedReason | None:
    """Return why a rated game started now would change no rating; None if it may change some."""
    people = [seat for seat in seats if seat.player is not None and not seat.player.is_bot]
    if room.clock is None:
        return UnratedReason.NO_CLOCK
    if any(seat.player.is_guest for seat in people if seat.player is not None):
        return UnratedReason.GUEST
    # A browser that is present has sent a seed or a seal.
    if not all(seat.seed or seat.seal for seat in people):
        return UnratedReason.ABSENT
    marks = [seat.address for seat in people if seat.address]
    if len(set(marks)) < len(marks):
        return UnratedReason.SAME_ADDRESS
    return None
