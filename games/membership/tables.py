"""A player's seats when their name changes or they leave."""

from django.db.models import F

from games import rooms
from games.matchmaking import challenges
from games.membership.merge import rooms_to_lock
from games.models import Game, Room, Seat, Ticket


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, pass the rooms that he hosts on, and end what he
    asked others for.

    A running game keeps its seat: the clock, or the others, have it played automatically.
    """
    Ticket.objects.filter(player_id=player_id).delete()
    challenges.withdraw_all(player_id)
    for room_id in rooms_to_lock(player_id):
        with rooms.changing(room_id) as room:
            seat = room.seats.filter(player_id=player_id).first()
            if seat is not None and not _is_playing(room):
                Seat.objects.filter(pk=seat.pk).update(
                    player=None, ready=False, seed="", address=""
                )
            if room.host_id == player_id:
                heir = rooms.next_host(room, but=player_id)
                # Without a host, the next to sit becomes it.
                Room.objects.filter(pk=room_id).update(host=heir and heir.player_id)


def bump_rooms(player_id: int) -> None:
    """Count a change of each room where the player sits, so that all see his new name.

    One statement a room, each its own transaction: nobody waits for two of these at once.
    """
    for room_id in list(Seat.objects.filter(player_id=player_id).values_list("room", flat=True)):
        Room.objects.filter(pk=room_id).update(rev=F("rev") + 1)


def _is_playing(room: Room) -> bool:
    return room.game is not None and room.game.status == Game.Status.PLAYING
