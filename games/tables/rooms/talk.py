"""Who talks to whom at a table where strangers meet: those who have opened the chat.

A *side* of the table is somebody who plays there: the player of a seat, or who acts for them on
their own device. Bots are none. Everybody else who has opened the chat is a watcher.
"""

from collections.abc import Collection, Iterable

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.accounts.site_rules import check_chat
from games.tables.rooms.changes import changing
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.permissions import check_may_speak, check_open, check_welcome


def sides_of(seats: Iterable[Seat]) -> frozenset[int]:
    """Return the people who play at a table. The seats have their players."""
    return frozenset(
        seat.operator_id or seat.player.pk
        for seat in seats
        if seat.player and not seat.player.is_bot
    )


def readers_of(
    writer: int, sides: Collection[int], opened: Collection[int], for_watchers: Collection[int]
) -> frozenset[int]:
    """Return whom a line reaches, with its writer; nobody if they may not write.

    `opened`: who has opened the chat, and `for_watchers`: which of them hear watchers, too. Players
    write once every side has opened the chat, and there are two. What a watcher says reaches other
    watchers, and players who want to hear them.
    """
    playing, talking = frozenset(sides), frozenset(opened)
    if writer not in talking:
        return frozenset()
    if writer in playing:
        return talking if len(playing) > 1 and playing <= talking else frozenset()
    others = (talking - playing) | (talking & playing & frozenset(for_watchers))
    return others if len(others) > 1 else frozenset()


def find_readers(room: Room, player: User) -> frozenset[int] | None:
    """Return whom a line of the player reaches at this table now; None at a private table: all.
    Raises Refused unless they may write here now.
    """
    check_chat()
    check_wants_chat(player)
    if not room.strangers:
        return None
    sides = sides_of(room.seats.select_related("player"))
    readers = readers_of(player.pk, sides, room.talk, room.talk_watchers)
    if readers:
        return readers
    if player.pk in sides:
        raise Refused(ErrorCode.FORBIDDEN, "Phrases only until both of you have tapped Chat.")
    raise Refused(ErrorCode.FORBIDDEN, "Phrases only until somebody opens the chat to spectators.")


def set_talk(
    room_id: int, player_id: int, on: bool, address: str = "", watchers: bool = False
) -> None:
    """Open the chat for the player, or end it. `watchers`: whether they also hear people who only
    watch. Raises Refused.
    """
    with changing(room_id) as room:
        check_open(room)
        player = check_welcome(room, player_id, address)
        if not room.strangers:
            raise Refused(ErrorCode.FORBIDDEN, "Everybody may write at this table.")
        if on:
            check_chat()
            check_wants_chat(player)
            check_may_speak(room, player_id)
        _put(room, player_id, on, watchers)


def end_talk(room: Room, player_id: int) -> None:
    """Take back that somebody has opened the chat: they did so as a watcher, and now they play."""
    if player_id in room.talk:
        _put(room, player_id, on=False, watchers=False)


def _put(room: Room, player_id: int, on: bool, watchers: bool) -> None:
    Room.objects.filter(pk=room.pk).update(
        talk=_with(room.talk, player_id, on),
        talk_watchers=_with(room.talk_watchers, player_id, on and watchers),
    )


def _with(ids: Collection[int], player_id: int, on: bool) -> list[int]:
    return sorted({*ids, player_id} if on else {*ids} - {player_id})


def check_wants_chat(player: User) -> None:
    """Raise Refused for a player who has switched the chat off, or has a family lock."""
    if player.locked:
        raise Refused(ErrorCode.FORBIDDEN, "Phrases only: the family lock is on.")
    if player.chat_off:
        raise Refused(ErrorCode.FORBIDDEN, "You have switched the chat off.")
