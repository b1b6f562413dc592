"""What is against a game's counting before it begins: the people in rated games have accounts, are
all there, under a clock, each at an internet connection of his own. Bots may sit among them.
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Iterable

from django.conf import settings

from games.models import Room, Seat
from games.ratings import UnratedReason

MARK_LENGTH = 16


def address_mark(address: str, room_id: int) -> str:
    """Return a mark that is the same for the same address in one room, and tells nothing else.

    "" for an address that says nothing: of one's own network, or of a proxy that nobody told us
    to trust.
    """
    try:
        network = ipaddress.ip_network(address)
    except ValueError:
        return ""
    if not network.is_global:
        return ""
    text = f"{room_id}|{address}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()[:MARK_LENGTH]


def find_reason_at_start(room: Room, seats: Iterable[Seat]) -> UnratedReason | None:
    """Return why a rated game that these seats begin now would not count, or None.

    Seats with a player; a person's seed and the mark of its address came from his browser.
    """
    people = [seat for seat in seats if seat.player is not None and not seat.player.is_bot]
    if room.clock is None:
        return UnratedReason.NO_CLOCK
    if any(seat.player.is_guest for seat in people if seat.player is not None):
        return UnratedReason.GUEST
    if not all(seat.seed for seat in people):
        return UnratedReason.ABSENT
    marks = [seat.address for seat in people if seat.address]
    if len(set(marks)) < len(marks):
        return UnratedReason.SAME_ADDRESS
    return None
