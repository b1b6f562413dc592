"""What a line of chat may not be: a slur, said again and again, or a way to reach a stranger."""

from datetime import timedelta

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.contact_details.finder import Details, find_details
from games.people.accounts.models import User
from games.people.accounts.slurs import find_slur
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.platform.clock import utc_now
from games.platform.limits.rates import LimitedError, forgive, spend
from games.tables.rooms.models import ChatMessage, Room

SAME_AGAIN = timedelta(seconds=60)
"""A player may say the same again after this time."""
MOST_SAME = 2
"""How often they may say the same within that time."""


PAUSES = (timedelta(minutes=10), timedelta(hours=1), timedelta(days=1))
"""How long the site pauses the chat of somebody whose lines are held back again and again: the
first time within a day, the second, and from then on.
"""


class HeldBack(Refused):
    """A line is not shown because of what it says."""


def note_held_back(player_id: int) -> None:
    """Count a line that was held back. Too many in a short time pause the player's chat; then it
    raises Refused.
    """
    try:
        spend("held_back", player_id)
        return
    except LimitedError:
        forgive("held_back", player_id)
    player = User.objects.get(pk=player_id)
    day = utc_now() - timedelta(days=1)
    earlier = Sanction.objects.filter(
        player=player, kind=Sanction.Kind.NO_CHAT, automatic=True, begins_at__gt=day
    ).count()
    lasts = PAUSES[min(earlier, len(PAUSES) - 1)]
    impose(player, Sanction.Kind.NO_CHAT, "spam", lasts=lasts, automatic=True)
    raise Refused(
        ErrorCode.FORBIDDEN, "The site has paused your chat for a while. Settings tell you why."
    )


def check_line(room: Room, player_id: int, key: str, text: str) -> None:
    """Raise HeldBack with the reason if a line may not be shown."""
    if find_slur(text) is not None:
        raise HeldBack(ErrorCode.FORBIDDEN, "Your line was not sent: please stay friendly.")
    if room.strangers and (found := find_details(text)) is not None:
        raise _held_back(found)
    mine = ChatMessage.objects.filter(room=room, player=player_id, at__gt=utc_now() - SAME_AGAIN)
    if mine.filter(text=text).exclude(key=key).count() >= MOST_SAME:
        raise HeldBack(ErrorCode.RATE_LIMITED, "You have just said that.")


def _held_back(found: Details) -> HeldBack:
    if found == "mail":
        return HeldBack(
            ErrorCode.FORBIDDEN,
            "Your line was not sent: mail addresses are held back between strangers.",
        )
    if found == "phone":
        return HeldBack(
            ErrorCode.FORBIDDEN,
            "Your line was not sent: phone numbers are held back between strangers.",
        )
    return HeldBack(
        ErrorCode.FORBIDDEN, "Your line was not sent: links are held back between strangers."
    )
