"""What a line of chat may not be: a slur, said again and again, or a way to reach a stranger."""

from datetime import timedelta

from games.accounts.slurs import find_slur
from games.clock import utc_now
from games.conduct.contact_details import Details, find_details
from games.protocol.errors import ErrorCode, Refused
from games.rooms.models import ChatMessage, Room

SAME_AGAIN = timedelta(seconds=60)
"""A player may say the same again after this time."""
MOST_SAME = 2
"""How often they may say the same within that time."""


def check_line(room: Room, player_id: int, key: str, text: str) -> None:
    """Raise Refused with the reason if a line may not be shown."""
    if find_slur(text) is not None:
        raise Refused(ErrorCode.FORBIDDEN, "Your line was not sent: please stay friendly.")
    if room.strangers and (found := find_details(text)) is not None:
        raise _held_back(found)
    mine = ChatMessage.objects.filter(room=room, player=player_id, at__gt=utc_now() - SAME_AGAIN)
    if mine.filter(text=text).exclude(key=key).count() >= MOST_SAME:
        raise Refused(ErrorCode.RATE_LIMITED, "You have just said that.")


def _held_back(found: Details) -> Refused:
    if found == "mail":
        return Refused(
            ErrorCode.FORBIDDEN,
            "Your line was not sent: mail addresses are held back between strangers.",
        )
    if found == "phone":
        return Refused(
            ErrorCode.FORBIDDEN,
            "Your line was not sent: phone numbers are held back between strangers.",
        )
    return Refused(
        ErrorCode.FORBIDDEN, "Your line was not sent: links are held back between strangers."
    )
