"""A room's chat: who may write to whom, what is held back, and muting by the host.

Where strangers meet, those talk who have opened the chat. A *side* of the table is somebody who
plays there: the player of a seat, or who acts for them on their own device. Bots are none.
Everybody else who has opened the chat is a watcher.

A line of chat does not bump the room's revision, so that nobody gets the whole room again.
"""

import json
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.room_messages import ChatLine
from games.people.accounts.contact_details.finder import Details, find_details
from games.people.accounts.models import User
from games.people.accounts.site_rules import check_chat
from games.people.accounts.word_lists import find_slur
from games.people.authority.records import Action
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.platform.clock import utc_now
from games.platform.database.bulk import RowStatement, run_all, stored
from games.platform.database.prepared import Answer, Prepared, fetch
from games.platform.limits.rates import LimitedError, forgive, spend
from games.tables.rooms.changes import changing, lock_room
from games.tables.rooms.models import ChatMessage, Room, Seat
from games.tables.rooms.permissions import (
    Visitor,
    check_host,
    check_may_speak,
    check_open,
    find_visitor,
    queries_for_visitor,
    visitor_of,
)
from games.tables.rooms.table_names import name_at

SAME_AGAIN = timedelta(seconds=60)
"""A player may say the same again after this time."""
MOST_SAME = 2
"""How often they may say the same within that time."""


PAUSES = (timedelta(minutes=10), timedelta(hours=1), timedelta(days=1))
"""How long the site pauses the chat of somebody whose lines are held back again and again: the
first time within a day, the second, and from then on.
"""
MAX_LINES = 50
"""How many lines of a room new sockets get."""


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
        visitor = find_visitor(room, player_id, address)
        if not room.strangers:
            raise Refused(ErrorCode.FORBIDDEN, "Everybody may write at this table.")
        if on:
            check_chat()
            check_wants_chat(visitor.player)
            check_may_speak(room, visitor)
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


def check_line(room: Room, text: str) -> None:
    """Raise HeldBack with the reason if a line may not be shown."""
    if find_slur(text) is not None:
        raise HeldBack(ErrorCode.FORBIDDEN, "Your line was not sent: please stay friendly.")
    if room.strangers and (found := find_details(text)) is not None:
        raise _held_back(found)


_same_lines = Prepared(
    lambda player, room, text: ChatMessage.objects.filter(
        player=player, room=room, text=text
    ).order_by("-id")[: MOST_SAME + 1],
    0,
    0,
    "",
)
"""The newest lines with the same text that a player has said in a room."""


def check_not_again(same: Iterable[ChatMessage], key: str) -> None:
    """Raise HeldBack if a player has just said the `same`, with other keys."""
    since = utc_now() - SAME_AGAIN
    if len([each for each in same if each.key != key and each.at > since]) >= MOST_SAME:
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


class Line(NamedTuple):
    """A stored line. `readers`: whom it reached where strangers meet; None: everybody, or unknown
    (the version before wrote it). `at`: milliseconds since 1970.
    """

    id: int
    player: int | None
    name: str
    guest: bool
    text: str
    at: int
    readers: frozenset[int] | None

    def message(self) -> ChatLine:
        return ChatLine(
            id=self.id,
            player=self.player,
            name=self.name,
            guest=self.guest,
            text=self.text,
            at=self.at,
        )


def say(room_id: int, player_id: int, key: str, text: str, address: str = "") -> None:
    """Store a line of chat. A line sent again, with the same `key`, is stored once.

    `address`: the player's internet address. Raises Refused.
    """
    try:
        # First without the lock, so that lines that are refused keep nobody's move waiting.
        asked, *visitor, same = fetch(
            [
                (_room.sql, [room_id]),
                *queries_for_visitor(room_id, player_id),
                (_same_lines.sql, [player_id, room_id, text]),
            ]
        )
        room = _found(asked)
        writer = _check_may_say(room, visitor_of(room, visitor, address), text)
        check_not_again(_same_lines.models(same), key)
        _say(room, writer, key, text, address)
    except HeldBack:
        note_held_back(player_id)
        raise


_room = Prepared(lambda room: Room.objects.select_related("game").filter(pk=room), 0)


def _found(rooms: Answer) -> Room:
    if not rooms:
        raise Refused(ErrorCode.NOT_FOUND, "This table no longer exists.")
    return _room.models(rooms)[0]


class _Writer(NamedTuple):
    """Who writes a line, and whom it reaches: None for everybody."""

    player: User
    readers: frozenset[int] | None


def _check_may_say(room: Room, visitor: Visitor, text: str) -> _Writer:
    """Return who writes. Raises Refused."""
    check_open(room)
    check_may_speak(room, visitor)
    readers = find_readers(room, visitor.player)
    check_line(room, text)
    return _Writer(visitor.player, readers)


TOUCH_ROOM = RowStatement('UPDATE games_room SET "active_at" = %s WHERE "id" = %s')
INSERT_LINE = RowStatement(
    'INSERT INTO games_chatmessage ("room_id", "player_id", "key", "name", "text", "readers", "at")'
    " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
)


def _say(checked: Room, writer: _Writer, key: str, text: str, address: str) -> None:
    """Store a line of somebody who was allowed to say it in the room as it was `checked`."""
    id_, player_id = checked.pk, writer.player.pk
    commit = not connection.in_atomic_block
    with transaction.atomic():
        # Locked, so that the lines of a room are committed in the order of their ids. Two tabs can
        # say the same at once.
        _, found, same = fetch(
            [
                (lock_room.sql, [id_]),
                (_room.sql, [id_]),
                (_same_lines.sql, [player_id, id_, text]),
            ]
        )
        room = _found(found)
        # All that the host or the table changes bumps the revision.
        if room.rev != checked.rev:
            writer = _check_may_say(room, find_visitor(room, player_id, address), text)
        check_not_again(_same_lines.models(same), key)
        readers = None if writer.readers is None else json.dumps(sorted(writer.readers))
        now, name = stored(utc_now()), name_at(room, writer.player)
        line = (id_, player_id, key, name, text, readers, now)
        run_all([(TOUCH_ROOM, [(now, id_)]), (INSERT_LINE, [line])], commit)


def check_may_react(room_id: int, player_id: int, address: str = "") -> None:
    """Raise Refused if the player may not react. Anyone who may not chat may not react either."""
    asked, *visitor = fetch([(_room.sql, [room_id]), *queries_for_visitor(room_id, player_id)])
    room = _found(asked)
    check_open(room)
    check_may_speak(room, visitor_of(room, visitor, address))


def mute(room_id: int, host_id: int, player_id: int | None, muted: bool) -> None:
    """Mute or unmute a player, or (None) all spectators. Only the host may. Raises Refused.

    Only players who sit in the room or have written there can be muted.
    """
    with changing(room_id) as room:
        check_host(room, host_id, Action.MUTE, player_id)
        if player_id is None:
            Room.objects.filter(pk=room_id).update(spectators_muted=muted)
            return
        sits = room.seats.filter(player_id=player_id).exists()
        if not sits and not room.chat.filter(player_id=player_id).exists():
            raise Refused(ErrorCode.NOT_FOUND, "That person has not written anything here.")
        ids = {*room.muted, player_id} if muted else {*room.muted} - {player_id}
        Room.objects.filter(pk=room_id).update(muted=sorted(ids))


_recent = Prepared(
    lambda after, room: (
        ChatMessage.objects.filter(id__gt=after, room=room)
        .select_related("player")
        .order_by("-id")[:MAX_LINES]
    ),
    0,
    0,
)


def recent(room_id: int, after: int = 0) -> tuple[Line, ...]:
    """Return the room's last lines of chat with ids above `after`, at most `MAX_LINES`, oldest
    first.
    """
    return tuple([_line(line) for line in reversed(_recent(after, room_id))])


def delete_lines_of(player: User) -> None:
    ChatMessage.objects.filter(player=player).delete()


def _line(line: ChatMessage) -> Line:
    return Line(
        id=line.pk,
        player=line.player_id,
        name=line.name,
        guest=line.player is not None and line.player.is_guest,
        text=line.text,
        at=_ms(line.at),
        readers=None if line.readers is None else frozenset(line.readers),
    )


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)
