"""A player's rooms, seats and chat."""

from typing import Any

from django.db.models import Q

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal, Rows
from games.tables.rooms import chat, player_changes
from games.tables.rooms.models import ChatMessage, Holiday, Room


def export(player: User) -> dict[str, Any]:
    rooms = Room.objects.filter(Q(host=player) | Q(seats__player=player)).distinct().order_by("pk")
    lines = ChatMessage.objects.filter(player=player).select_related("room")
    return {
        "rooms": Rows(
            rooms,
            lambda room: {
                "code": room.code,
                "variant": room.variant,
                "host": room.host_id == player.pk,
                "created": room.created_at.isoformat(),
            },
        ),
        "holidays": [
            {"from": each.starts_at.isoformat(), "until": each.ends_at.isoformat()}
            for each in Holiday.objects.filter(player=player).order_by("starts_at")
        ],
        "chat": Rows(
            lines,
            lambda line: {
                "room": line.room.code,
                "at": line.at.isoformat(),
                "text": line.text,
            },
        ),
    }


def merge(guest: User, account: User) -> None:
    """Give the account the guest's seats and rooms. Raises StillPlaying."""
    # From here on all rooms where the guest sits are locked, so they cannot start a game.
    player_changes.transfer_seats(guest.pk, account.pk)
    Holiday.objects.filter(player=guest).update(player=account)


leave = player_changes.leave_rooms


def forget(player: User) -> None:
    chat.delete_lines_of(player)
    Holiday.objects.filter(player=player).delete()


PERSONAL = Personal(export=export, merge=merge, leave=leave, forget=forget)
