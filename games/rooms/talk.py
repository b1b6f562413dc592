"""Who talks to whom at a table where strangers meet: those who have opened the chat."""

from games.accounts.models import User
from games.accounts.site_rules import check_chat
from games.protocol.errors import ErrorCode, Refused
from games.rooms.changes import changing
from games.rooms.models import Room
from games.rooms.permissions import check_may_speak, check_open, check_welcome


def talkers_of(room: Room) -> frozenset[int] | None:
    """Return the players who have opened the chat; None at a private table, where all talk."""
    return frozenset(room.talk) if room.strangers else None


def set_talk(room_id: int, player_id: int, on: bool, address: str = "") -> None:
    """Open the chat for the player, or end it. Raises Refused."""
    with changing(room_id) as room:
        check_open(room)
        player = check_welcome(room, player_id, address)
        if not room.strangers:
            raise Refused(ErrorCode.FORBIDDEN, "Everybody may write at this table.")
        if on:
            check_chat()
            check_wants_chat(player)
            check_may_speak(room, player_id)
        ids = {*room.talk, player_id} if on else {*room.talk} - {player_id}
        Room.objects.filter(pk=room_id).update(talk=sorted(ids))


def check_wants_chat(player: User) -> None:
    """Raise Refused for a player who has switched the chat off, or has a family lock."""
    if player.locked:
        raise Refused(ErrorCode.FORBIDDEN, "Phrases only: the family lock is on.")
    if player.chat_off:
        raise Refused(ErrorCode.FORBIDDEN, "You have switched the chat off.")


def check_may_write(room: Room, player: User) -> None:
    """Raise Refused unless the player may write lines at this table now."""
    check_chat()
    check_wants_chat(player)
    talkers = talkers_of(room)
    if talkers is not None and (player.pk not in talkers or len(talkers) < 2):
        raise Refused(ErrorCode.FORBIDDEN, "Phrases only until both of you have tapped Chat.")
